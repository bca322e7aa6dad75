package calibrate

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/prediction"
)

// own gives the test a cache folder of its own, and returns the key of this CPU.
func own(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
		t.Setenv(name, dir)
	}
	c, err := ThisCPU()
	if err != nil {
		t.Fatal(err)
	}
	return c.Key
}

// A folder that cannot be written is found before the measurement.
func TestWritable(t *testing.T) {
	own(t)
	if err := Writable(); err != nil {
		t.Fatal(err)
	}
	path, err := Path("")
	if err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
		t.Setenv(name, file)
	}
	if err := Writable(); err == nil {
		t.Error("a file is no folder")
	}
}

// What was calibrated is found again; otherwise a row of the shipped table is.
func TestLoad(t *testing.T) {
	key := own(t)
	m, why, err := Load()
	if err != nil || m.Calibrated || !strings.HasSuffix(why, "not calibrated") {
		t.Fatalf("without calibration: %+v, %q, %v", m, why, err)
	}
	m = prediction.Generic()
	m.Key, m.Origin, m.Calibrated, m.Column = key, prediction.Calibrated, true, 12.5
	path, err := Save(m)
	if err != nil {
		t.Fatal(err)
	}
	got, why, err := Load()
	if err != nil || got.Column != 12.5 || why != "calibrated on this machine" {
		t.Errorf("got %+v, %q, %v", got, why, err)
	}
	for _, text := range []string{"", "{", `{"schema":"analyze/v1"}`, `{"schema":"machine/v1"}`} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, _, err := Load(); err == nil || got.Calibrated || !strings.Contains(err.Error(), path+" is not a file machine/v1: ") && !strings.Contains(text, "machine/v1") {
			t.Errorf("%q: got %+v, %v; want an error with the path, and a row of the table", text, got, err)
		}
	}
	m.Key = "0123456789abcdef"
	if _, err := Save(m); err != nil {
		t.Fatal(err)
	}
	other, _ := Path(m.Key)
	if err := os.Rename(other, path); err != nil {
		t.Fatal(err)
	}
	if got, _, err := Load(); err == nil || got.Calibrated {
		t.Errorf("the calibration of another machine: got %+v, %v", got, err)
	}
}

// Without a cache folder there is no calibration, and nothing to report.
func TestNoFolder(t *testing.T) {
	for _, name := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData", "home"} {
		t.Setenv(name, "")
	}
	if _, err := os.UserCacheDir(); err == nil {
		t.Skip("this system has a cache folder without variables")
	}
	if m, why, err := Load(); err != nil || m == nil || !strings.HasSuffix(why, "not calibrated") {
		t.Errorf("got %+v, %q, %v", m, why, err)
	}
	if _, err := Save(prediction.Generic()); err == nil {
		t.Error("saved without a folder")
	}
}

// What could not be read is not saved.
func TestSaveChecks(t *testing.T) {
	own(t)
	m := prediction.Generic()
	m.Key, m.Column = "0123456789abcdef", 0
	if path, err := Save(m); err == nil {
		t.Errorf("saved %s", path)
	}
}

// A file without a time, or with a senseless one, is refused.
func TestCheck(t *testing.T) {
	if err := check(prediction.Generic()); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(m *prediction.Machine){
		"update_ns":         func(m *prediction.Machine) { m.Update = m.Update[:3] },
		"stream_ns":         func(m *prediction.Machine) { m.Stream = []float64{1, 0, 1, 1} },
		"latency_ns":        func(m *prediction.Machine) { m.Latency = []float64{1, -1, 1, 1} },
		"column_ns":         func(m *prediction.Machine) { m.Column = 0 },
		"wake_ns":           func(m *prediction.Machine) { m.Wake = -1 },
		"working_set_bytes": func(m *prediction.Machine) { m.WorkingSetBytes = []int64{4, 3, 2, 1} },
		"run analyze calib": func(m *prediction.Machine) { m.Kernels-- },
		"sizes of caches":   func(m *prediction.Machine) { m.CacheBytes = nil },
	} {
		m := prediction.Generic()
		spoil(m)
		if err := check(m); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	huge := filepath.Join(t.TempDir(), "m.json")
	if err := os.WriteFile(huge, make([]byte, mostBytes+1), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadFile(huge); err == nil {
		t.Error("a huge file was read")
	}
}
