package timeline_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nrkit/nrkit/internal/nsys/timeline"
	"github.com/nrkit/nrkit/internal/testkit/timelinetest"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/trace"
)

// read makes a trace of tables.
func read(t *testing.T, tables *timelinetest.Tables, o timeline.Options) (*trace.Trace, []string) {
	t.Helper()
	tr, notes := readNotes(t, tables, o)
	return tr, notes.Warnings
}

// readNotes is read with all notes.
func readNotes(t *testing.T, tables *timelinetest.Tables, o timeline.Options) (*trace.Trace, timeline.Notes) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.sqlite")
	if err := tables.Write(path); err != nil {
		t.Fatal(err)
	}
	e, err := nsys.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	tr, notes, err := timeline.Read(e, o)
	if err != nil {
		t.Fatal(err)
	}
	return tr, notes
}

// The phases of a solver are those of a capture: same names, counts, numbers.
func TestSolver(t *testing.T) {
	s := timelinetest.Solver{Steps: 5, PID: 4711, Start: 1_700_000_000_123_456_789}
	tr, warnings := read(t, s.Tables(), timeline.Options{})
	if len(warnings) > 0 {
		t.Errorf("got %v", warnings)
	}
	if want := time.Unix(0, s.Start).UTC(); !tr.Header.Start.Equal(want) || tr.Header.Program != "mysim" || tr.Header.PID != 4711 {
		t.Errorf("got %+v", tr.Header)
	}
	for _, p := range trace.Check(tr) {
		t.Error(p)
	}
	sum := trace.Summarize(tr, trace.SummaryOptions{})
	counts := map[string]int64{}
	for _, p := range sum.Phases {
		counts[p.Name] = p.Count
	}
	want := map[string]int64{"transient": 1, "timestep": 5, "nr_iteration": 15, "build_system": 15, "linear_solve": 15, "factor": 15, "convergence": 15, "app:request": 4}
	if fmt.Sprint(counts) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", counts, want)
	}
	if sum.Steps.Count != 5 || sum.Iterations.Count != 15 || fmt.Sprint(sum.Histogram) != "[0 0 0 5]" {
		t.Errorf("got %d steps, %d iterations, %v", sum.Steps.Count, sum.Iterations.Count, sum.Histogram)
	}
	var steps []int64
	for e := range tr.Events() {
		if e.Kind == trace.Begin && tr.Names[e.Name] == trace.PhaseTimestep {
			steps = append(steps, e.Index)
		}
	}
	if !slices.Equal(steps, []int64{0, 1, 2, 3, 4}) {
		t.Errorf("got %v", steps)
	}
}

// GPU time and waiting of each phase, start/end ranges too, are those of the
// rows that the phase launched, found in the slow way.
func TestGPUTime(t *testing.T) {
	tables := timelinetest.Solver{Steps: 20, PID: 9, Seed: 4}.Tables()
	gpu, wait, all := attribute(tables)
	tr, _ := read(t, tables, timeline.Options{})
	sum := trace.Summarize(tr, trace.SummaryOptions{})
	for _, p := range sum.Phases {
		if p.GPU == nil || *p.GPU != gpu[p.Name] || *p.Wait != wait[p.Name] {
			t.Errorf("%s: got %d and %d ns, want %d and %d", p.Name, *p.GPU, *p.Wait, gpu[p.Name], wait[p.Name])
		}
	}
	d := sum.Device
	if d.NS != all || d.Unattributed != 5300 || d.NS-d.Unattributed != gpu["transient"] || gpu["build_system"] == 0 || gpu["app:request"] == 0 {
		t.Errorf("got %+v, want %d of %d in transient", d, gpu["transient"], all)
	}
	if d.Wait != wait["convergence"] || d.Calls != 60 || d.Wait == 0 {
		t.Errorf("got %+v", d)
	}
	tables.Kernels, tables.Copies, tables.Calls = nil, nil, nil
	tr, _ = read(t, tables, timeline.Options{})
	sum = trace.Summarize(tr, trace.SummaryOptions{})
	if sum.Device != nil || sum.Phases[0].GPU != nil || sum.Phases[0].Wait != nil {
		t.Errorf("got %+v without any work", sum.Device)
	}
}

// The name of a copy has its direction and the memory of the host.
func TestCopyNames(t *testing.T) {
	names := map[[3]any]string{
		{1, 0, 2}: "memcpy HtoD pageable", {1, 1, 2}: "memcpy HtoD pinned", {2, 2, 4}: "memcpy DtoH managed", {4, 3, 0}: "memcpy AtoH pageable",
		{2, 0, 7}: "memcpy DtoH", {1, nil, nil}: "memcpy HtoD", {8, 2, 2}: "memcpy DtoD", {10, 2, 2}: "memcpy PtoP",
		{11, 0, 2}: "memcpy UM HtoD", {9, 0, 1}: "memcpy HtoH", {0, 0, 2}: "memcpy", {14, 0, 2}: "memcpy of kind 14",
	}
	for kinds, want := range names {
		tables := timelinetest.Tables{Copies: [][]any{{10, 20, 0, 1, 7, 3, 5 << 24, 8, kinds[0], kinds[1], kinds[2]}}}
		tr, _ := read(t, &tables, timeline.Options{})
		if !slices.Contains(tr.Names, want) || tr.Sort(int32(slices.Index(tr.Names, want))) != trace.SortMemcpy {
			t.Errorf("%v: got %q, want %s", kinds, tr.Names, want)
		}
	}
}

