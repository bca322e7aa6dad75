package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/nrkit/nrkit/internal/atomicfile"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/nsys/launch"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/telemetry"
)

// gpuEnding is the ending of the file of samples of GPUs.
const gpuEnding = "_gpu_telemetry.csv"

// addTelemetry writes the samples that were taken while nsys ran beside its
// report, and their means into the summary.
func addTelemetry(doc *reports.Document, m *launch.Made, r *telemetry.Result) error {
	if r == nil {
		return nil
	}
	r = r.Until(m.Result.Elapsed)
	err := atomicfile.WriteFile(filepath.Join(m.Dir, m.Stem+gpuEnding), func(w io.Writer) error { return telemetry.WriteCSV(w, r) })
	if err != nil {
		return err
	}
	doc.Add(reports.Heading("GPUs"), gpuTable(r))
	return nil
}

// gpuTable has a row for each figure of each device.
func gpuTable(r *telemetry.Result) *reports.Table {
	t := &reports.Table{Columns: []reports.Column{{Name: "GPU"}, {Name: "figure"}, {Name: "mean", Right: true}, {Name: "min", Right: true}, {Name: "max", Right: true}}}
	for _, d := range r.Devices {
		for _, s := range d.Stats {
			if s.Field != telemetry.Throttle { // bits have no mean
				t.Append(d.String(), s.Field.String(), units.Significant(s.Mean), units.Significant(s.Min), units.Significant(s.Max))
			}
		}
		if list := d.Throttled(); len(list) > 0 {
			t.Append(d.String(), "clocks held down by", strings.Join(list, " "), "", "")
		}
		if len(d.Samples) > 0 {
			t.Note = fmt.Sprintf("%s of each.", units.Plural(len(d.Samples), "sample"))
		}
	}
	return t
}
