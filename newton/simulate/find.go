package simulate

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/nrkit/nrkit/newton/builtin"
)

// A NoCircuitError says that a name is of no circuit.
type NoCircuitError struct {
	Name  string
	Names []string // of the circuits there are
	File  bool     // a file has the name
}

func (e *NoCircuitError) Error() string {
	return fmt.Sprintf("%s: no such circuit, want %s or a file", e.Name, strings.Join(e.Names, ", "))
}

// Find says what is wrong with the name of a circuit, as [Load] takes it, without
// reading a file: nil when the circuit may be there, a [NoCircuitError] for a name
// that is neither built in nor a path, and the error of the file system for a path.
func Find(name string) error {
	if strings.ContainsAny(name, `./\`) {
		info, err := os.Stat(name)
		if err == nil && info.IsDir() {
			err = fmt.Errorf("%s: is a directory, want a netlist", name)
		}
		return err
	}
	none := &NoCircuitError{Name: name}
	for _, c := range builtin.List() {
		if c.Name == name {
			return nil
		}
		none.Names = append(none.Names, c.Name)
	}
	if bits, ok := strings.CutPrefix(name, "mul"); ok {
		if _, err := strconv.Atoi(bits); err == nil {
			return nil // the circuit knows which numbers there are
		}
	}
	_, err := os.Stat(name)
	none.File = err == nil
	return none
}
