package sweep

import (
	"fmt"
	"os"
)

// ReadPlan reads a definition from a file, as [Parse] does, and plans its runs of the
// command.
func ReadPlan(file string, command []string) (*Plan, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	d, err := Parse(file, text)
	if err != nil {
		return nil, err
	}
	plan, err := NewPlan(d, command)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return plan, nil
}
