package circuit

import (
	"fmt"

	"github.com/nrkit/nrkit/newton/netlist"
)

// An ElementError is an element or a model that cannot be simulated.
type ElementError struct {
	Name string // of the element or model
	Line int    // in the netlist; 0 when unknown
	Msg  string
}

func (e *ElementError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", e.Name, e.Msg)
	}
	return fmt.Sprintf("line %d: %s: %s", e.Line, e.Name, e.Msg)
}

func elementError(e *netlist.Element, format string, args ...any) error {
	return &ElementError{e.Name, int(e.Line), fmt.Sprintf(format, args...)}
}

func modelError(m *netlist.Model, format string, args ...any) error {
	return &ElementError{m.Name, int(m.Line), fmt.Sprintf(format, args...)}
}
