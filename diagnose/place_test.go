package diagnose

import (
	"strings"
	"testing"

	"github.com/nrkit/nrkit/trace"
)

func TestNumberless(t *testing.T) {
	for name, want := range map[string]string{
		"aten::copy_, op_id = 994326": "aten::copy_, op_id = #", "conv2d": "conv2d", "step 3": "step #", "iteration17": "iteration#",
		"7": "#", "": "", "a1b2": "a1b#", "1.5": "#.#", "ä9": "ä#",
	} {
		if got := numberless(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

// The name of a range comes from outside: it is shortened and in quotes.
func TestRangeWords(t *testing.T) {
	in := &Input{Trace: &trace.Trace{Names: []string{"a\nb 12", strings.Repeat("é", 200)}}}
	if got, want := in.rangeWords(0), `range "a\nb #"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := in.rangeWords(1), `range "`+strings.Repeat("é", 79)+`…"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
