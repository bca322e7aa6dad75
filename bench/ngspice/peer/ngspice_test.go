//go:build linux

package peer

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nrkit/nrkit/newton/netlist"
)

// script is a program that stands for ngspice.
func script(t *testing.T, body string) *NGSpice {
	t.Helper()
	path := filepath.Join(t.TempDir(), "ngspice")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+body), 0o700); err != nil {
		t.Fatal(err)
	}
	return &NGSpice{Program: path, Limit: 10 * time.Second}
}

func TestVersion(t *testing.T) {
	for _, c := range []struct {
		solver string
		klu    bool
	}{{"Using KLU as Direct Linear Solver", true}, {"Using SPARSE 1.3 as Direct Linear Solver", false}, {"", false}} {
		g := script(t, "if [ $1 = -v ]; then echo '** ngspice-44 : Circuit level simulation program'; else echo '"+c.solver+"'; fi\n")
		version, klu, err := g.Version()
		if err != nil || version != "ngspice-44 : Circuit level simulation program" || klu != c.klu {
			t.Errorf("%q: got %q, %v, error %v", c.solver, version, klu, err)
		}
	}
	if _, _, err := (&NGSpice{Program: filepath.Join(t.TempDir(), "none")}).Version(); err == nil {
		t.Error("got no error for a program that is not there")
	}
	if _, _, err := script(t, "echo hello\n").Version(); err == nil || !strings.Contains(err.Error(), "want a version") {
		t.Errorf("got error %v, want one about the version", err)
	}
}

func TestRunErrors(t *testing.T) {
	job := &Job{Path: "x.cir", Net: &netlist.Netlist{Tran: &netlist.Tran{Step: 1e-9, Stop: 1e-6}}, NoOP: true, Quiet: true}
	counts := "echo 'Total iterations = 7'; echo 'Accepted timepoints = 3'; echo 'Rejected timepoints = 1'\n"
	r, err := script(t, counts).Run(job)
	if err != nil || r.Counts != (Counts{7, 3, 1}) {
		t.Errorf("got %+v, error %v", r, err)
	}
	for body, want := range map[string]string{
		counts + "echo 'tran simulation(s) aborted'\n": "gave up",
		"echo 'Total iterations = 7'\n":                "timepoints",
		counts + "exit 3\n":                            "exit status 3",
	} {
		if _, err := script(t, body).Run(job); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got error %v, want one with %q", body, err, want)
		}
	}
	g := script(t, "exec sleep 20\n")
	g.Limit = 50 * time.Millisecond
	if _, err := g.Run(job); err == nil || !strings.Contains(err.Error(), "stopped after 50ms") {
		t.Errorf("got error %v, want one about time", err)
	}
}

// TestOwn compares a divider with what it divides, and the charge of a
// capacitor with its closed form.
func TestOwn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rc.cir")
	text := "rc\nv1 in 0 1\nr1 in out 1k\nr2 out 0 1k\nc1 out 0 1n ic=0\n.tran 1n 500n 0 1n uic\n.end\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	job, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Own(context.Background(), job, true)
	if err != nil {
		t.Fatal(err)
	}
	if v := r.OP.Column("v(out)")[0]; v < 0.4999999 || v > 0.5000001 {
		t.Errorf("operating point: got %g V, want 0.5", v)
	}
	// 0.5·(1-1/e) after one time constant of 500 ns
	if v := r.Tran.At(r.Tran.Column("v(out)"), 500e-9); v < 0.3160 || v > 0.3162 {
		t.Errorf("transient: got %g V, want 0.31606", v)
	}
	if r.Accepted < 500 || r.Iterations <= r.Accepted || r.Tran.Column("i(v1)") == nil {
		t.Errorf("got %+v, columns %v", r.Counts, r.Tran.Names)
	}
}
