package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/prediction/calibrate"
)

// A disturbed calibration is stored, except over an undisturbed one.
func TestKeep(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
		t.Setenv(name, dir)
	}
	cpu, err := calibrate.ThisCPU()
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range []struct{ disturbed, stored bool }{{true, true}, {true, true}, {false, true}, {true, false}, {false, true}} {
		m := prediction.Generic()
		m.Key, m.Origin, m.Calibrated, m.Disturbed, m.Column = cpu.Key, prediction.Calibrated, true, c.disturbed, float64(i+1)
		var errs bytes.Buffer
		p := &program{Program: &cli.Program{Name: "analyze", Stderr: &errs}}
		_, kept, err := p.keep(m)
		if err != nil || (kept != "") != c.stored || strings.Contains(errs.String(), "nothing was stored") == c.stored {
			t.Errorf("%d: stored in %q, %v, %q", i, kept, err, errs.String())
		}
		if got, _, err := calibrate.Load(); err != nil || (got.Column == m.Column) != c.stored {
			t.Errorf("%d: loaded %v, %v, stored: %v", i, got.Column, err, c.stored)
		}
	}
}
