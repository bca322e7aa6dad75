package parquet_test

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/hostile"
	"github.com/nrkit/nrkit/internal/steps"
	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/parquet"
)

// A sum is what two programs can say of ranges with one name.
type sum struct{ count, total, self int64 }

// The ranges of a table have the same counts, total and self times by name as the
// table of phases, also with ranges that never end.
func TestSumsOfPhases(t *testing.T) {
	traces := []*trace.Trace{walktest.NR(0, false), walktest.NR(700, true)}
	for seed := range walktest.Seeds(40) {
		traces = append(traces, walktest.Random(seed, 600))
	}
	for k, tr := range traces {
		got := map[string]sum{}
		for _, r := range written(t, tr, parquet.Options{})["ranges.parquet"].rows {
			if r["sort"] != "range" {
				continue
			}
			s := got[r["name"].(string)]
			s.count++
			if !r["is_nested"].(bool) {
				s.total += r["dur_ns"].(int64)
			}
			s.self += r["self_ns"].(int64)
			got[r["name"].(string)] = s
		}
		want := map[string]sum{}
		for _, p := range trace.Summarize(tr, trace.SummaryOptions{}).Phases {
			want[p.Name] = sum{p.Count, p.Total, p.Self}
		}
		for name, w := range want {
			if got[name] != w {
				t.Errorf("trace %d: %s: got %+v, want %+v", k, name, got[name], w)
			}
		}
		if len(got) != len(want) {
			t.Errorf("trace %d: got %d names, want %d", k, len(got), len(want))
		}
	}
}

// Each range that ends has a row with the values of package trace.
func TestRanges(t *testing.T) {
	for seed := range walktest.Seeds(40) {
		tr := walktest.Random(seed, 500)
		var got, want []string
		for _, r := range written(t, tr, parquet.Options{})["ranges.parquet"].rows {
			if !r["is_open"].(bool) {
				got = append(got, fmt.Sprint(r["thread_id"], r["name"], r["depth"], r["start_ns"], r["dur_ns"], r["self_ns"], r["index"]))
			}
		}
		for r := range tr.Ranges() {
			index := any(r.Index)
			if r.Index == trace.NoIndex {
				index = nil
			}
			want = append(want, fmt.Sprint(tr.Tracks[r.Track].Thread, tr.Names[r.Name], r.Depth, r.Start, r.End-r.Start, r.Self, index))
		}
		if !slices.Equal(got, want) {
			t.Errorf("seed %d: got %d ranges\n%v\nwant %d\n%v", seed, len(got), got, len(want), want)
		}
	}
}

// Steps and iterations that end are those of package steps, and refer to their ranges.
func TestSteps(t *testing.T) {
	for k, tr := range []*trace.Trace{walktest.NR(300, true), walktest.Random(3, 900), walktest.Random(4, 900), walktest.Random(5, 900)} {
		tables := written(t, tr, parquet.Options{})
		ranges := map[int64]row{}
		for _, r := range tables["ranges.parquet"].rows {
			ranges[r["id"].(int64)] = r
		}
		var got, want []string
		for _, name := range []string{"steps", "iterations"} {
			for _, r := range tables[name+".parquet"].rows {
				at := ranges[r["id"].(int64)]
				if at["name"] != map[string]string{"steps": trace.PhaseTimestep, "iterations": trace.PhaseIteration}[name] || at["dur_ns"] != r["dur_ns"] || at["start_ns"] != r["start_ns"] || at["is_open"] != r["is_open"] {
					t.Errorf("trace %d: %s: got %v, the range is %v", k, name, r, at)
				}
				if !r["is_open"].(bool) {
					got = append(got, fmt.Sprint(name, r["thread_id"], r["step"], r["iteration"], r["number"], r["start_ns"], r["dur_ns"], r["build_ns"], r["solve_ns"], r["iterations"], r["residual"]))
				}
			}
		}
		steps.Each(tr, func(r *steps.Row) bool {
			known := func(n int64) any {
				if n < 0 {
					return nil
				}
				return n
			}
			name, its, residual := "iterations", any(nil), any(nil)
			if r.IsStep {
				name, its = "steps", r.Its
			}
			if r.Measured {
				residual = r.Residual
			}
			want = append(want, fmt.Sprint(name, tr.Tracks[r.Track].Thread, known(r.Step), known(r.Iteration), r.Number, r.Start, r.NS, known(r.Build), known(r.Solve), its, residual))
			return true
		})
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) || len(want) == 0 {
			t.Errorf("trace %d: got %d rows\n%v\nwant %d\n%v", k, len(got), got, len(want), want)
		}
	}
}

// parents: the row of a parent is the innermost range of the program around it.
func TestParents(t *testing.T) {
	tr := walktest.Random(11, 800)
	rows := written(t, tr, parquet.Options{})["ranges.parquet"].rows
	for _, r := range rows {
		want := any(nil)
		depth := int64(-1)
		for _, o := range rows {
			if o["thread_id"] != r["thread_id"] || o["depth"].(int64) >= r["depth"].(int64) || o["depth"].(int64) < depth || o["id"].(int64) > r["id"].(int64) {
				continue
			}
			if end := o["start_ns"].(int64) + o["dur_ns"].(int64); end >= r["start_ns"].(int64)+r["dur_ns"].(int64) {
				if o["depth"].(int64) > depth || o["id"].(int64) > want.(int64) {
					want, depth = o["id"], o["depth"].(int64)
				}
			}
		}
		if r["parent_id"] != want {
			t.Fatalf("range %v: got parent %v, want %v", r, r["parent_id"], want)
		}
	}
}

