//go:build linux

package peer

import (
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// head is what ngspice 39 writes before the numbers of a transient.
const head = "Title: t\nDate: d\nPlotname: Transient Analysis\nFlags: real\nNo. Variables: 3\nNo. Points: 2\n" +
	"Variables:\n\t0\ttime\ttime\n\t1\tv(a)\tvoltage\n\t2\ti(V1)\tcurrent\nBinary:\n"

func rawFile(t *testing.T, head string, numbers ...float64) string {
	t.Helper()
	b := []byte(head)
	for _, x := range numbers {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
	}
	path := filepath.Join(t.TempDir(), "x.raw")
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestReadRaw(t *testing.T) {
	w, err := readRaw(rawFile(t, head, 0, 1, 2, 1e-9, 3, 4))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(w.Time, []float64{0, 1e-9}) || !slices.Equal(w.Column("v(a)"), []float64{1, 3}) ||
		!slices.Equal(w.Column("i(v1)"), []float64{2, 4}) || w.Column("time") != nil {
		t.Errorf("got %+v", w)
	}
	op := strings.NewReplacer("\t0\ttime\ttime\n", "", "\t1\t", "\t0\t", "\t2\t", "\t1\t", "Points: 2", "Points: 1").Replace(head)
	if w, err = readRaw(rawFile(t, op, 5, 6)); err != nil || w.Time != nil || !slices.Equal(w.Column("i(v1)"), []float64{6}) {
		t.Errorf("operating point: got %+v, error %v", w, err)
	}
}

func TestReadRawErrors(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"Binary:\n", "Values:\n", "without binary data"},
		{"real", "complex", `got flags " complex", want real`},
		{"Points: 2", "Points: 3", "got 48 bytes for 3 points of 3 variables"},
		{"Points: 2", "Points: 9223372036854775807", "got 48 bytes"},
		{"Points: 2", "Points: x", "invalid syntax"},
		{"Points: 2", "Points: -1", "-1 points"},
		{"\t1\tv(a)", "\t2\tv(a)", "want number 1"},
	} {
		_, err := readRaw(rawFile(t, strings.Replace(head, c.old, c.new, 1), 0, 1, 2, 1e-9, 3, 4))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got error %v, want one with %q", c.new, err, c.want)
		}
	}
}

func TestWaves(t *testing.T) {
	w := &Waves{Time: []float64{0, 1, 3}, Names: []string{"v(p0)", "v(p1)"}, Values: [][]float64{{0, 2, 0}, {1, 0, 0.25}}}
	v := w.Values[0]
	for _, c := range []struct{ t, want float64 }{{-1, 0}, {0, 0}, {0.25, 0.5}, {1, 2}, {2, 1}, {3, 0}, {4, 0}} {
		if got := w.At(v, c.t); got != c.want {
			t.Errorf("at %g: got %g, want %g", c.t, got, c.want)
		}
	}
	if got := w.Crossings(v, 1, true, false); !slices.Equal(got, []float64{0.5}) {
		t.Errorf("rises: got %g, want 0.5", got)
	}
	if got := w.Crossings(v, 1, true, true); !slices.Equal(got, []float64{0.5, 2}) {
		t.Errorf("crossings: got %g, want 0.5 and 2", got)
	}
	if got, err := w.Word("p", 2, 2, 0.5); err != nil || got != 1 {
		t.Errorf("got word %d, error %v, want 1", got, err)
	}
	if _, err := w.Word("p", 3, 2, 0.5); err == nil {
		t.Error("got no error for a bit that is not there")
	}
}
