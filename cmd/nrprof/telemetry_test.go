package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/telemetry"
	"github.com/nrkit/nrkit/telemetry/nvml"
	"github.com/nrkit/nrkit/trace"
)

func TestTelemetryFlag(t *testing.T) {
	for value, want := range map[string]string{
		"0": "usage", "-1": "usage", "1000": "usage", "fast": "usage", "NaN": "usage", "": "10 false", "100": "100 true", "0.5": "0.5 true", "auto": "10 false", "off": "0 false",
	} {
		hz, asked, err := (&telemetryFlags{value}).rate()
		got := fmt.Sprintf("%g %v", hz, asked)
		if err != nil {
			got = "usage"
		}
		if got != want {
			t.Errorf("%s: want %s, got %s, %v", value, want, got, err)
		}
	}
	for _, args := range [][]string{
		{"run", "rc", "--steps", "1", "--gpu-telemetry", "never"},
		{"run", "rc", "--steps", "1", "--gpu-telemetry", "5"}, // keeps nothing
	} {
		var out, stderr bytes.Buffer
		if code := run(args, nil, &out, &stderr); code != 2 || out.Len() > 0 || !strings.Contains(stderr.String(), "--gpu-telemetry") {
			t.Errorf("%q: code %d, %s", args, code, stderr.String())
		}
	}
}

// A machine without a GPU says so once to who asks, and nothing else.
func TestTelemetryAbsent(t *testing.T) {
	none := fmt.Errorf("%w: no driver here", nvml.ErrNone)
	for _, c := range []struct {
		value   string
		verbose bool
		err     error
		want    string
	}{
		{"auto", false, none, ""},
		{"auto", true, none, "nrprof: no GPU telemetry: no driver here\n"},
		{"10", false, none, "nrprof: warning: no GPU telemetry: no driver here\n"},
		{"auto", false, errors.New("broken driver"), "nrprof: warning: broken driver\n"},
		{"off", true, errors.New("must not be opened"), ""},
	} {
		var stderr bytes.Buffer
		p := &program{&cli.Program{Name: "nrprof", Stderr: &stderr}}
		open := func() (telemetry.Source, error) { return nil, c.err }
		if s := p.sampleGPUs(open, &telemetryFlags{c.value}, nil, c.verbose); s != nil || stderr.String() != c.want {
			t.Errorf("%s: want %q, got %q", c.value, c.want, stderr.String())
		}
	}
}

// Gpus is a source with devices that have nothing but a temperature.
type gpus int

func (g gpus) Devices() (list []telemetry.Device, err error) {
	for k := range int(g) {
		list = append(list, gpu(k))
	}
	return list, nil
}

func (gpus) Close() error { return errors.New("the driver is stuck") }

type gpu int

func (g gpu) Identity() telemetry.Identity {
	return telemetry.Identity{Index: int(g), Instance: -1, Name: fmt.Sprint("model ", int(g)), UUID: fmt.Sprint("GPU-", int(g))}
}

func (g gpu) Read(want telemetry.Set, r *telemetry.Reading) {
	for _, f := range telemetry.Fields() {
		r.Errs[f] = telemetry.ErrUnsupported
	}
	r.Values[telemetry.Temperature], r.Errs[telemetry.Temperature] = 50+float64(g), nil
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
		var stderr bytes.Buffer
		p := &program{&cli.Program{Name: "nrprof", Stderr: &stderr}}
		s := p.sampleGPUs(func() (telemetry.Source, error) { return gpus(3), nil }, &telemetryFlags{"auto"}, rec, true)
		_, warnings := p.endTelemetry(s, true)
		if err := rec.Close(); err != nil {
			t.Fatal(err)
		}
		note := fmt.Sprintf("nrprof: GPU %d has no gpu_util_pct, mem_util_pct, sm_clock_mhz, mem_clock_mhz, power_w, memory_used_bytes, throttle_reasons: not supported\n", c.want[0])
		if !slices.Equal(warnings, []string{"the driver is stuck"}) || !strings.Contains(stderr.String(), note) {
			t.Errorf("warnings %q, %s", warnings, stderr.String())
		}
		if said := strings.Contains(stderr.String(), "all GPUs are sampled"); said != c.said {
			t.Errorf("%s: %s", c.visible, stderr.String())
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
		for _, format := range []string{"pftrace", "json", "csv", "pb.gz", "bench.txt"} {
			if code := run([]string{"export", path, "-o", path + "." + format}, nil, io.Discard, &stderr); code != 0 {
				t.Errorf("export to %s: code %d, %s", format, code, stderr.String())
			}
		}
	}
}
