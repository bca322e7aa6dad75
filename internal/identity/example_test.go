package identity_test

import (
	"fmt"
	"log"

	"github.com/nrkit/nrkit/internal/identity"
	"github.com/nrkit/nrkit/runkey"
)

// A logger prints what an identity has to say.
type logger struct{}

func (logger) Warn(text string) { log.Print("warning: ", text) }
func (logger) Note(text string) { log.Print(text) }

// What changed while a program ran.
func ExampleNew() {
	netlist := "v1 in 0 5"
	id := identity.New(logger{}, func() ([]runkey.Group, error) {
		return []runkey.Group{{Parts: []runkey.Part{{Name: "netlist", Value: runkey.Text(netlist)}}}}, nil
	})
	netlist = "v1 in 0 3.3"
	_, drift := id.Last()
	for _, line := range drift {
		fmt.Println(line)
	}
	// Output:
	// changed during the run: netlist was v1 in 0 5, then v1 in 0 3.3
}
