package summary

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/nrkit/nrkit/internal/nsys/launch"
	"github.com/nrkit/nrkit/internal/telemetry"
)

// Samples of the run come beside the report, those from after its end do not.
func TestTelemetry(t *testing.T) {
	sample := func(at time.Duration, celsius float64) telemetry.Sample {
		s := telemetry.Sample{Time: at}
		s.Has, s.Values[telemetry.Temperature] = 1<<telemetry.Temperature, celsius
		return s
	}
	r := &telemetry.Result{Devices: []telemetry.DeviceResult{
		{Identity: telemetry.Identity{Index: 0, Instance: -1}, Samples: []telemetry.Sample{sample(0, 50)}},
		{Identity: telemetry.Identity{Index: 1, Instance: -1}, Samples: []telemetry.Sample{sample(0, 51), sample(2*time.Hour, 99)}},
	}}
	dir := t.TempDir()
	var c Content
	if err := c.addTelemetry(&launch.Made{Dir: dir, Stem: "x", Result: &launch.Result{Elapsed: time.Hour}}, r); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "x_gpu_telemetry.csv"))
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(text, []byte("\n")); n != 3 || bytes.Contains(text, []byte(",99,")) {
		t.Errorf("want a head and two samples, got %s", text)
	}
	if max := c.GPUs.Devices[1].Stats[0].Max; max != 51 {
		t.Errorf("got a temperature of %g, want 51", max)
	}
	var none Content
	if err := none.addTelemetry(nil, nil); err != nil || none.GPUs != nil {
		t.Errorf("no telemetry: got %v, %v", none.GPUs, err)
	}
}