// Counters keep their values, times and ranges.
func TestCounters(t *testing.T) {
	tr := walktest.NR(50, true)
	var want []string
	for e := range tr.Events() {
		if e.Kind == trace.Counter {
			want = append(want, fmt.Sprint(tr.Names[e.Name], e.Time, e.Value))
		}
	}
	tables := written(t, tr, parquet.Options{})
	var got []string
	placed := 0
	for _, r := range tables["counters.parquet"].rows {
		got = append(got, fmt.Sprint(r["name"], r["time_ns"], r["value"]))
		if r["name"] == "residual_norm" && r["iteration_id"] != nil && r["step_id"] != nil {
			placed++
		}
	}
	if !slices.Equal(got, want) || placed != 150 {
		t.Errorf("got %d counters, %d of them in iterations, want %d and 150", len(got), placed, len(want))
	}
}

// Names of every sort come back as they are; bytes that are no text are replaced.
func TestHostileNames(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	names := []string{"a\xffb", "", strings.Repeat("x", 1<<16)}
	rng := rand.New(rand.NewPCG(18, 1))
	for range 50 {
		names = append(names, hostile.Name(rng))
	}
	for _, name := range names {
		tr := trace.FromEvents(trace.Header{Program: name, Labels: map[string]string{name: name}}, []string{name}, []trace.Track{{Name: name, Device: -1}},
			[]trace.Event{{Kind: trace.Begin}, {Kind: trace.End, Time: 3}, {Kind: trace.Counter, Time: 4, Value: math.NaN()}})
		tables := written(t, tr, parquet.Options{Capture: name})
		want := strings.ToValidUTF8(name, "\ufffd")
		r, k, c := tables["ranges.parquet"].rows[0], tables["keys.parquet"].rows[0], tables["counters.parquet"].rows[0]
		if r["name"] != want || r["process"] != want || r["capture"] != want || k["name"] != want || k["value"] != want || c["name"] != want {
			t.Errorf("%q: got %v, %v, %v", name, r, k, c)
		}
		if track := r["track"]; name != "" && track != want || name == "" && track != nil {
			t.Errorf("%q: got track %v", name, track)
		}
	}
}

// An empty trace has all tables, with all columns and no rows but its own.
func TestEmpty(t *testing.T) {
	tables := written(t, &trace.Trace{Events: walktest.Of(0, nil).Events}, parquet.Options{Capture: "x"})
	for _, d := range parquet.Tables() {
		table := tables[d.Name+".parquet"]
		rows := 0
		if d.Name == "captures" {
			rows = 1
		}
		if table == nil || len(table.rows) != rows || table.meta["nrkit.schema"] != d.Schema {
			t.Errorf("%s: got %+v", d.Name, table)
		}
	}
	if r := tables["captures.parquet"].rows[0]; r["epoch_ns"] != nil || r["sample"] != int64(1) {
		t.Errorf("got %v", r)
	}
}

// Units and meanings are in each file, and so is what was sampled, and time 0.
func TestMetadata(t *testing.T) {
	tr := walktest.NR(3, true)
	tr.Header.Sample = 64
	for name, table := range written(t, tr, parquet.Options{Capture: "run7"}) {
		for _, d := range parquet.Tables() {
			if d.Name+".parquet" != name {
				continue
			}
			for _, c := range d.Columns {
				if table.meta["nrkit.meaning."+c.Name] != c.Meaning || table.meta["nrkit.unit."+c.Name] != c.Unit {
					t.Errorf("%s: %s: got %v", name, c.Name, table.meta)
				}
			}
		}
		if table.meta["nrkit.sample"] != "64" || table.meta["nrkit.epoch_ns"] != fmt.Sprint(tr.Header.Start.UnixNano()) || table.meta["nrkit.capture"] != "run7" {
			t.Errorf("%s: got %v", name, table.meta)
		}
	}
}

// More rows than a row group has are all there, in their order.
func TestManyRowGroups(t *testing.T) {
	tr := walktest.NR(9000, false)
	rows := written(t, tr, parquet.Options{})["ranges.parquet"].rows
	if len(rows) != 1+16*9000 {
		t.Fatalf("got %d rows, want %d", len(rows), 1+16*9000)
	}
	k := 0
	for r := range tr.Ranges() {
		if rows[k]["start_ns"] != r.Start || rows[k]["name"] != tr.Names[r.Name] {
			t.Fatalf("row %d: got %v, want %+v", k, rows[k], r)
		}
		k++
	}
}

// An error of a file is returned, also if it comes early in a long trace.
func TestErrorOfFile(t *testing.T) {
	full := errors.New("full")
	for _, n := range []int{1, 9000} {
		err := parquet.Write(func(name string, write func(io.Writer) error) error {
			if name == "ranges.parquet" {
				return write(failing{full})
			}
			return write(io.Discard)
		}, walktest.NR(n, true), parquet.Options{})
		if !errors.Is(err, full) {
			t.Errorf("%d steps: got %v", n, err)
		}
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