// Ranges that end with the recording were open, if one of them is in another; a
// range by itself may be the one that ended the recording, and is no warning.
func TestOpenAtTheEnd(t *testing.T) {
	const push, thread = 59, 5<<24 | 9
	for _, tt := range []struct {
		name     string
		duration [][]any // nil: the export does not tell
		ends     [2]any
		want     timeline.Open
		warnings int
	}{
		{"both", [][]any{{100}}, [2]any{100, 100}, timeline.Open{Ranges: 2, Innermost: "inner", Nested: true}, 1},
		{"the outer one", [][]any{{100}}, [2]any{100, 90}, timeline.Open{Ranges: 1, Innermost: "outer"}, 0},
		{"none", [][]any{{101}}, [2]any{100, 100}, timeline.Open{}, 0},
		{"no duration", nil, [2]any{100, 100}, timeline.Open{}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tables := timelinetest.Tables{Durations: tt.duration, NVTX: [][]any{
				{10, tt.ends[0], push, nil, "outer", thread, nil, nil, 0, nil, nil}, {20, tt.ends[1], push, nil, "inner", thread, nil, nil, 0, nil, nil},
			}}
			tr, notes := readNotes(t, &tables, timeline.Options{})
			if notes.Open != tt.want || len(notes.Warnings) != tt.warnings {
				t.Errorf("got %+v, %q, want %+v", notes.Open, notes.Warnings, tt.want)
			}
			if s := trace.Summarize(tr, trace.SummaryOptions{}); s.Open != 0 || s.Span != 90 {
				t.Errorf("got %d open in %d ns, want the ends of the export", s.Open, s.Span)
			}
		})
	}
}

// attribute is the obvious way: every row with every range.
func attribute(t *timelinetest.Tables) (gpu, wait map[string]int64, all int64) {
	gpu, wait = map[string]int64{}, map[string]int64{}
	texts := map[any]string{}
	for _, s := range t.Strings {
		texts[s[0]] = s[1].(string)
	}
	around := func(call []any) map[string]int64 {
		names := map[string]int64{}
		for _, r := range t.NVTX {
			if (r[2] == 59 || r[2] == 60) && r[5] == call[3] && toInt(r[0]) <= toInt(call[0]) && toInt(r[1]) >= toInt(call[1]) {
				name := texts[r[7]]
				if r[2] == 60 {
					name = "app:" + name
				}
				names[name]++
			}
		}
		return names
	}
	for _, c := range t.Calls {
		names := around(c)
		for _, rows := range [][][]any{t.Kernels, t.Copies} {
			for _, w := range rows {
				if w[5] == c[4] && w[6].(int64) == c[3].(int64)&^0xffffff {
					for name, n := range names {
						gpu[name] += n * (w[1].(int64) - w[0].(int64))
					}
				}
			}
		}
		if strings.Contains(texts[c[5]], "Synchronize") {
			for name, n := range names {
				wait[name] += n * (c[1].(int64) - c[0].(int64))
			}
		}
	}
	for _, rows := range [][][]any{t.Kernels, t.Copies} {
		for _, w := range rows {
			all += w[1].(int64) - w[0].(int64)
		}
	}
	return gpu, wait, all
}

// describe lists the tracks with their ranges.
func describe(tr *trace.Trace) string {
	var lines []string
	for i, k := range tr.Tracks {
		lines = append(lines, fmt.Sprintf("%s (%d/%d device %d context %d stream %d lane %d):", k.Name, k.Process, k.Thread, k.Device, k.Context, k.Stream, k.Lane))
		for e := range tr.Events() {
			if int(e.Track) != i {
				continue
			}
			switch e.Kind {
			case trace.Begin:
				lines = append(lines, fmt.Sprintf(" %d %s", e.Time, tr.Names[e.Name]))
			case trace.End:
				lines = append(lines, fmt.Sprintf(" %d /%s", e.Time, tr.Names[e.Name]))
			case trace.Arg:
				lines = append(lines, fmt.Sprintf(" %s=%g", tr.Names[e.Name], e.Value))
			case trace.FlowIn:
				lines = append(lines, fmt.Sprintf(" <%d", e.Index))
			case trace.FlowOut:
				lines = append(lines, fmt.Sprintf(" >%d", e.Index))
			case trace.Instant:
				lines = append(lines, fmt.Sprintf(" %d !%s", e.Time, tr.Names[e.Name]))
			}
		}
	}
	return strings.Join(lines, "\n")
}

