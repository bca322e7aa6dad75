package simulate_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/newton/simulate"
)

// TestSweep runs a DC sweep of two sources and reads its waveform.
func TestSweep(t *testing.T) {
	path := filepath.Join(t.TempDir(), "dc.cir")
	text := "sweep\nv1 a 0 7\ni1 0 b 1\nr1 a b 1\nr2 b 0 1\n.save v(b) i(v1)\n.dc v1 0 2 1 i1 0 2 2\n.end\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := simulate.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	out := &bytes.Buffer{}
	rep, err := simulate.Run(context.Background(), c, simulate.Config{Waveform: out})
	if err != nil {
		t.Fatal(err)
	}
	// v(b) = (v1 + i1)/2
	want := "v1,i1,v(b),i(v1)\n0,0,0,0\n1,0,0.5,-0.5\n2,0,1,-1\n0,2,1,1\n1,2,1.5,0.5\n2,2,2,0\n"
	if got := strings.ReplaceAll(out.String(), "-0\n", "0\n"); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if rep.Analysis.Kind != "dc" || rep.Analysis.Points != 6 || rep.Counts.Points != 6 || rep.Stop != simulate.StopEnd || len(rep.Solution) != 0 {
		t.Errorf("got %+v, %+v, %s", rep.Analysis, rep.Counts, rep.Stop)
	}
	rep, err = simulate.Run(context.Background(), c, simulate.Config{Steps: 2})
	if err != nil || rep.Counts.Points != 2 || rep.Stop != simulate.StopSteps {
		t.Errorf("2 steps: got %+v, %s, error %v", rep.Counts, rep.Stop, err)
	}
	rep, err = simulate.Run(context.Background(), c, simulate.Config{OP: true})
	if err != nil || rep.Analysis.Kind != "op" || rep.Solution[0].Value != 7 {
		t.Errorf("operating point: got %+v, error %v", rep.Solution, err)
	}
}
