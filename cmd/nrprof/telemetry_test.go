package main

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/telemetry"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/export"
)

func TestTelemetryFlag(t *testing.T) {
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

// Figures of GPUs go into each format.
func TestTelemetryExports(t *testing.T) {
	s := telemetry.Sample{}
	s.Has, s.Values[telemetry.Temperature] = 1<<telemetry.Temperature, 50
	r := &telemetry.Result{Devices: []telemetry.DeviceResult{{Identity: telemetry.Identity{Index: 2, Instance: -1}, Samples: []telemetry.Sample{s}}}}
	for _, f := range export.Formats() {
		tr := trace.FromEvents(trace.Header{}, nil, nil, nil)
		telemetry.AddTo(tr, r)
		if err := export.Write(io.Discard, f, tr); err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
		n := 0
		for e := range tr.Events() {
			if tr.Tracks[e.Track].Device == 2 && tr.Names[e.Name] == "temperature_c" {
				n++
			}
		}
		if n != 1 {
			t.Errorf("got %d events of the temperature, want 1", n)
		}
	}
}
