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

// TestSweepRemakes runs sweeps of elements, parameters, models and the temperature, alone and
// with sources, and wants the circuit to be as before afterwards.
func TestSweepRemakes(t *testing.T) {
	const circuit = `sweep
.param k=2
v1 a 0 6
r1 a b 1
r2 b 0 {k} tc1=0.1
i1 0 c 1m
d1 c 0 dm
.model dm d(is=1n)
.model rd d(is=1n rs=1)
d2 0 c rd
.options tnom=27
.save v(b)
`
	run := func(card string) (string, error) {
		t.Helper()
		path := filepath.Join(t.TempDir(), "dc.cir")
		if err := os.WriteFile(path, []byte(circuit+card+"\n.end\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := simulate.Load(path)
		if err != nil {
			t.Fatal(err)
		}
		out := &bytes.Buffer{}
		if _, err := simulate.Run(context.Background(), c, simulate.Config{Waveform: out}); err != nil {
			return "", err
		}
		rep, err := simulate.Run(context.Background(), c, simulate.Config{OP: true})
		if err != nil || rep.Solution[1].Name != "b" || rep.Solution[1].Value != 4 {
			t.Errorf("%s: afterwards, got %+v, error %v, want 4 V of b", card, rep.Solution, err)
		}
		return out.String(), nil
	}
	for card, want := range map[string]string{
		".dc r1 1 2 1":                        "r1,v(b)\n1,4\n2,3\n",
		".dc k 1 2 1":                         "k,v(b)\n1,3\n2,4\n",
		".dc temp 27 37 10":                   "temp,v(b)\n27,4\n37,4.8\n",
		".dc v1 3 6 3 r1 1 4 3":               "v1,r1,v(b)\n3,1,2\n6,1,4\n3,4,1\n6,4,2\n",
		".dc r1 1 4 3 v1 3 6 3":               "r1,v1,v(b)\n1,3,2\n4,3,1\n1,6,4\n4,6,2\n",
		".dc dm:is list 1n 2n":                "dm:is,v(b)\n1e-09,4\n2e-09,4\n",
		".data t r1 k\n+ 1 1 2 4\n.dc data=t": "r1,k,v(b)\n1,1,3\n2,4,4\n",
	} {
		if got, err := run(card); err != nil || got != want {
			t.Errorf("%s: got error %v and\n%swant\n%s", card, err, got, want)
		}
	}
	if _, err := run(".dc rd:rs list 1 0"); err == nil || !strings.Contains(err.Error(), "rd:rs at 0: the circuit has other unknowns") {
		t.Errorf("rs of 0: got error %v, want one about unknowns", err)
	}
}
