package main

import (
	"io"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/telemetry"
)

// theirs is what nvidia-smi prints for two devices; the last line is cut.
const theirs = `GPU-a, 90, 40, 1410, 1215, 250.10, 60, 1024, 0x0000000000000004, 500
GPU-b, 0, 0, 210, 1215, 50.00, 30, 0, 0x0000000000000001, 500
GPU-a, 92, 44, 1410, 1215, 251.90, 62, 1024, 0x0000000000000000, 500
GPU-b, 0, 0, 210, 1215, [N/A], 30, 0, 0x0000000000000001, 500
GPU-a, 9`

func parsed(t *testing.T, text string) map[string]*figures {
	t.Helper()
	list, err := parseSMI(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestParse(t *testing.T) {
	list := parsed(t, theirs)
	a, b := list["GPU-a"], list["GPU-b"]
	for f, want := range map[telemetry.Field]float64{telemetry.GPUUtil: 91, telemetry.MemUtil: 42, telemetry.SMClock: 1410,
		telemetry.Power: 251, telemetry.Temperature: 61, telemetry.MemoryUsed: 1524 << 20} {
		if m := a.means[f]; m.value() != want || m.count != 2 {
			t.Errorf("%v: want %g of 2, got %g of %d", f, want, m.value(), m.count)
		}
	}
	if m := a.reasons[4]; m.value() != 0.5 || a.reasons[1].sum != 0 || b.reasons[1].value() != 1 || b.means[telemetry.Power].count != 1 {
		t.Errorf("reasons %v and %v", a.reasons, b.reasons)
	}
	for _, text := range []string{"GPU-a, 90\n" + theirs, strings.Replace(theirs, "250.10", "hot", 1)} {
		if _, err := parseSMI(strings.NewReader(text)); err == nil {
			t.Errorf("no error in %q", text)
		}
	}
}

func TestCompare(t *testing.T) {
	for from, c := range map[string]struct{ to, want string }{
		"1215":            {"1215", ""},
		"GPU-b":           {"GPU-c", "alone has it"},
		", 60, ":          {", 70, ", "temperature_c differs by 5.0"},
		"250.10":          {"310.00", "power_w differs"},
		", 0, 0, 210":     {", 100, 0, 210", "gpu_util_pct differs"},
		"1024":            {"2048", "memory_used_bytes differs"},
		"50.00":           {"[N/A]", "power_w: 0 samples of telemetry, 1 of nvidia-smi"},
		"000000000000004": {"000000000000040", "throttle reason 0x4 in 0 of 2"},
	} {
		err := compare(io.Discard, parsed(t, strings.ReplaceAll(theirs, from, c.to)), parsed(t, theirs))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s → %s: want %q, got %v", from, c.to, c.want, err)
		}
	}
	if compare(io.Discard, nil, nil) == nil {
		t.Error("nothing equals nothing")
	}
}
