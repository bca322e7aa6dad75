package hlo_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nrkit/nrkit/xla/hlo"
)

// TestSharedByLoops has a computation that is run outside of loops first, then by
// a loop with a trip count, then by one without: its custom call is in all.
func TestSharedByLoops(t *testing.T) {
	m := one(t, `HloModule m, is_scheduled=true

%c (p: f64[8]) -> pred[] {
  %p = f64[8]{0} parameter(0)
  ROOT %k = pred[] constant(true)
}

%leaf (p: f64[8]) -> f64[8] {
  %p = f64[8]{0} parameter(0)
  ROOT %cc = f64[8]{0} custom-call(%p), custom_call_target="solve"
}

%b (p: f64[8]) -> f64[8] {
  %p = f64[8]{0} parameter(0)
  ROOT %r = f64[8]{0} call(%p), to_apply=%leaf
}

ENTRY %main (x: f64[8]) -> f64[8] {
  %x = f64[8]{0} parameter(0)
  %once = f64[8]{0} custom-call(%x), custom_call_target="factor"
  %y = f64[8]{0} call(%once), to_apply=%leaf
  %w = f64[8]{0} while(%y), condition=%c, body=%b, backend_config={"known_trip_count":{"n":"3"}}
  ROOT %v = f64[8]{0} while(%w), condition=%c, body=%b
}
`, "m.hlo")
	want := []hlo.CustomCall{{Target: "factor", Count: 1}, {Target: "solve", Count: 1, InLoops: 1, InUnknownLoops: 1}}
	if diff := cmp.Diff(want, m.CustomCalls); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	// once, y; then 3 + 1 times the solve
	if m.Launches == nil || m.Launches.AtLeast != 1+1+3+1 || m.Launches.CustomCalls != 6 {
		t.Errorf("got launches %+v", m.Launches)
	}
}

// TestManyTargets has loops within loops, each with a custom call of its own: the
// outer ones name a hundred.
func TestManyTargets(t *testing.T) {
	const loops = 150
	var b strings.Builder
	b.WriteString("HloModule m, is_scheduled=true\n\n%l0 (p: f64[8]) -> f64[8] {\n  ROOT %p = f64[8]{0} parameter(0)\n}\n\n")
	for k := 1; k <= loops; k++ {
		fmt.Fprintf(&b, "%%l%d (p: f64[8]) -> f64[8] {\n  %%p = f64[8]{0} parameter(0)\n  %%c = f64[8]{0} custom-call(%%p), custom_call_target=\"t%03d\"\n"+
			"  ROOT %%w = f64[8]{0} while(%%c), condition=%%l0, body=%%l%d\n}\n\n", k, k, k-1)
	}
	fmt.Fprintf(&b, "ENTRY %%main (x: f64[8]) -> f64[8] {\n  %%x = f64[8]{0} parameter(0)\n  ROOT %%w = f64[8]{0} while(%%x), condition=%%l0, body=%%l%d\n}\n", loops)
	m := one(t, b.String(), "m.hlo")
	for k, l := range m.Whiles {
		if want := min(loops-k, 100); len(l.CustomCalls) != want {
			t.Fatalf("loop %d of depth %d: %d custom calls, want %d", k, l.Depth, len(l.CustomCalls), want)
		}
	}
	if len(m.Whiles) != loops+1 || len(m.CustomCalls) != loops {
		t.Errorf("%d loops, %d custom calls", len(m.Whiles), len(m.CustomCalls))
	}
}
