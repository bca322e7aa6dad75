package steps_test

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"strconv"
	"testing"

	"github.com/nrkit/nrkit/internal/steps"
	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/trace"
)

// A closed is a range with the events by which it opens and closes, and what is
// open around it.
type closed struct {
	track      int32
	name       string
	begin, end int // events
	from, to   int64
	around     []string
}

// ranges returns the ranges of a trace that end, in the order of their ends.
func ranges(t *trace.Trace) []closed {
	var list []closed
	open := map[int32][]closed{}
	n := 0
	for e := range t.Events() {
		n++
		stack := open[e.Track]
		switch {
		case e.Kind == trace.Begin:
			c := closed{track: e.Track, name: t.Names[e.Name], begin: n, from: e.Time}
			for _, x := range stack {
				c.around = append(c.around, x.name)
			}
			open[e.Track] = append(stack, c)
		case e.Kind == trace.End && len(stack) > 0:
			c := stack[len(stack)-1]
			c.end, c.to = n, e.Time
			list = append(list, c)
			open[e.Track] = stack[:len(stack)-1]
		}
	}
	return list
}

// slow returns the rows of a trace that has all ranges in memory: each step and
// iteration is compared with all ranges.
func slow(t *trace.Trace) []string {
	all := ranges(t)
	within := func(r *closed, names ...string) int64 {
		sum := int64(steps.None)
		for _, x := range all {
			isPart := func(name string) bool { return slices.Contains(names, name) }
			if x.track == r.track && x.begin > r.begin && x.end < r.end && isPart(x.name) && !slices.ContainsFunc(x.around, isPart) {
				sum = max(sum, 0) + x.to - x.from
			}
		}
		return sum
	}
	var list []string
	for _, r := range all {
		if r.name == trace.PhaseTimestep || r.name == trace.PhaseIteration {
			list = append(list, fmt.Sprint(r.track, r.name, r.from, r.to-r.from,
				within(&r, trace.PhaseBuildSystem), within(&r, trace.PhaseLinearSolve, trace.PhaseFactor, trace.PhaseRefactor, trace.PhaseSolve)))
		}
	}
	return list
}

// fast returns what slow does.
func fast(t *trace.Trace) []string {
	var list []string
	steps.Each(t, func(r *steps.Row) bool {
		name := trace.PhaseIteration
		if r.IsStep {
			name = trace.PhaseTimestep
		}
		list = append(list, fmt.Sprint(r.Track, name, r.Start, r.NS, r.Build, r.Solve))
		return true
	})
	return list
}

