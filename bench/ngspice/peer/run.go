//go:build linux

package peer

import (
	"fmt"
	"sort"
	"strings"
	"time"

	"github.com/nrkit/nrkit/newton/netlist"
)

// A Job is a netlist to run.
type Job struct {
	Path string // of a file, which ngspice reads as well
	Net  *netlist.Netlist

	NoOP   bool // leave out the operating point
	NoTran bool // leave out the transient
	Quiet  bool // keep no waveforms
	Repeat int  // transients in a row; the counts are of all of them in ngspice, of the last in nrkit; 0 means 1
}

// Load reads the netlist in the file at path.
func Load(path string) (*Job, error) {
	n, err := netlist.ParseFile(path)
	if err != nil {
		return nil, err
	}
	return &Job{Path: path, Net: n}, nil
}

// A Run is what a simulator made of a job.
type Run struct {
	OP   *Waves // nil when left out
	Tran *Waves
	DC   *Waves // one row for each point of a sweep
	Counts

	Wall, CPU time.Duration // what they cover is said where they are measured
	Output    string        // of the program
}

// Counts of a transient, its operating point included, or of a sweep, without the others.
type Counts struct {
	Iterations, Accepted, Rejected int64
}

// Waves are the values of quantities at the points of an analysis.
type Waves struct {
	Time   []float64 // s; nil for an operating point
	Names  []string  // "v(node)", "i(source)"; lower case
	Values [][]float64
}

// Column returns the values of a quantity, nil when there is none.
func (w *Waves) Column(name string) []float64 {
	for k, n := range w.Names {
		if n == name {
			return w.Values[k]
		}
	}
	return nil
}

// At returns the value of a column at time t, on the straight line through the
// points around it.
func (w *Waves) At(column []float64, t float64) float64 {
	k := sort.SearchFloat64s(w.Time, t)
	switch {
	case k == 0:
		return column[0]
	case k == len(w.Time):
		return column[k-1]
	}
	f := (t - w.Time[k-1]) / (w.Time[k] - w.Time[k-1])
	return column[k-1] + f*(column[k]-column[k-1])
}

// Crossings returns the times at which a column passes a level, upwards,
// downwards or both, by linear interpolation.
func (w *Waves) Crossings(column []float64, level float64, up, down bool) []float64 {
	var at []float64
	for k := 1; k < len(column); k++ {
		a, b := column[k-1]-level, column[k]-level
		if up && a < 0 && b >= 0 || down && a >= 0 && b < 0 {
			at = append(at, w.Time[k-1]+(w.Time[k]-w.Time[k-1])*a/(a-b))
		}
	}
	return at
}

// Word returns the logic value of the columns v(p0), v(p1), … at time t.
func (w *Waves) Word(prefix string, bits int, t, level float64) (uint64, error) {
	var word uint64
	for k := range bits {
		name := fmt.Sprintf("v(%s%d)", prefix, k)
		c := w.Column(name)
		if c == nil {
			return 0, fmt.Errorf("got no %s", name)
		}
		if w.At(c, t) > level {
			word |= 1 << k
		}
	}
	return word, nil
}

// quantity turns the name of an unknown, "1" or "v1#branch", into that of a column.
func quantity(unknown string) string {
	if source, ok := strings.CutSuffix(unknown, "#branch"); ok {
		return "i(" + source + ")"
	}
	return "v(" + unknown + ")"
}
