package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/testkit/solvertest"
	"github.com/nrkit/nrkit/trace"
)

// writeSolver writes the capture of a program that calls a solver.
func writeSolver(t *testing.T, p *solvertest.Program) string {
	t.Helper()
	c, err := solvertest.Capture(p)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := trace.Save(&b, c); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "run.nrt")
	if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// The calls as CSV are all calls, and add up to what the document says.
func TestCallsAsCSV(t *testing.T) {
	path := writeSolver(t, solvertest.Integrator(5, 3))
	code, out, errs := nrprof("phases", path, "--calls", "--csv")
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil || code != 0 || errs != "" {
		t.Fatal(err, code, errs)
	}
	column := map[string]int{}
	for k, name := range rows[0] {
		column[name] = k
	}
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "formats.md"))
	if err != nil {
		t.Fatal(err)
	}
	documented := documentedKeys(t, string(text), "### call")
	for name := range column {
		if !documented[name] {
			t.Errorf("column %s is not a key of a call", name)
		}
		delete(documented, name)
	}
	for name := range documented {
		t.Errorf("key %s of a call is not a column", name)
	}
	self := map[string]int64{}
	for _, row := range rows[1:] {
		ns, err := strconv.ParseInt(row[column["self_ns"]], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		self[row[column["phase"]]] += ns
	}
	code, out, errs = nrprof("phases", path, "--json", "--calls")
	var doc struct {
		Solver struct {
			Calls  int
			Phases []struct {
				Phase string
				Total int64 `json:"total_ns"`
			}
			Rows struct {
				Count int
				Rows  []map[string]any
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &doc); err != nil || code != 0 || errs != "" {
		t.Fatal(err, code, errs)
	}
	s := &doc.Solver
	if s.Calls != len(rows)-1 || s.Rows.Count != s.Calls || len(s.Rows.Rows) == 0 || len(s.Rows.Rows) > 20 || len(s.Phases) != len(self) {
		t.Errorf("%d rows, %+v", len(rows)-1, s)
	}
	for _, p := range s.Phases {
		if p.Total != self[p.Phase] {
			t.Errorf("%s: %d ns in the document, %d in the calls", p.Phase, p.Total, self[p.Phase])
		}
	}
}

// Calls of several files have the ranks of the files.
func TestCallsOfRanks(t *testing.T) {
	a, b := writeSolver(t, solvertest.Backslash(1)), writeSolver(t, solvertest.Backslash(2))
	code, out, errs := nrprof("phases", a, b, "--calls", "--csv")
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil || code != 0 {
		t.Fatal(err, code, errs)
	}
	count := map[string]int{}
	for _, row := range rows[1:] {
		count[row[1]]++
	}
	if len(count) != 2 || count["0"] != 5 || count["1"] != 10 {
		t.Errorf("calls by rank: %v, want 5 of rank 0 and 10 of rank 1", count)
	}
}

// Names of functions survive --group-numbers, as far as calls go.
func TestCallsGrouped(t *testing.T) {
	p := &solvertest.Program{PID: 1, Functions: solvertest.Backslash(1).Functions}
	p.Functions[0].Symbol = "dgstrf_64"
	p.Thread(1).Call(10, 20, "dgstrf_64", solvertest.Blank(solvertest.Pattern, 1))
	code, out, errs := nrprof("phases", writeSolver(t, p), "--group-numbers", "--calls", "--csv")
	if code != 0 || errs != "" || !strings.Contains(out, ",dgstrf_64,umfpack,analyze,") {
		t.Errorf("%d\n%s\n%s", code, out, errs)
	}
}

// A trace without calls is said, and mistakes in flags are refused.
func TestCallsNone(t *testing.T) {
	p := &solvertest.Program{PID: 1}
	p.Thread(1).Push(10)
	p.Thread(1).Pop(20)
	path := writeSolver(t, p)
	for _, args := range [][]string{{"--calls"}, {"--calls", "--csv"}} {
		if code, _, errs := nrprof(append([]string{"phases", path}, args...)...); code != 0 || !strings.Contains(errs, "has no calls of solver libraries") {
			t.Errorf("%q: %d, %s", args, code, errs)
		}
	}
	for _, args := range [][]string{{"--calls", "--csv", "--iterations"}, {"--calls", "--csv", "--steps", "1"}, {"--calls", "--csv", "--json"}} {
		if code, out, errs := nrprof(append([]string{"phases", path}, args...)...); code != 2 || out != "" || !strings.Contains(errs, "exclude") {
			t.Errorf("%q: %d, %s", args, code, errs)
		}
	}
}
