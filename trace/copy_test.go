package trace_test

import (
	"testing"

	"github.com/nrkit/nrkit/trace"
)

func TestCopyNames(t *testing.T) {
	for name, want := range map[string]trace.Copy{
		"memcpy HtoD pageable": {From: 'H', To: 'D', Memory: trace.CopyPageable},
		"memcpy AtoH pinned":   {From: 'A', To: 'H', Memory: trace.CopyPinned},
		"memcpy DtoH managed":  {From: 'D', To: 'H', Memory: trace.CopyManaged},
		"memcpy UM HtoD":       {From: 'H', To: 'D', Unified: true},
		"memcpy PtoP":          {From: 'P', To: 'P'},
		"memcpy HtoD":          {From: 'H', To: 'D'},
		"memcpy":               {},
	} {
		if got := trace.CopyOf(name); got != want {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
		if got := want.Name(); got != name {
			t.Errorf("got %q, want %q", got, name)
		}
	}
	for _, name := range []string{"", "memcpy HtoX", "memcpy UM", "memcpy HtoD paged", "memcpy HtoD pinned x", "memcpy of kind 99", "Memcpy HtoD", "memcpy XtoD"} {
		if got := trace.CopyOf(name); got != (trace.Copy{}) {
			t.Errorf("%q: got %+v, want nothing", name, got)
		}
	}
}

func TestCopyDirections(t *testing.T) {
	for name, want := range map[string][2]bool{ // crosses, reads
		"memcpy HtoD pageable": {true, false}, "memcpy HtoA": {true, false}, "memcpy DtoH": {true, true}, "memcpy UM DtoH": {true, true},
		"memcpy DtoD": {}, "memcpy HtoH": {}, "memcpy PtoP": {}, "memcpy": {},
	} {
		if c := trace.CopyOf(name); c.Crosses() != want[0] || c.Reads() != want[1] {
			t.Errorf("%s: got %v and %v, want %v", name, c.Crosses(), c.Reads(), want)
		}
	}
}
