package telemetry

import (
	"encoding/csv"
	"io"
	"strconv"
)

// WriteCSV writes the kept samples: one row per sample and device, times in
// seconds since the sampler started, an empty cell where a device does not have
// the figure or it could not be read. Rows are in the order of the devices, then
// of time.
func WriteCSV(w io.Writer, r *Result) error {
	out := csv.NewWriter(w)
	head := []string{"time_s", "gpu", "uuid", "pci"}
	for _, f := range Fields() {
		head = append(head, f.String())
	}
	if err := out.Write(head); err != nil {
		return err
	}
	for _, d := range r.Devices {
		for _, s := range d.Samples {
			row := []string{strconv.FormatFloat(s.Time.Seconds(), 'f', 6, 64), d.String(), d.UUID, d.PCI}
			for _, f := range Fields() {
				cell := ""
				if s.Has.Has(f) {
					cell = strconv.FormatFloat(s.Values[f], 'f', -1, 64)
				}
				row = append(row, cell)
			}
			if err := out.Write(row); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}
