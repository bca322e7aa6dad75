package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os/exec"
	"slices"
	"strconv"
	"strings"

	"github.com/nrkit/nrkit/newton/simulate"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/nvtx"
)

// Event types of nsys.
const (
	eventMark      = "34"
	eventThread    = "39"
	eventPushPop   = "59"
	eventStartEnd  = "60"
	typeMark       = 34
	typeStartEnd   = 60
	typePushPop    = 59
	typeOfCategory = 33
)

// profiled runs nrprof under nsys, and returns what it counted and nsys has.
func (o *oracle) profiled(name, cgo string, options []string, args ...string) (*simulate.Report, *simulate.NVTX, *report, error) {
	out, err := o.nsys.profile(name, options, append([]string{o.nrprof[cgo], "run", "--nvtx", "--json"}, args...)...)
	if err != nil {
		return nil, nil, nil, err
	}
	n, err := shown(out)
	if err != nil {
		return nil, nil, nil, err
	}
	rep := &simulate.Report{}
	if err := json.Unmarshal(out, rep); err != nil {
		return nil, nil, nil, err
	}
	r, err := o.nsys.read(name, false)
	return rep, n, r, err
}

// same checks that nsys has what was counted, and all of it closed.
func same(r *report, want map[string]int64) error {
	if !maps.Equal(r.Ranges, want) || r.Open != 0 {
		return fmt.Errorf("nsys has %v, %d open, want %v", r.Ranges, r.Open, want)
	}
	return nil
}

func (o *oracle) nsysRun() (string, error) {
	var said []string
	for _, cgo := range []string{"0", "1"} {
		_, n, r, err := o.profiled("run"+cgo, cgo, nil, "ring", "--steps", "2000")
		if err != nil {
			return "", err
		}
		if err := same(r, n.Ranges); err != nil {
			return "", fmt.Errorf("CGO_ENABLED=%s: %w", cgo, err)
		}
		if !slices.Equal(r.Domains, []string{"nrkit"}) || !slices.Equal(r.Threads, []string{"solver"}) {
			return "", fmt.Errorf("got domains %q and threads %q, want nrkit and solver", r.Domains, r.Threads)
		}
		said = append(said, fmt.Sprintf("CGO_ENABLED=%s: %d ranges", cgo, n.Total))
	}
	return strings.Join(said, ", "), nil
}

func (o *oracle) nsysFull() (string, error) {
	rep, n, r, err := o.profiled("full", "0", nil, "ring")
	if err != nil {
		return "", err
	}
	if rep.Stop != simulate.StopEnd {
		return "", fmt.Errorf("got stop %q, want %q", rep.Stop, simulate.StopEnd)
	}
	return fmt.Sprintf("%d ranges of %d time points and %d iterations", n.Total, rep.Counts.Accepted, rep.Counts.Iterations), same(r, n.Ranges)
}

func (o *oracle) nsysCapture() (string, error) {
	options := []string{"--capture-range=nvtx", "--nvtx-capture=transient@nrkit", "--capture-range-end=stop"}
	rep, n, r, err := o.profiled("capture", "0", options, "ring", "--steps", "2000")
	if err != nil {
		return "", err
	}
	w, err := o.watch(o.tools[""], true, 0, o.nrprof["0"], "run", "--nvtx", "--json", "ring", "--steps", "2000")
	if err != nil {
		return "", err
	}
	want, inside := map[string]int64{}, false
	for _, e := range w.events {
		fields := strings.Split(e, "\t")
		if inside = inside || fields[2] == trace.PhaseTransient; inside && fields[0] == "push" {
			want[fields[2]]++
		}
	}
	if op := rep.Counts.OPIterations; op == 0 || want[trace.PhaseIteration] != n.Ranges[trace.PhaseIteration]-op {
		return "", fmt.Errorf("the tool has %d iterations in the transient, want %d less %d", want[trace.PhaseIteration], n.Ranges[trace.PhaseIteration], op)
	}
	return fmt.Sprintf("%d of %d iterations, without those of the operating point", r.Ranges[trace.PhaseIteration], n.Ranges[trace.PhaseIteration]), same(r, want)
}

