package main

import (
	"cmp"
	"fmt"

	"github.com/spf13/pflag"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/simulate"
	"github.com/nrkit/nrkit/internal/steps"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/input"
)

// A stepFlags holds the flags that list time steps and iterations one by one.
type stepFlags struct {
	iterations bool
	steps      string
	csv        bool
}

func (f *stepFlags) register(fl *pflag.FlagSet) {
	fl.BoolVar(&f.iterations, "iterations", false, "list time steps and iterations one by one: all up to 20, otherwise the first 5, the slowest 10 and the last 5")
	fl.StringVar(&f.steps, "steps", "", "list the time steps `LIST` and their iterations, such as 1,5,800-802, up to 1000; of a trace without time steps, iterations")
	fl.BoolVar(&f.csv, "csv", false, "print every time step and iteration, or the time steps of --steps, as comma-separated values and nothing else")
}

// asked says whether steps and iterations are to be listed.
func (f *stepFlags) asked() bool { return f.iterations || f.steps != "" || f.csv }

// options returns which are.
func (f *stepFlags) options() (o steps.Options, err error) {
	if f.steps == "" {
		return o, nil
	}
	s, err := simulate.ParseSelection(f.steps)
	if err != nil {
		return o, cli.Usagef("--steps: %v", err)
	}
	o.Has = s.Has
	return o, nil
}

// check returns the mistake in the flags.
func (f *stepFlags) check(format *formatFlags) error {
	if f.csv && (format.json || format.markdown) {
		return cli.Usagef("--csv excludes --json and --markdown")
	}
	_, err := f.options()
	return err
}

// table returns the rows that are asked for, nil for none.
func (f *stepFlags) table(t *trace.Trace) *steps.Table {
	if !f.asked() {
		return nil
	}
	o, _ := f.options() // check has said what is wrong
	return steps.Of(t, o)
}

// rowsAsCSV prints rows as they come, and says on standard error what the trace
// lacks of them.
func (p *program) rowsAsCSV(t *input.Set, f *stepFlags) error {
	o, _ := f.options()
	for _, w := range append(t.Loss.Warnings(), t.Warnings...) {
		p.Warn(w)
	}
	if n := t.Header.Sample; n > 1 {
		p.Warn(fmt.Sprintf("only timed steps have rows: 1 of %d was timed", n))
	}
	return cmp.Or(steps.WriteCSV(p.Stdout, t.Trace, o), t.Err(), t.Close())
}
