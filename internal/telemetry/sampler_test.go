package telemetry

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nrkit/nrkit/trace"
)

// A fakeDevice gives the figure f of round k as 100·f + k, and what change says.
type fakeDevice struct {
	id     Identity
	round  int
	asked  []Set
	change func(round int, r *Reading)
}

func (d *fakeDevice) Identity() Identity { return d.id }

func (d *fakeDevice) Read(want Set, r *Reading) {
	d.asked = append(d.asked, want)
	for _, f := range Fields() {
		if want.Has(f) {
			r.Values[f] = float64(100*int(f) + d.round)
		}
	}
	r.Values[Throttle] = 0
	if d.change != nil {
		d.change(d.round, r)
	}
	d.round++
}

// A fakeSource has the devices.
type fakeSource struct {
	devices []Device
	err     error
	closed  int
}

func (s *fakeSource) Devices() ([]Device, error) { return s.devices, s.err }
func (s *fakeSource) Close() error               { s.closed++; return nil }

// sources returns a source with n devices.
func sources(n int) (*fakeSource, []*fakeDevice) {
	s := &fakeSource{}
	var list []*fakeDevice
	for k := range n {
		d := &fakeDevice{id: Identity{Index: k, Instance: -1, Name: "Model", UUID: fmt.Sprintf("GPU-%d", k), PCI: fmt.Sprintf("0000:0%d:00.0", k)}}
		s.devices = append(s.devices, d)
		list = append(list, d)
	}
	return s, list
}

// rounds runs a sampler for n rounds.
func rounds(t *testing.T, src Source, rec *trace.Recorder, o Options, n int) *Result {
	t.Helper()
	ticks := make(chan time.Time)
	o.ticks = ticks
	s, err := Start(src, rec, o)
	if err != nil {
		t.Fatal(err)
	}
	for range n - 1 {
		ticks <- time.Time{}
	}
	r, err := s.Stop()
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := s.Stop(); again != r {
		t.Error("Stop twice gives another result")
	}
	return r
}