// What does not nest is on a lane: calls give way to ranges, ranges to those of
// nrkit. What is open stays so.
func TestLanes(t *testing.T) {
	tid := int64(1<<48 | 5<<24 | 6)
	row := func(start, end any, kind int, text string, domain int64, value any) []any {
		return []any{start, end, kind, nil, text, tid, nil, nil, domain, nil, value}
	}
	tables := &timelinetest.Tables{
		Strings: [][]any{{1, "cudaMalloc"}, {2, "cudaFree"}},
		NVTX: [][]any{
			row(0, nil, 75, "nrkit", 1, nil), row(0, nil, 75, "lib", 2, nil),
			row(100, 200, 59, "build_system", 1, nil), row(50, 150, 59, "early", 2, 2.5), // gives way
			row(300, 400, 59, "late", 0, nil), row(350, 450, 59, "later", 0, nil), // the later one gives way
			row(360, 370, 34, "mark", 2, nil),
			row(500, nil, 59, "open", 0, nil), row(510, 520, 59, "inside", 0, nil),
			row(100, 300, 60, "a", 0, nil), row(200, 400, 60, "b", 0, nil), row(210, 250, 60, "c", 0, nil),
			row(700, 600, 59, "backwards", 0, nil),
			{100, 110, 60, nil, "away", tid, tid + 1, nil, 0, nil, nil},
		},
		Calls: [][]any{{120, 130, 0, tid, 1, 1, 0}, {190, 220, 0, tid, 2, 2, 0}, {120, 130, 67, tid, 1, 1, 0}},
		Kernels: [][]any{
			{200, 300, 0, 1, 7, 1, tid &^ 0xffffff, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, {250, 260, 0, 1, 7, 1, tid &^ 0xffffff, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
			{200, 300, 0, 2, 7, 2, int64(1<<48 | 8<<24), 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
		},
		OS: [][]any{{110, 115, 27, tid, 2, 0, 0}},
	}
	tr, warnings := read(t, tables, timeline.Options{OSCalls: true})
	want := `across threads (start/end 1) (5/0 device -1 context 0 stream 0 lane 0):
 100 away
 110 /away
thread 6 (5/6 device -1 context 0 stream 0 lane 0):
 100 build_system
 110 cudaFree
 115 /cudaFree
 120 cudaMalloc
 >0
 130 /cudaMalloc
 200 /build_system
 300 late
 360 !lib:mark
 400 /late
 500 open
 510 inside
 520 /inside
thread 6 (overlap 1) (5/6 device -1 context 0 stream 0 lane 1):
 50 lib:early
 payload=2.5
 150 /lib:early
 190 cudaFree
 220 /cudaFree
 350 later
 450 /later
thread 6 (start/end 1) (5/6 device -1 context 0 stream 0 lane 2):
 100 a
 210 c
 250 /c
 300 /a
thread 6 (start/end 2) (5/6 device -1 context 0 stream 0 lane 3):
 200 b
 400 /b
GPU 0, context 1, stream 7 (5/0 device 0 context 1 stream 7 lane 0):
 200 cudaMalloc
 <0
 300 /cudaMalloc
GPU 0, context 1, stream 7 (overlap 1) (5/0 device 0 context 1 stream 7 lane 1):
 250 cudaMalloc
 <0
 260 /cudaMalloc
GPU 0, context 2, stream 7 (8/0 device 0 context 2 stream 7 lane 0):
 200 cudaMalloc
 <1
 300 /cudaMalloc`
	if got := describe(tr); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if len(warnings) != 1 || !strings.Contains(warnings[0], "1 rows") || tr.Loss.Ranges != 1 {
		t.Errorf("got %v, %+v", warnings, tr.Loss)
	}
}

// Rows in any order make the same trace.
func TestOrderOfRows(t *testing.T) {
	tables := timelinetest.Solver{Steps: 3, PID: 9}.Tables()
	tr, _ := read(t, tables, timeline.Options{})
	want := describe(tr)
	slices.Reverse(tables.NVTX)
	slices.Reverse(tables.Calls)
	slices.Reverse(tables.Kernels)
	tr, _ = read(t, tables, timeline.Options{})
	if got := withoutFlows(describe(tr)); got != withoutFlows(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// withoutFlows drops the numbers of flows, which go by the order of rows.
func withoutFlows(s string) string {
	lines := strings.Split(s, "\n")
	return strings.Join(slices.DeleteFunc(lines, func(l string) bool { return strings.HasPrefix(l, " <") || strings.HasPrefix(l, " >") }), "\n")
}

// Rows before the start of the session move the start of the trace.
func TestBeforeTheSession(t *testing.T) {
	tables := timelinetest.Solver{Steps: 1, PID: 9, Start: 1e18}.Tables()
	for _, r := range tables.NVTX[2:] {
		r[0] = toInt(r[0]) - 5000
		if r[1] != nil {
			r[1] = toInt(r[1]) - 5000
		}
	}
	tr, _ := read(t, tables, timeline.Options{})
	least := int64(1 << 62)
	for e := range tr.Events() {
		least = min(least, e.Time)
	}
	if moved := int64(1e18) - tr.Header.Start.UnixNano(); least != 0 || moved <= 0 || moved >= 5000 {
		t.Errorf("got the first event at %d, the start %d ns earlier", least, moved)
	}
}

func toInt(v any) int64 {
	switch v := v.(type) {
	case int:
		return int64(v)
	case int64:
		return v
	}
	panic("no integer")
}
