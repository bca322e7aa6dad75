package telemetry

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/trace"
)

// Heard are the messages of a watch.
type heard []string

func (h *heard) Warn(text string) { *h = append(*h, "warning: "+text) }
func (h *heard) Note(text string) { *h = append(*h, text) }

func TestParseRate(t *testing.T) {
	for value, want := range map[string]string{
		"0": "error", "-1": "error", "1000": "error", "fast": "error", "NaN": "error", "": "10 false", "100": "100 true", "0.5": "0.5 true", "auto": "10 false", "off": "0 false",
	} {
		rate, err := ParseRate(value)
		got := fmt.Sprintf("%g %v", rate.Hz, rate.Asked)
		if err != nil {
			got = "error"
		}
		if got != want {
			t.Errorf("%s: want %s, got %s, %v", value, want, got, err)
		}
	}
}

// A machine without a GPU says so once to who asks, and nothing else.
func TestTelemetryAbsent(t *testing.T) {
	none := fmt.Errorf("%w: no driver here", ErrNone)
	for _, c := range []struct {
		value   string
		verbose bool
		err     error
		want    string
	}{
		{"auto", false, none, ""},
		{"auto", true, none, "no GPU telemetry: no driver here"},
		{"10", false, none, "warning: no GPU telemetry: no driver here"},
		{"auto", false, errors.New("broken driver"), "warning: broken driver"},
		{"off", true, errors.New("must not be opened"), ""},
	} {
		var said heard
		rate, err := ParseRate(c.value)
		if err != nil {
			t.Fatal(err)
		}
		w := Watch{Open: func() (Source, error) { return nil, c.err }, Rate: rate, Verbose: c.verbose, Say: &said}
		w.Begin(nil)
		if r, warnings := w.End(); r != nil || warnings != nil || strings.Join(said, "\n") != c.want {
			t.Errorf("%s: want %q, got %q", c.value, c.want, said)
		}
	}
}

// Gpus is a source with devices that have nothing but a temperature.
type gpus int

func (g gpus) Devices() (list []Device, err error) {
	for k := range int(g) {
		list = append(list, gpu(k))
	}
	return list, nil
}

func (gpus) Close() error { return errors.New("the driver is stuck") }

type gpu int

func (g gpu) Identity() Identity {
	return Identity{Index: int(g), Instance: -1, Name: fmt.Sprint("model ", int(g)), UUID: fmt.Sprint("GPU-", int(g))}
}

func (g gpu) Read(want Set, r *Reading) {
	for _, f := range Fields() {
		r.Errs[f] = ErrUnsupported
	}
	r.Values[Temperature], r.Errs[Temperature] = 50+float64(g), nil
}

func TestTelemetryVisible(t *testing.T) {
	for _, c := range []struct {
		visible, order string
		want           []int32
		said           bool
	}{{"1", "PCI_BUS_ID", []int32{1}, false}, {"GPU-0", "", []int32{0}, false}, {"1", "FASTEST_FIRST", []int32{0, 1, 2}, true}} {
		t.Setenv("CUDA_VISIBLE_DEVICES", c.visible)
		t.Setenv("CUDA_DEVICE_ORDER", c.order)
		path := filepath.Join(t.TempDir(), "x.nrt")
		rec, err := trace.Create(path, trace.Header{}, trace.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var said heard
		w := Watch{Open: func() (Source, error) { return gpus(3), nil }, Rate: Rate{Hz: DefaultRate}, Verbose: true, Say: &said}
		w.Begin(rec)
		_, warnings := w.End()
		if err := rec.Close(); err != nil {
			t.Fatal(err)
		}
		note := fmt.Sprintf("GPU %d has no gpu_util_pct, mem_util_pct, sm_clock_mhz, mem_clock_mhz, power_w, memory_used_bytes, throttle_reasons: not supported", c.want[0])
		if !slices.Equal(warnings, []string{"the driver is stuck"}) || !slices.Contains(said, note) {
			t.Errorf("warnings %q, %s", warnings, said)
		}
		if told := strings.Contains(strings.Join(said, "\n"), "all GPUs are sampled"); told != c.said {
			t.Errorf("%s: %s", c.visible, said)
		}
		capture, err := trace.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		var got []int32
		for e := range capture.Events() {
			got = append(got, capture.Tracks[e.Track].Device)
			if capture.Names[e.Name] != "temperature_c" {
				t.Errorf("got %s", capture.Names[e.Name])
			}
		}
		if err := capture.Close(); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: want devices %v, got %v", c.visible, c.want, got)
		}
	}
}
