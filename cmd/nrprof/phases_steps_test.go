package main

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestRowsOfRun lists all iterations of a run: they are as many as the engine
// counted, each unknown blocked as many of them as it counted, and those that
// nothing blocked are the first and the last ones of solutions.
func TestRowsOfRun(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	path := filepath.Join(t.TempDir(), "mul.nrt")
	if code, _, errs := nrprof("run", filepath.Join("..", "..", "testdata", "circuits", "coupled.cir"), "-o", path, "--json", "--sample", "1"); code != 0 {
		t.Fatal(errs)
	}
	var doc struct {
		Counts struct {
			Number map[string]int64
			Table  map[string][]struct {
				Name  string
				Count int64
			}
		}
	}
	code, out, errs := nrprof("phases", path, "--json")
	if err := json.Unmarshal([]byte(out), &doc); err != nil || code != 0 {
		t.Fatal(err, errs)
	}
	code, out, errs = nrprof("phases", path, "--csv")
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil || code != 0 || errs != "" {
		t.Fatal(err, errs)
	}
	column := map[string]int{}
	for k, name := range rows[0] {
		column[name] = k
	}
	blocked, units, limited, residual := map[string]int64{}, map[string]int64{}, int64(0), int64(0)
	for _, row := range rows[1:] {
		units[row[column["unit"]]]++
		if row[column["unit"]] != "nr_iteration" {
			continue
		}
		if _, err := strconv.ParseFloat(row[column["residual"]], 64); err != nil {
			t.Fatalf("%q: %v", row, err)
		}
		by, isResidual := strings.CutPrefix(row[column["blocked"]], "residual of ")
		switch {
		case by == "limiting":
			limited++
		case by != "":
			blocked[by]++
		}
		if isResidual {
			residual++
		}
	}
	n := doc.Counts.Number
	if units["nr_iteration"] != n["nr_iterations"] || units["timestep"] != n["timesteps"] || n["timesteps"] == 0 {
		t.Errorf("got %v, want %d iterations and %d steps", units, n["nr_iterations"], n["timesteps"])
	}
	if limited != n["limiter_blocked"] || residual != n["residual_blocked"] || residual == 0 {
		t.Errorf("got %d by limiting and %d by residuals, want %d and %d", limited, residual, n["limiter_blocked"], n["residual_blocked"])
	}
	for _, row := range doc.Counts.Table["blocked"] {
		if blocked[row.Name] != row.Count {
			t.Errorf("%s blocked %d iterations, want %d", row.Name, blocked[row.Name], row.Count)
		}
		delete(blocked, row.Name)
	}
	if len(blocked) > 0 {
		t.Errorf("got %v besides", blocked)
	}
}

// TestRowsOfSampledRun lists timed steps alone, and says so everywhere.
func TestRowsOfSampledRun(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mul.nrt")
	if code, _, errs := nrprof("run", "mul2", "-o", path, "--json", "--sample", "1/8"); code != 0 {
		t.Fatal(errs)
	}
	_, text, _ := nrprof("phases", path, "--iterations")
	if !strings.Contains(text, "Only timed steps are listed: 1 of 8 time steps was timed.") || strings.Contains(text, "overall  ") {
		t.Errorf("got\n%s", text)
	}
	_, out, errs := nrprof("phases", path, "--csv")
	if !strings.Contains(errs, "warning: only timed time steps have rows: 1 of 8 was timed") {
		t.Errorf("got %q", errs)
	}
	var doc struct {
		Steps struct{ Count, Timed int }
		Rows  struct {
			Sample     int
			Steps      struct{ Count int }
			Iterations struct{ Count int }
		}
	}
	_, text, _ = nrprof("phases", path, "--iterations", "--json")
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	lines := strings.Count(out, "\n") - 1
	if doc.Rows.Sample != 8 || doc.Rows.Steps.Count != doc.Steps.Timed || doc.Steps.Timed >= doc.Steps.Count || lines != doc.Rows.Steps.Count+doc.Rows.Iterations.Count {
		t.Errorf("got %+v and %d lines", doc, lines)
	}
}

// TestRowsOfCutCapture wants the rows of a capture that ends early to come with
// what is lacking on standard error.
func TestRowsOfCutCapture(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	path := filepath.Join(t.TempDir(), "ring.nrt")
	if code, _, errs := nrprof("run", "ring", "-o", path, "--json", "--sample", "1"); code != 0 {
		t.Fatal(errs)
	}
	_, whole, errs := nrprof("phases", path, "--csv")
	if errs != "" {
		t.Errorf("got %q", errs)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data[:len(data)/2], 0o666); err != nil {
		t.Fatal(err)
	}
	code, out, errs := nrprof("phases", path, "--csv")
	if code != 0 || len(out) >= len(whole) || strings.Count(out, "\n") < 2 || !strings.Contains(errs, "warning: the program did not close the trace") {
		t.Errorf("got exit code %d, %d of %d bytes, %q", code, len(out), len(whole), errs)
	}
}
