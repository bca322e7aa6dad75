package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nrkit/nrkit/nsys/launch"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/telemetry"
)

// Samples of the run come beside the report, those from after its end do not.
func TestNsysTelemetry(t *testing.T) {
	s, err := telemetry.Start(gpus(2), nil, telemetry.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, _ := s.Stop() // its error is that of gpus
	late := r.Devices[1].Samples[0]
	late.Time, late.Values[telemetry.Temperature] = 2*time.Hour, 99
	r.Devices[1].Samples = append(r.Devices[1].Samples, late)
	dir := t.TempDir()
	doc := &reports.Document{}
	if err := addTelemetry(doc, &launch.Made{Dir: dir, Stem: "x", Result: &launch.Result{Elapsed: time.Hour}}, r); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "x_gpu_telemetry.csv"))
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(text, []byte("\n")); n != 3 || bytes.Contains(text, []byte(",99,")) {
		t.Errorf("want a head and two samples, got %s", text)
	}
	var md bytes.Buffer
	if err := reports.Markdown(&md, doc); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"| GPU 0 | temperature\\_c | 50.0 | 50.0 | 50.0 |", "| GPU 1 | temperature\\_c | 51.0 | 51.0 | 51.0 |"} {
		if !strings.Contains(md.String(), line) {
			t.Errorf("want %s in\n%s", line, md.String())
		}
	}
	if err := addTelemetry(doc, nil, nil); err != nil {
		t.Errorf("no telemetry: %v", err)
	}
}
