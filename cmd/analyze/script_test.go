package main

import (
	"compress/gzip"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/internal/golden"
	"github.com/nrkit/nrkit/internal/schemagen/schematest"
)

// ownMachine names the variable with which a scenario predicts times for the machine on
// which it runs.
const ownMachine = "PREDICT_FOR_THIS_MACHINE"

// TestMain predicts times for a machine that is the same everywhere.
func TestMain(m *testing.M) {
	if os.Getenv(ownMachine) == "" {
		if err := os.Setenv(machineVariable, "generic"); err != nil {
			panic(err)
		}
	}
	schematest.Watch()
	testscript.Main(m, map[string]func(){"analyze": main})
}

// TestScript runs the scenarios of testdata/script, each in a folder that has
// the example matrices and one of them compressed. ORDERINGS is how many orderings
// --ordering all runs on a reducible matrix, NAMES_EXPLAINED how many names help
// explains.
func TestScript(t *testing.T) {
	examples, err := filepath.Abs(filepath.Join("..", "..", "testdata"))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:           filepath.Join("testdata", "script"),
		UpdateScripts: golden.Update(),
		Setup: func(env *testscript.Env) error {
			env.Setenv(machineVariable, "generic")
			env.Setenv("ORDERINGS", strconv.Itoa(len(analysis.Methods())))
			env.Setenv("NAMES_EXPLAINED", strconv.Itoa(len(analysis.Descriptions())))
			for _, name := range []string{"bridge.mtx", "ladder.mtx", "mul4_it1.mtx", "mul4_it2.mtx", "mul4_it3.mtx"} {
				text, err := os.ReadFile(filepath.Join(examples, name))
				if err != nil {
					return err
				}
				if err := os.WriteFile(filepath.Join(env.WorkDir, name), text, 0o666); err != nil {
					return err
				}
			}
			return compress(filepath.Join(env.WorkDir, "bridge.mtx"))
		},
	})
}

// compress writes a file once more with .gz behind its name.
func compress(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	f, err := os.Create(path + ".gz")
	if err != nil {
		return err
	}
	z := gzip.NewWriter(f)
	if _, err := z.Write(text); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return f.Close()
}