func TestEachIsWhatASearchFinds(t *testing.T) {
	for seed := range walktest.Seeds(80) {
		tr := walktest.Random(seed, 250)
		if got, want := fast(tr), slow(tr); !slices.Equal(got, want) {
			t.Fatalf("seed %d: got\n%q\nwant\n%q", seed, got, want)
		}
	}
	tr := walktest.NR(7, true)
	if got, want := fast(tr), slow(tr); !slices.Equal(got, want) || len(got) != 7*4 {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}

// TestRowsOfSteps looks at the rows of steps of three iterations each: they have
// the sums of these, and what the last one ended with.
func TestRowsOfSteps(t *testing.T) {
	var inside []steps.Row
	n := 0
	steps.Each(walktest.NR(9, true), func(r *steps.Row) bool {
		if !r.IsStep {
			inside = append(inside, *r)
			return true
		}
		n++
		var build, solve int64
		for k, x := range inside {
			build, solve = build+x.Build, solve+x.Solve
			if x.Step != r.Step || x.Iteration != int64(k) || x.Number != int64(3*(n-1)+k+1) || !x.Measured || x.Build <= 0 || x.NS < x.Build+x.Solve {
				t.Errorf("step %d: got %+v", r.Step, x)
			}
		}
		if last := inside[len(inside)-1]; r.Its != 3 || len(inside) != 3 || r.Build != build || r.Solve != solve || r.Residual != last.Residual || r.Step != int64(n-1) || r.Number != int64(n) {
			t.Errorf("got %+v, want the sums %d and %d of %+v", r, build, solve, inside)
		}
		inside = inside[:0]
		return true
	})
	if n != 9 {
		t.Errorf("got %d steps, want 9", n)
	}
}

// TestOfPicksFirstSlowestLast compares with all rows sorted.
func TestOfPicksFirstSlowestLast(t *testing.T) {
	for _, n := range []int{0, 1, 19, 20, 21, 25, 60, 500} {
		tr := walktest.NR(n, false)
		var all []steps.Row
		steps.Each(tr, func(r *steps.Row) bool {
			if r.IsStep {
				all = append(all, *r)
			}
			return true
		})
		want := map[int64]bool{}
		for k, r := range all {
			if n <= 20 || k < 5 || k >= n-5 {
				want[r.Number] = true
			}
		}
		slices.SortStableFunc(all, func(a, b steps.Row) int { return cmp.Compare(b.NS, a.NS) })
		for _, r := range all[:min(len(all), 10)] {
			want[r.Number] = true
		}
		got := steps.Of(tr, steps.Options{})
		if got.Steps.Count != int64(n) || got.Iterations.Count != int64(3*n) || len(got.Steps.Rows) != len(want) || len(got.Iterations.Rows) > 20 {
			t.Errorf("%d steps: got %d of %d rows, %d of %d iterations, want %d", n, len(got.Steps.Rows), got.Steps.Count, len(got.Iterations.Rows), got.Iterations.Count, len(want))
		}
		last := int64(0)
		for _, r := range got.Steps.Rows {
			if !want[r.Number] || r.Number <= last {
				t.Errorf("%d steps: row %d is not wanted, or not in order", n, r.Number)
			}
			last = r.Number
		}
	}
}

func TestSelection(t *testing.T) {
	tr := walktest.NR(3000, false)
	one := steps.Of(tr, steps.Options{Has: func(k int64) bool { return k == 7 }})
	if one.Steps.Count != 1 || *one.Steps.Rows[0].Step != 7 || one.Iterations.Count != 3 || *one.Iterations.Rows[2].Step != 7 {
		t.Errorf("got %+v", one)
	}
	many := steps.Of(tr, steps.Options{Has: func(k int64) bool { return k >= 10 }})
	if many.Steps.Count != 2990 || len(many.Steps.Rows) != steps.Most || *many.Steps.Rows[0].Step != 10 || len(many.Iterations.Rows) != steps.Most {
		t.Errorf("got %d of %d steps", len(many.Steps.Rows), many.Steps.Count)
	}
}

// TestBlockers names what kept iterations from being the last.
func TestBlockers(t *testing.T) {
	three := int64(3)
	names := append(slices.Clone(walktest.Names), trace.ArgBlocked, "rejected")
	blocked, rejected := int32(len(names)-2), int32(len(names)-1)
	for value, want := range map[float64]string{3: "out", 4: "unknown 4", -1: "", -2: "limiting", -6: "residual of out", -7: "residual of unknown 4", 1e300: ""} {
		events := []trace.Event{
			{Kind: trace.Begin, Name: 1, Index: 1}, {Kind: trace.Begin, Name: 2, Index: 1, Time: 1}, {Kind: trace.Arg, Name: blocked, Value: value, Time: 2},
			{Kind: trace.End, Name: 2, Time: 3}, {Kind: trace.Begin, Name: 2, Index: 2, Time: 3}, {Kind: trace.End, Name: 2, Time: 4},
			{Kind: trace.Arg, Name: rejected, Value: 2, Time: 5}, {Kind: trace.End, Name: 1, Time: 5},
		}
		tr := walktest.Of(1, events)
		tr.Names = names
		tr.Counts.Table = map[string][]trace.Row{"blocked": {{Name: "out", Index: &three}, {Name: "lost"}}}
		got := steps.Of(tr, steps.Options{})
		if s, its := got.Steps.Rows[0], got.Iterations.Rows; s.Blocked != want || its[0].Blocked != want || its[1].Blocked != "" || s.Rejected != "no convergence" {
			t.Errorf("%v: got %+v, want %q", value, got, want)
		}
	}
}

// TestNamesInCSV writes the name of an unknown that attacks a terminal.
func TestNamesInCSV(t *testing.T) {
	zero := int64(0)
	tr := walktest.Of(1, []trace.Event{{Kind: trace.Begin, Name: 2, Index: 1}, {Kind: trace.Arg, Name: 12, Time: 1}, {Kind: trace.End, Name: 2, Time: 2}})
	tr.Names = append(slices.Clone(walktest.Names), trace.ArgBlocked)
	tr.Counts.Table = map[string][]trace.Row{"blocked": {{Name: "\x1b[31mout", Index: &zero}}}
	var b bytes.Buffer
	if err := steps.WriteCSV(&b, tr, steps.Options{}); err != nil {
		t.Fatal(err)
	}
	if text := b.String(); !bytes.Contains(b.Bytes(), []byte("[31mout")) || bytes.ContainsRune(b.Bytes(), 0x1b) {
		t.Errorf("got %q", text)
	}
}

// endless is a trace of n steps of two iterations that is nowhere in memory.
func endless(n int) *trace.Trace {
	tr := walktest.Of(1, nil)
	tr.Events = func() iter.Seq[trace.Event] {
		return func(yield func(trace.Event) bool) {
			now := int64(0)
			for k := range n {
				for _, e := range [...]trace.Event{
					{Kind: trace.Begin, Name: 1, Index: int64(k + 1)},
					{Kind: trace.Begin, Name: 2, Index: 1}, {Kind: trace.Begin, Name: 3}, {Kind: trace.End, Name: 3}, {Kind: trace.End, Name: 2},
					{Kind: trace.Begin, Name: 2, Index: 2}, {Kind: trace.Begin, Name: 3}, {Kind: trace.End, Name: 3}, {Kind: trace.End, Name: 2},
					{Kind: trace.End, Name: 1},
				} {
					now += 10
					e.Time = now
					if !yield(e) {
						return
					}
				}
			}
		}
	}
	return tr
}

// A counter counts lines, and at some of them what lives.
type counter struct {
	lines int
	heap  []uint64
}

func (c *counter) Write(p []byte) (int, error) {
	before := c.lines / 200_000
	c.lines += bytes.Count(p, []byte("\n"))
	if c.lines/200_000 != before {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		c.heap = append(c.heap, m.HeapAlloc)
	}
	return len(p), nil
}

// TestMemoryDoesNotGrowWithRows writes 1.2 million rows.
func TestMemoryDoesNotGrowWithRows(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	const n = 400_000
	var c counter
	if err := steps.WriteCSV(&c, endless(n), steps.Options{}); err != nil {
		t.Fatal(err)
	}
	if c.lines != 3*n+1 || len(c.heap) < 5 {
		t.Fatalf("got %d lines", c.lines)
	}
	if first, last := c.heap[0], c.heap[len(c.heap)-1]; last > first+1<<20 {
		t.Errorf("what lives grew from %d to %d bytes", first, last)
	}
	if got := steps.Of(endless(n), steps.Options{}); got.Steps.Count != n || got.Iterations.Count != 2*n {
		t.Errorf("got %d steps and %d iterations", got.Steps.Count, got.Iterations.Count)
	}
}

// TestCSV reads what is written with another reader.
func TestCSV(t *testing.T) {
	var b bytes.Buffer
	tr := walktest.NR(4, true)
	if err := steps.WriteCSV(&b, tr, steps.Options{}); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil || len(rows) != 1+4*4 {
		t.Fatalf("got %d rows, %v", len(rows), err)
	}
	column := map[string]int{}
	for k, name := range rows[0] {
		column[name] = k
	}
	k := 0
	steps.Each(tr, func(r *steps.Row) bool {
		k++
		row := rows[k]
		if row[column["total_ns"]] != strconv.FormatInt(r.NS, 10) || row[column["build_ns"]] != strconv.FormatInt(r.Build, 10) || row[column["step"]] != strconv.FormatInt(r.Step, 10) {
			t.Errorf("got %q, want %+v", row, r)
		}
		if isStep := row[column["unit"]] == trace.PhaseTimestep; isStep != r.IsStep || (row[column["iterations"]] != "") != isStep || (row[column["iteration"]] == "") != isStep {
			t.Errorf("got %q of %+v", row, r)
		}
		if x, err := strconv.ParseFloat(row[column["residual"]], 64); err != nil || x != r.Residual {
			t.Errorf("got %q, want %v", row, r.Residual)
		}
		return true
	})
}
