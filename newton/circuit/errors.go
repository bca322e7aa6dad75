package circuit

import (
	"errors"
	"fmt"

	"github.com/nrkit/nrkit/newton/netlist"
)

// errShort is what Load panics with.
const errShort = "circuit: array of an evaluation shorter than the circuit needs"

// An ElementError is an element or a model that cannot be simulated.
type ElementError struct {
	Name string // of the element or model
	File string // where it is; may be empty
	Line int    // in the file; 0 when unknown
	Msg  string

	file int32 // index of File among the files of the netlist
}

func (e *ElementError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", e.Name, e.Msg)
	}
	if e.File == "" {
		return fmt.Sprintf("line %d: %s: %s", e.Line, e.Name, e.Msg)
	}
	return fmt.Sprintf("%s:%d: %s: %s", e.File, e.Line, e.Name, e.Msg)
}

func elementError(e *netlist.Element, format string, args ...any) error {
	return &ElementError{Name: e.Name, Line: int(e.Line), Msg: fmt.Sprintf(format, args...), file: e.File}
}

func modelError(m *netlist.Model, format string, args ...any) error {
	return &ElementError{Name: m.Name, Line: int(m.Line), Msg: fmt.Sprintf(format, args...), file: m.File}
}

// located names the file of an error.
func located(err error, n *netlist.Netlist) error {
	var e *ElementError
	if errors.As(err, &e) && int(e.file) < len(n.Files) {
		e.File = n.Files[e.file]
	}
	return err
}
