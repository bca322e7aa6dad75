package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/nrkit/nrkit/internal/childusage"
	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/golden"
	"github.com/nrkit/nrkit/internal/schemagen/schematest"
	"github.com/nrkit/nrkit/internal/testkit/timelinetest"
	"github.com/nrkit/nrkit/trace"
)

func TestMain(m *testing.M) {
	childusage.Main()
	cli.HeedSignals()
	schematest.Watch()
	programs := map[string]func(){"nrprof": main}
	maps.Copy(programs, fakes())
	programs[starter] = fakeStarter
	testscript.Main(m, programs)
}

// TestScript runs the scenarios of testdata/script, each in a folder that has
// a netlist and captures whose figures are given.
func TestScript(t *testing.T) {
	netlist, err := os.ReadFile(filepath.Join("testdata", "lowpass.cir"))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:           filepath.Join("testdata", "script"),
		UpdateScripts: golden.Update(),
		Cmds:          map[string]func(*testscript.TestScript, bool, []string){"join": join, "head": head},
		Setup: func(env *testscript.Env) error {
			env.Setenv("TMPDIR", env.WorkDir)
			env.Setenv("GORACE", os.Getenv("GORACE"))
			if err := os.WriteFile(filepath.Join(env.WorkDir, "lowpass.cir"), netlist, 0o666); err != nil {
				return err
			}
			for k, s := range []timelinetest.Solver{{Steps: 3, PID: 7, Start: 1e18}, {Steps: 2, PID: 7, Start: 1e18 + 500, Seed: 1}} {
				if err := s.Write(filepath.Join(env.WorkDir, fmt.Sprintf("rank%d.sqlite", k))); err != nil {
					return err
				}
			}
			plain := timelinetest.Solver{Steps: 3, PID: 7}.Tables()
			plain.NVTX = nil
			if err := plain.Write(filepath.Join(env.WorkDir, "plain.sqlite")); err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(env.WorkDir, "zeros"), make([]byte, 4096), 0o666); err != nil {
				return err
			}
			if err := writeLoops(env.WorkDir); err != nil {
				return err
			}
			if err := writeXLA(env.WorkDir); err != nil {
				return err
			}
			return writeCapture(filepath.Join(env.WorkDir, "demo.nrt"))
		},
	})
}

// join writes the files that follow its first argument into that, one after the
// other.
func join(ts *testscript.TestScript, _ bool, args []string) {
	var text []byte
	for _, name := range args[1:] {
		text = append(text, ts.ReadFile(name)...)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), text, 0o666))
}

// head cuts a file behind its first line.
func head(ts *testscript.TestScript, _ bool, args []string) {
	line, _, _ := strings.Cut(ts.ReadFile(args[0]), "\n")
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(line+"\n"), 0o666))
}

// writeCapture writes a small capture: an iteration in a time step.
func writeCapture(path string) error {
	r, err := trace.Create(path, trace.Header{Program: "demo", PID: 1, TimerNS: 50}, trace.Options{})
	if err != nil {
		return err
	}
	th := r.Thread("solver")
	for _, name := range []string{trace.PhaseTransient, trace.PhaseTimestep, trace.PhaseIteration, trace.PhaseBuildSystem} {
		th.Begin(r.Name(name))
	}
	for range 4 {
		th.End()
	}
	r.SetCounts(trace.Counts{Number: map[string]int64{trace.CountTimesteps: 1, trace.CountIterations: 1}})
	return r.Close()
}
