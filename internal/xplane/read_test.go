package xplane_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nrkit/nrkit/internal/testkit/xplanetest"
	"github.com/nrkit/nrkit/internal/xplane"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/xla/phases"
)

func read(t *testing.T, s *xplanetest.Space) (*trace.Trace, []string) {
	t.Helper()
	tr, warnings, err := xplane.Read(bytes.NewReader(s.Encode()), xplane.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range trace.Check(tr) {
		t.Error(p)
	}
	return tr, warnings
}

const start = 1_700_000_000_123_456_789

// Phases have the operations on the GPU that XLA says are of them, as often as
// they ran, and an iteration begins with the operation that begins the first.
func TestNewton(t *testing.T) {
	const n = 40
	tr, warnings := read(t, xplanetest.Newton{Iterations: n, Start: start, Path: "jit(f)/jit(main)/while/body/nr_iteration"}.Space())
	if want := "phases come from the op_name of 240 of 280 device operations; they are approximate for fusions, which keep the op_name of one operation"; fmt.Sprint(warnings) != fmt.Sprint([]string{want}) {
		t.Errorf("got %q", warnings)
	}
	if h := tr.Header; !h.Start.Equal(time.Unix(0, start)) || h.Host != "node1" || h.Clock != "xplane" {
		t.Errorf("got %+v", h)
	}
	s := trace.Summarize(tr, trace.SummaryOptions{})
	want := map[string]int64{"nr_iteration": 8700 * n, "build_system": 3000 * n, "linear_solve": 5000 * n, "convergence": 700 * n}
	for _, p := range s.Phases {
		if p.Count != n || *p.GPU != want[p.Name] {
			t.Errorf("%s: got %d times, %d ns, want %d, %d", p.Name, p.Count, *p.GPU, n, want[p.Name])
		}
		delete(want, p.Name)
	}
	if len(want) > 0 || s.Iterations.Count != n {
		t.Errorf("no %v, %d iterations", want, s.Iterations.Count)
	}
	d := s.Device
	if d.Work != 7*n || d.NS != 8740*n || d.Unattributed != 40*n || d.Launched != 7*n || d.Calls != n || d.Wait < 900*n || d.Wait > 900*n+n {
		t.Errorf("got %+v", d)
	}
}

// Ranges of devices are called by kernel and operation, and have an identity.
func TestNames(t *testing.T) {
	tr, _ := read(t, xplanetest.Newton{Iterations: 2, Path: "jit(f)"}.Space())
	got := map[string]int{}
	bytes := 0.0
	for e := range tr.Events() {
		if e.Kind == trace.Begin && trace.OnDevice(tr.Sort(e.Name)) {
			if x := tr.Tracks[e.Track]; x.Device != 0 || x.Stream != 16 || x.Context != -1 || x.Name != "GPU 0, stream #16(Kernel,MemcpyD2H)" {
				t.Errorf("got %+v", x)
			}
			got[tr.Sort(e.Name)+" "+tr.Names[e.Name]]++
		}
		if e.Kind == trace.Arg && tr.Names[e.Name] == "bytes" {
			bytes += e.Value
		}
	}
	want := map[string]int{
		"kernel stamp @ jit(f)/nr_build_system/scatter": 4, "kernel eval @ jit(f)/vmap(nr_build_system)/exp": 2,
		"kernel lu @ jit(f)/jvp(nr_linear_solve)/custom": 2, "kernel lu @ jit(f)/nr_linear_solve/mul": 2,
		"kernel norm @ jit(f)/nr_convergence/reduce_max": 2, "memcpy memcpy DtoH pinned": 2,
	}
	if fmt.Sprint(got) != fmt.Sprint(want) || bytes != 2 {
		t.Errorf("got %v, %v bytes, want %v", got, bytes, want)
	}
}

// Segments that the caller knows are phases too.
func TestScopes(t *testing.T) {
	s := xplanetest.Newton{Iterations: 3, Path: "jit(f)/outer"}.Space()
	tr, _, err := xplane.Read(bytes.NewReader(s.Encode()), xplane.Options{Scopes: phases.NewTable(map[string]string{"outer": "mine"})})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range trace.Summarize(tr, trace.SummaryOptions{}).Phases {
		if p.Name == "mine" && *p.GPU == 3*8700 {
			return
		}
	}
	t.Errorf("got %v", tr.Names)
}

// one returns a profile with one stream and one thread.
func one(gpu, host []xplanetest.Event) *xplanetest.Space {
	return &xplanetest.Space{Planes: []*xplanetest.Plane{
		{Name: "/device:GPU:3", Lines: []*xplanetest.Line{{ID: 9, Name: "Stream #7(Kernel)", Events: gpu}}},
		{Name: "/host:CPU", Lines: []*xplanetest.Line{{ID: 5, Name: "main", Events: host}}},
	}}
}

// Begins and ends are cut to ns, those before 0 too: order and nesting stay, and
// a sum differs by less than 1 ns for each event.
func TestRounding(t *testing.T) {
	var gpu, host []xplanetest.Event
	ps := int64(-2_500)
	sum := int64(0)
	for i := range int64(1000) {
		d := 1 + i*i%2345
		gpu = append(gpu, xplanetest.Event{Name: "k", Offset: ps, Duration: d})
		host = append(host, xplanetest.Event{Name: "outer", Offset: ps, Duration: d + 1000}, xplanetest.Event{Name: "inner", Offset: ps + 999, Duration: d})
		sum += d
		ps += d + 1000 + i%3
	}
	tr, warnings := read(t, one(gpu, host))
	if len(warnings) > 0 || len(tr.Tracks) != 2 {
		t.Errorf("got %q, %d tracks", warnings, len(tr.Tracks))
	}
	got, n := int64(0), 0
	for r := range tr.Ranges() {
		switch name := tr.Names[r.Name]; {
		case name == "inner" && r.Depth != 1, name == "outer" && r.Depth != 0, r.Start < 0:
			t.Errorf("got %+v of %s", r, name)
		case name == "k":
			got += r.End - r.Start
			n++
		}
	}
	if diff := got*1000 - sum; n != 1000 || diff <= -1000*1000 || diff >= 1000*1000 || diff == 0 {
		t.Errorf("got %d ns in %d, want %d ps", got, n, sum)
	}
}

// Times before 0 are cut to the ns before them, not to that after.
func TestBefore(t *testing.T) {
	tr, _ := read(t, one([]xplanetest.Event{{Name: "k", Offset: -500, Duration: 600}}, nil))
	for e := range tr.Events() {
		if want := map[trace.Kind]int64{trace.Begin: 0, trace.End: 1}[e.Kind]; e.Time != want {
			t.Errorf("got %+v, want it at %d", e, want)
		}
	}
}

// Times of the wall clock begin at the start of the profile, or at the first
// event; what is before time 0 moves it.
func TestOrigin(t *testing.T) {
	for _, c := range []struct {
		line, start, want, first int64
	}{
		{100, start, start, 100},
		{100, 0, 0, 100},
		{start + 70, start, start, 70},
		{start + 70, 0, start + 70, 0},
		{start - 70, start, start - 70, 0},
		{-50, start, start - 50, 0},
		{-50, 0, 0, 0},
	} {
		s := one([]xplanetest.Event{{Name: "k", Duration: 5000}}, nil)
		s.Planes[0].Lines[0].Start = c.line
		s.Planes = append(s.Planes, &xplanetest.Plane{Name: "Task Environment", Stats: xplanetest.Stats("profile_start_time", uint64(c.start))})
		tr, _ := read(t, s)
		got := int64(0)
		if !tr.Header.Start.IsZero() {
			got = tr.Header.Start.UnixNano()
		}
		for e := range tr.Events() {
			if e.Kind == trace.Begin && (e.Time != c.first || got != c.want) || e.Kind == trace.End && e.Time != c.first+5 {
				t.Errorf("%+v: got %d from %d", c, e.Time, got)
			}
		}
	}
}

// call and work are of one launch.
func call(id, device, at int64) xplanetest.Event {
	return xplanetest.Event{Name: "cuLaunchKernel", Offset: at, Duration: 1000, Stats: xplanetest.Stats("correlation_id", id, "device_id", device)}
}

func work(id, at int64) xplanetest.Event {
	return xplanetest.Event{Name: "k", Offset: at, Duration: 1000, Stats: xplanetest.Stats("correlation_id", id, "kernel_details", "x")}
}

// A correlation id joins one call with its work. Where several calls or devices
// have it, the device that the call names decides, or there is no flow.
func TestFlows(t *testing.T) {
	for _, c := range []struct {
		name        string
		calls       []xplanetest.Event
		first, next []xplanetest.Event // work of devices 0 and 1
		flows, into int
		warning     string
	}{
		{"one", []xplanetest.Event{call(4, 22244, 0)}, []xplanetest.Event{work(4, 0)}, nil, 1, 1, ""},
		{"graph", []xplanetest.Event{call(4, 0, 0)}, []xplanetest.Event{work(4, 0), work(4, 2000)}, nil, 1, 2, ""},
		{"two devices", []xplanetest.Event{call(4, 1, 0)}, []xplanetest.Event{work(4, 0)}, []xplanetest.Event{work(4, 0)}, 1, 1, "1 correlation ids belong"},
		{"two unknown devices", []xplanetest.Event{call(4, 7, 0)}, []xplanetest.Event{work(4, 0)}, []xplanetest.Event{work(4, 0)}, 0, 0, "1 correlation ids belong"},
		{"two calls", []xplanetest.Event{call(4, 0, 0), call(4, 1, 2000)}, []xplanetest.Event{work(4, 0)}, []xplanetest.Event{work(4, 0)}, 2, 2, ""},
		{"two calls of one device", []xplanetest.Event{call(4, 0, 0), call(4, 0, 2000)}, []xplanetest.Event{work(4, 0)}, nil, 0, 0, "1 correlation ids belong"},
		{"none", nil, []xplanetest.Event{work(4, 0)}, nil, 0, 0, "1 device operations have no call"},
		{"no work", []xplanetest.Event{call(4, 0, 0)}, nil, nil, 0, 0, ""},
		{"no id", []xplanetest.Event{call(0, 0, 0)}, []xplanetest.Event{work(0, 0)}, nil, 0, 0, ""},
	} {
		s := one(nil, c.calls)
		s.Planes = []*xplanetest.Plane{s.Planes[1],
			{Name: "/device:GPU:0", Lines: []*xplanetest.Line{{Name: "Stream #1(Kernel)", Events: c.first}}},
			{Name: "/device:GPU:1", Lines: []*xplanetest.Line{{Name: "Stream #1(Kernel)", Events: c.next}}}}
		tr, warnings := read(t, s)
		into := 0
		for e := range tr.Events() {
			if e.Kind == trace.FlowIn {
				into++
			}
		}
		if tr.Flows != int64(c.flows) || into != c.into || len(warnings) != min(len(c.warning), 1) || !strings.HasPrefix(fmt.Sprint(warnings), "["+c.warning) {
			t.Errorf("%s: got %d flows into %d, %q", c.name, tr.Flows, into, warnings)
		}
	}
}

// What is odd is said, and the rest is read.
func TestWarnings(t *testing.T) {
	odd := []xplanetest.Event{
		{Name: "k", Offset: 0, Duration: -5},
		{Name: "k", Offset: math.MaxInt64, Duration: 5},
		{Name: "k", Occurrences: 7, Duration: 5},
		{Name: "gone", Offset: 0, Duration: 5000, NoMeta: true},
		{Name: "CudaGraphExec:3", Offset: 9000, Duration: 5000},
	}
	s := one(odd, []xplanetest.Event{
		{Name: "WARNING: CommandBuffer disabled when profiling", Offset: 0, Duration: 10_000},
		{Name: "command_buffer (disabled for profiling)", Offset: 1000, Duration: 5000},
		{Name: "mark", Offset: 1000},
	})
	s.Planes[0].Lines = append(s.Planes[0].Lines, &xplanetest.Line{Name: "XLA Ops", Events: odd[3:]})
	s.Planes = append(s.Planes, &xplanetest.Plane{Name: "/device:TPU:0", Lines: []*xplanetest.Line{{Name: "XLA Ops", Events: odd[3:]}}})
	s.Errors, s.Warnings = []string{"bad"}, []string{"hm"}
	tr, warnings := read(t, s)
	want := []string{
		"the profiler says: bad", "the profiler says: hm", "the profiler disabled command buffers in 2 executions: runs without",
		"1 runs of CUDA graphs", "ignored 2 events that the profiler derived", "ignored 2 events of planes", "ignored 1 events that each stand for several",
		"1 events have no metadata", "ignored 2 events that end before",
	}
	if !slices.EqualFunc(warnings, want, strings.HasPrefix) {
		t.Errorf("got %q, want %q", warnings, want)
	}
	kinds := map[trace.Kind]int{}
	for e := range tr.Events() {
		kinds[e.Kind]++
	}
	if kinds[trace.Begin] != 4 || kinds[trace.Instant] != 1 || tr.Loss.Ranges != 3 {
		t.Errorf("got %v, %d lost", kinds, tr.Loss.Ranges)
	}
}

// A graph is launched by a call with its number behind the name, and runs as a
// whole.
func TestGraph(t *testing.T) {
	tr, warnings := read(t, one(
		[]xplanetest.Event{
			{Name: "CudaGraphExec:3", Offset: 9000, Duration: 5000, Stats: xplanetest.Stats("correlation_id", int64(8), "cuda_graph_exec_id", uint64(3))},
			{Name: "memset (driver)", Offset: 90_000, Duration: 5000, Stats: xplanetest.Stats("Memset_details", "kind:device size:64 async:1")},
		},
		[]xplanetest.Event{{Name: "cuGraphLaunch (CudaGraph:3)", Offset: 1000, Duration: 5000, Stats: xplanetest.Stats("correlation_id", int64(8))}}))
	var got []string
	for e := range tr.Events() {
		switch e.Kind {
		case trace.Begin:
			got = append(got, tr.Sort(e.Name)+" "+tr.Names[e.Name])
		case trace.Arg:
			got = append(got, fmt.Sprint(tr.Names[e.Name], " ", e.Value))
		}
	}
	if want := []string{"api cuGraphLaunch", "graph CUDA graph", "graph_exec_id 3", "memset memset", "bytes 64"}; !slices.Equal(got, want) || tr.Flows != 1 || len(warnings) != 1 {
		t.Errorf("got %q, %d flows, %q", got, tr.Flows, warnings)
	}
}

// Lines of one id are one thread; steps have their number.
func TestThreads(t *testing.T) {
	s := one(nil, []xplanetest.Event{{Name: "train", Offset: 0, Duration: 90_000, Stats: xplanetest.Stats("step_num", int64(12))}})
	s.Planes = append(s.Planes, &xplanetest.Plane{Name: "/host:CUPTI", Lines: []*xplanetest.Line{{ID: 5, Name: "Host Threads/5", Events: []xplanetest.Event{call(1, 0, 10_000)}}}})
	slices.Reverse(s.Planes)
	tr, _ := read(t, s)
	if len(tr.Tracks) != 1 || tr.Tracks[0].Name != "main" || tr.Tracks[0].Thread != 5 {
		t.Errorf("got %+v", tr.Tracks)
	}
	depth := 0
	for e := range tr.Events() {
		if e.Kind == trace.Begin {
			if depth++; tr.Names[e.Name] == "train" && e.Index != 12 || tr.Names[e.Name] == "cuLaunchKernel" && depth != 2 {
				t.Errorf("got %+v", e)
			}
		}
	}
}

func TestGzip(t *testing.T) {
	s := xplanetest.Newton{Iterations: 3, Path: "f"}.Space()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(s.Encode()); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	whole := b.Bytes()
	tr, _, err := xplane.Read(bytes.NewReader(whole), xplane.Options{})
	if err != nil || tr.Flows != 21 {
		t.Errorf("got %v, %+v", err, tr)
	}
	damaged := bytes.Clone(whole)
	damaged[len(damaged)-6] ^= 1 // of the checksum
	for what, text := range map[string][]byte{"cut": whole[:len(whole)-9], "damaged": damaged} {
		var syntax *trace.SyntaxError
		if _, _, err := xplane.Read(bytes.NewReader(text), xplane.Options{}); !errors.As(err, &syntax) || syntax.Offset == 0 {
			t.Errorf("of a file that was %s: got %v, want a position", what, err)
		}
	}
}

// Errors say where the file is no profile.
func TestErrors(t *testing.T) {
	whole := xplanetest.Newton{Iterations: 1, Path: "f"}.Space().Encode()
	for _, c := range []struct{ data, want string }{
		{"", "offset 0: no plane in 0 bytes, want a profile of JAX (xplane.pb)"},
		{"\x22\x01h", "offset 0: no plane in 3 bytes"},
		{"\x0a\x05\x12\x07/h", "offset 0: field 1 of wire type 2 is not whole, with 5 bytes left"},
		{"\x0a\x04\x12\x07/h", "offset 2: field 2 of wire type 2 is not whole"},
		{"\x0a\x02\x10\x07", "offset 2: XPlane.name has wire type 0, want 2"},
		{"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", "offset 0: no key of a field, but ff ff ff ff"},
		{string(whole) + "\x08\x01", "XSpace.planes has wire type 0, want 2"},
		{string(whole[:len(whole)-3]), fmt.Sprintf("offset %d: field 4 of wire type 2 is not whole", len(whole)-7)},
	} {
		_, _, err := xplane.Read(strings.NewReader(c.data), xplane.Options{})
		var at *trace.SyntaxError
		if !errors.As(err, &at) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// Only profiles look like one.
func TestIs(t *testing.T) {
	data := xplanetest.Newton{Iterations: 1, Path: "f"}.Space().Encode()
	for n := range 64 {
		if xplane.Is(data[:n]) != (n >= 10) {
			t.Errorf("got %v for %d bytes", xplane.Is(data[:n]), n)
		}
	}
	for _, head := range []string{"", "{\"a\":1}", "\n{\"a\":1}", "\x1f\x8b", "\x0a\x10\x08\x01\x12\x05hello", "\x0a\x04\x0a\x02\x08\x01", "\x0a\xff", "\x0a\x05\x08"} {
		if xplane.Is([]byte(head)) {
			t.Errorf("%q is one", head)
		}
	}
	for _, name := range []string{"/device:GPU:0", "Task Environment"} {
		s := &xplanetest.Space{Planes: []*xplanetest.Plane{{ID: 900, Name: name}}}
		if !xplane.Is(s.Encode()) {
			t.Errorf("%s is none", name)
		}
	}
}