func (o *oracle) nsysAPI() (string, error) {
	if _, err := o.nsys.profile("api", nil, o.self, "emit", "nvtx.Exit"); err != nil {
		return "", err
	}
	r, err := o.nsys.read("api", true)
	if err != nil {
		return "", err
	}
	if err := same(r, map[string]int64{"outer": workers * pairs, "inner": workers * pairs}); err != nil {
		return "", err
	}
	if r.Types[eventMark] != 8 || r.Types[eventStartEnd] != starts || r.Types[eventThread] != workers {
		return "", fmt.Errorf("got events by type %v, want 8 marks, %d ranges started, %d threads", r.Types, starts, workers)
	}
	if want := []string{"oracle"}; !slices.Equal(r.Domains, want) {
		return "", fmt.Errorf("got domains %q, want %q", r.Domains, want)
	}
	return fmt.Sprintf("%d events", len(r.Events)), payloads(r)
}

// payloads checks the numbers, texts, colours and threads of emit.
func payloads(r *report) error {
	got := map[string]int{}
	for _, e := range r.Events {
		switch e.Type {
		case typeMark:
			got[fmt.Sprintf("mark %s %s", e.Text, e.numbers())]++
		case typeStartEnd:
			if e.TID == e.EndTID || e.EndTID == 0 {
				return fmt.Errorf("a range starts on thread %d and ends on %d, want another", e.TID, e.EndTID)
			}
			got["range "+e.numbers()]++
		case typePushPop:
			if e.Text == "inner" {
				got["inner "+e.numbers()]++
			}
		case typeOfCategory:
			got["category "+e.Text]++
		}
	}
	want := map[string]int{"mark default ": 1, "category numbers": 1}
	for _, v := range []string{"", "u64=-9223372036854775807 ", "i64=-4611686018427387904 ", "f64=0.5 ", "u32=4294967295 ", "i32=-7 ", "f32=0.25 "} {
		want["mark größe "+v+"color=4285970688 category=1 "] = 1
	}
	for k := range starts {
		want[fmt.Sprintf("range i32=%d ", -k)] = 1
	}
	for k := range pairs {
		want[fmt.Sprintf("inner i64=%d ", k)] = workers
	}
	if !maps.Equal(got, want) {
		for k := range want {
			if got[k] != want[k] {
				return fmt.Errorf("got %d times %q, want %d", got[k], k, want[k])
			}
		}
		return fmt.Errorf("got %d different events, want %d", len(got), len(want))
	}
	return nil
}

// numbers returns what is not absent in an event.
func (e *event) numbers() string {
	var b strings.Builder
	for _, f := range []struct {
		name string
		v    *int64
	}{{"u64", e.U64}, {"i64", e.I64}, {"u32", e.U32}, {"i32", e.I32}} {
		if f.v != nil {
			fmt.Fprintf(&b, "%s=%d ", f.name, *f.v)
		}
	}
	if e.F64 != nil {
		fmt.Fprintf(&b, "f64=%g ", *e.F64)
	}
	if e.F32 != nil {
		fmt.Fprintf(&b, "f32=%g ", *e.F32)
	}
	if e.Color != nil && *e.Color != 0 {
		fmt.Fprintf(&b, "color=%d ", *e.Color)
	}
	if e.Category != nil && *e.Category != 0 {
		fmt.Fprintf(&b, "category=%d ", *e.Category)
	}
	return b.String()
}

func (o *oracle) nsysExit() (string, error) {
	if _, err := o.nsys.profile("exit", nil, o.self, "emit", "os.Exit"); err != nil {
		return "", err
	}
	r, err := o.nsys.read("exit", false)
	if err != nil {
		return "", err
	}
	const all = 2 * workers * pairs
	return fmt.Sprintf("os.Exit loses %d of %d ranges", all-r.Types[eventPushPop], all), nil
}

func (o *oracle) cost() (string, error) {
	w, err := o.watch(o.tools[""], false, 0, o.self, "time")
	if err != nil {
		return "", err
	}
	none, err := exec.Command(o.self, "time").Output()
	if err != nil {
		return "", err
	}
	under, err := o.nsys.profile("cost", nil, o.self, "time")
	if err != nil {
		return "", err
	}
	var ns [3]float64
	for k, text := range []string{string(none), w.stdout, string(under)} {
		if ns[k], err = strconv.ParseFloat(strings.TrimSpace(text), 64); err != nil {
			return "", err
		}
	}
	if w.counts[0] == 0 || w.counts[0] != w.counts[1] {
		return "", fmt.Errorf("%s: the tool counts %v, want as many pops as pushes", nvtx.Environment, w.counts)
	}
	return fmt.Sprintf("%.1f ns without a tool, %.0f with one in C, %.0f under nsys", ns[0], ns[1], ns[2]), nil
}
