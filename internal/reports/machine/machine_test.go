package machine_test

import (
	"bytes"
	"strings"
	"testing"

	machinereport "github.com/nrkit/nrkit/internal/reports/machine"
	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/reports"
)

// Each row says where its times come from, and a stored calibration names its file.
func TestReport(t *testing.T) {
	calibrated := prediction.Generic()
	calibrated.Origin, calibrated.Cores = prediction.Calibrated, 8
	disturbed := prediction.Generic()
	disturbed.Disturbed, disturbed.CacheBytes = true, []int64{32 << 10, 1 << 20, 0}
	zen4, _ := prediction.Shipped("zen4")
	zen3, _ := prediction.Shipped("zen3")
	for _, c := range []struct {
		m     *prediction.Machine
		kept  string
		wants []string
	}{
		{calibrated, "here.json", []string{"measured by analyze calibrate", "stored in  here.json", "CPUs"}},
		{disturbed, "", []string{"the machine was busy", "beyond L2"}},
		{zen4, "", []string{"measured on another machine", "12.9 µs", "0.577 ns"}},
		{zen3, "", []string{"derived from typical", "SOURCES", "not compared"}},
		{prediction.Generic(), "", []string{"typical figures, not measured", "32.0 KiB"}},
	} {
		var b bytes.Buffer
		if err := reports.Text(&b, machinereport.Report(c.m, c.kept), 0); err != nil {
			t.Fatal(err)
		}
		if shown, has := strings.Contains(b.String(), "  L3 "), c.m.CacheBytes[prediction.L3] > 0; shown != has {
			t.Errorf("%s: L3 is shown: %v, want %v:\n%s", c.m.Name, shown, has, b.String())
		}
		for _, want := range c.wants {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%s: no %q in\n%s", c.m.Name, want, b.String())
			}
		}
	}
}