// Counters of two devices come to the capture, each on the track of its device.
func TestCapture(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.nrt")
	rec, err := trace.Create(path, trace.Header{Program: "test"}, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	src, devices := sources(2)
	devices[1].change = func(k int, r *Reading) { r.Values[Throttle] = []float64{0, 4, 4 | 32, 32, 0}[k] }
	result := rounds(t, src, rec, Options{}, 5)
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	if src.closed != 1 {
		t.Errorf("the source was closed %d times", src.closed)
	}
	capture, err := trace.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer capture.Close()
	want := map[string][]float64{"0 throttle_reasons": {0, 0, 0, 0, 0}, "1 throttle_reasons": {0, 4, 36, 32, 0},
		"1 throttle_sw_power_cap": {1, 0}, "1 throttle_sw_thermal": {1, 0}}
	for _, f := range Fields()[:Throttle] {
		x := float64(100 * int(f))
		for k := range devices {
			want[fmt.Sprintf("%d %s", k, f)] = []float64{x, x + 1, x + 2, x + 3, x + 4}
		}
	}
	checkCounters(t, capture, devices, want)

	// The same counters come to a trace that another program recorded.
	other := &trace.Trace{Header: trace.Header{Start: result.Start.Add(-time.Second)}, Names: []string{"solve", "power_w"},
		Tracks: []trace.Track{{Device: -1}}, Events: func() iter.Seq[trace.Event] { return func(func(trace.Event) bool) {} }}
	AddTo(other, result)
	checkCounters(t, other, devices, want)
	for e := range other.Events() {
		if e.Time < 1e9 || e.Time > 60e9 {
			t.Errorf("a counter at %d ns, 1 s or later wanted", e.Time)
		}
	}
	early := &trace.Trace{Header: trace.Header{Start: result.Start.Add(time.Hour)}, Events: func() iter.Seq[trace.Event] { return func(func(trace.Event) bool) {} }}
	AddTo(early, result)
	for range early.Events() {
		t.Error("a sample from before the trace")
	}
}

// checkCounters compares the counters of a trace by "device name".
func checkCounters(t *testing.T, capture *trace.Trace, devices []*fakeDevice, want map[string][]float64) {
	t.Helper()
	got := map[string][]float64{}
	for e := range capture.Events() {
		tr := capture.Tracks[e.Track]
		if e.Kind != trace.Counter || tr.Name != devices[tr.Device].id.Label() {
			t.Errorf("event %v on track %v", e, tr)
		}
		key := fmt.Sprintf("%d %s", tr.Device, capture.Names[e.Name])
		got[key] = append(got[key], e.Value)
	}
	for key := range want {
		if !slices.Equal(got[key], want[key]) {
			t.Errorf("%s: want %v, got %v", key, want[key], got[key])
		}
		delete(got, key)
	}
	if len(got) > 0 {
		t.Errorf("besides: %v", got)
	}
	if list := trace.Check(capture); len(list) > 0 {
		t.Errorf("the capture: %v", list)
	}
}

// A figure that a device lacks is asked for once and told once; one that fails
// now and then is told once and asked for again.
func TestFailingFigures(t *testing.T) {
	src, devices := sources(2)
	devices[0].change = func(k int, r *Reading) {
		r.Errs[Power] = fmt.Errorf("here: %w", ErrUnsupported)
		if k == 0 {
			r.Errs[Temperature] = r.Errs[Power]
		}
		if k%2 == 1 {
			r.Errs[SMClock] = errors.New("busy")
		}
	}
	r := rounds(t, src, nil, Options{}, 6)
	warnings, notes := []string{"GPU 0: sm_clock_mhz could not be read at times: busy"}, []string{"GPU 0 has no power_w, temperature_c: here: not supported"}
	if !slices.Equal(r.Warnings, warnings) || !slices.Equal(r.Notes, notes) {
		t.Errorf("want %q and %q, got %q and %q", warnings, notes, r.Warnings, r.Notes)
	}
	if devices[0].asked[0] != All || devices[0].asked[5] != All.Without(Power).Without(Temperature) || devices[1].asked[5] != All {
		t.Errorf("asked for %b and %b", devices[0].asked, devices[1].asked)
	}
	for _, s := range r.Devices[0].Stats {
		switch {
		case s.Field == Power:
			t.Error("a figure that is not there has statistics")
		case s.Field == SMClock && s != (Stat{SMClock, 3, 200, 202, 204}):
			t.Errorf("clock: %+v", s)
		case s.Field == MemUtil && s != (Stat{MemUtil, 6, 100, 102.5, 105}):
			t.Errorf("utilisation: %+v", s)
		}
	}
	for k, s := range r.Devices[0].Samples {
		if s.Has.Has(Power) || s.Has.Has(SMClock) != (k%2 == 0) {
			t.Errorf("sample %d has %b", k, s.Has)
		}
	}
}

// A device that is lost is left alone, and the others go on.
func TestLost(t *testing.T) {
	src, devices := sources(2)
	devices[0].change = func(k int, r *Reading) {
		if k == 2 {
			r.Errs[Temperature] = fmt.Errorf("gone: %w", ErrLost)
		}
	}
	r := rounds(t, src, nil, Options{}, 7)
	if devices[0].round != 3 || devices[1].round != 7 || len(r.Devices[0].Samples) != 2 {
		t.Errorf("%d and %d rounds, %d samples", devices[0].round, devices[1].round, len(r.Devices[0].Samples))
	}
	if len(r.Warnings) != 1 || !strings.HasPrefix(r.Warnings[0], "GPU 0 was lost after ") {
		t.Errorf("warnings: %q", r.Warnings)
	}
}

func TestRing(t *testing.T) {
	src, _ := sources(1)
	r := rounds(t, src, nil, Options{Ring: 3}, 8)
	var got []float64
	for _, s := range r.Devices[0].Samples {
		got = append(got, s.Values[GPUUtil])
	}
	if !slices.Equal(got, []float64{5, 6, 7}) {
		t.Errorf("want the last three, got %v", got)
	}
	if s := r.Devices[0].Stats[GPUUtil]; s.Count != 8 || s.Min != 0 || s.Max != 7 {
		t.Errorf("statistics are of all samples: %+v", s)
	}
}

func TestUntil(t *testing.T) {
	src, _ := sources(2)
	r := rounds(t, src, nil, Options{}, 5)
	part := r.Until(r.Devices[1].Samples[2].Time)
	d := part.Devices[1]
	if len(d.Samples) != 3 || d.Index != 1 || d.Stats[MemUtil] != (Stat{MemUtil, 3, 100, 101, 102}) || len(r.Devices[1].Samples) != 5 {
		t.Errorf("%d samples, %+v", len(d.Samples), d.Stats)
	}
	if none := r.Until(-1).Devices[0]; len(none.Samples) > 0 || len(none.Stats) > 0 {
		t.Errorf("got %+v", none)
	}
}

func TestNoDevice(t *testing.T) {
	src, _ := sources(2)
	none := func(ids []Identity) []bool { return make([]bool, len(ids)) }
	if _, err := Start(src, nil, Options{Keep: none}); err == nil || src.closed != 1 {
		t.Errorf("got %v, closed %d times", err, src.closed)
	}
	if r, err := (*Sampler)(nil).Stop(); r != nil || err != nil {
		t.Errorf("no sampler: %v, %v", r, err)
	}
}

func TestKeep(t *testing.T) {
	src, devices := sources(3)
	r := rounds(t, src, nil, Options{Keep: func([]Identity) []bool { return []bool{true, false, true} }}, 2)
	if len(r.Devices) != 2 || r.Devices[1].Index != 2 || devices[1].round != 0 {
		t.Errorf("%d devices, %d readings of the one that is left out", len(r.Devices), devices[1].round)
	}
}

func TestThrottled(t *testing.T) {
	src, devices := sources(1)
	devices[0].change = func(k int, r *Reading) { r.Values[Throttle] = []float64{1, 4, 64}[k] }
	r := rounds(t, src, nil, Options{}, 3)
	if got := r.Devices[0].Throttled(); !slices.Equal(got, []string{"sw_power_cap", "hw_thermal"}) {
		t.Errorf("got %q", got)
	}
}

func TestCSV(t *testing.T) {
	r := &Result{Devices: []DeviceResult{{Identity: Identity{Index: 1, Instance: 0, UUID: "MIG-1", PCI: "0000:01:00.0"},
		Samples: []Sample{{Time: 1500 * time.Millisecond, Has: All.Without(Power), Values: [numFields]float64{1, 2.5, 3, 4, 5, 6, 7e10, 8}}}}}}
	var b bytes.Buffer
	if err := WriteCSV(&b, r); err != nil {
		t.Fatal(err)
	}
	const want = "time_s,gpu,uuid,pci,gpu_util_pct,mem_util_pct,sm_clock_mhz,mem_clock_mhz,power_w,temperature_c,memory_used_bytes,throttle_reasons\n" +
		"1.500000,GPU 1 MIG 0,MIG-1,0000:01:00.0,1,2.5,3,4,,6,70000000000,8\n"
	if b.String() != want {
		t.Errorf("want\n%s\ngot\n%s", want, b.String())
	}
}

func TestVisible(t *testing.T) {
	same := []Identity{{0, -1, "A", "GPU-aa", "", "", "", 0}, {0, 0, "A MIG", "MIG-1", "", "", "", 0}, {1, -1, "A", "GPU-ab", "", "", "", 0}, {2, -1, "A", "GPU-b", "", "", "", 0}}
	mixed := slices.Clone(same)
	mixed[3].Name = "B"
	for _, c := range []struct {
		ids            []Identity
		visible, order string
		want           string
		known          bool
	}{
		{same, "0", "", "1100", true}, {same, "2,0", "", "1101", true}, {same, "1", "FASTEST_FIRST", "0010", true},
		{same, "", "", "0000", true}, {same, "-1", "", "0000", true}, {same, "1,-1,2", "", "0010", true}, {same, "0,7,1", "", "1100", true},
		{same, "GPU-b", "", "0001", true}, {same, "GPU-aa", "", "1100", true}, {same, "GPU-a", "", "1110", true},
		{same, "MIG-1", "", "0100", true}, {same, "GPU-x,GPU-b", "", "0000", true}, {same, "GPU-b, GPU-ab", "", "0011", true},
		{mixed, "1", "", "1111", false}, {mixed, "1", "PCI_BUS_ID", "0010", true}, {mixed, "GPU-b", "", "0001", true},
	} {
		keep, known := Visible(c.ids, c.visible, c.order)
		got := ""
		for _, k := range keep {
			got += map[bool]string{true: "1", false: "0"}[k]
		}
		if got != c.want || known != c.known {
			t.Errorf("%q %q: want %s %v, got %s %v", c.visible, c.order, c.want, c.known, got, known)
		}
	}
}
