package main

import (
	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/cli/format"
	reportxlalog "github.com/nrkit/nrkit/reports/xlalog"
	"github.com/nrkit/nrkit/xla/log"
)

// newXLALogCmd returns the command that reads logs of XLA and JAX.
func newXLALogCmd(p *program) *cobra.Command {
	var f format.Flags
	cmd := &cobra.Command{
		Use:   "xla-log FILE...",
		Short: "say what logs of XLA and JAX tell of compilation and command buffers",
		Long: `Xla-log reads what a program with XLA or JAX wrote on standard error: which
thunks became part of command buffers (CUDA graphs), which did not and why; which
while loops the host ran, with their iterations; which functions were compiled
cold, reloaded from the persistent cache or compiled again, and what changed.
Other lines may stand in between. FILE may be compressed with gzip; - is standard
input.

Such a log comes from a program that is run with

  TF_CPP_MIN_LOG_LEVEL=0
  TF_CPP_VMODULE=command_buffer_conversion_pass=2,while_thunk=3,command_buffer_thunk=3
  TF_CPP_LOG_THREAD_ID=1
  JAX_LOG_COMPILES=1
  JAX_EXPLAIN_CACHE_MISSES=1

The loops of while_thunk=3 take a line or three for each iteration, which costs
time: measure without. docs/xla-log.md says what is read and what is inferred.`,
		Example: `  nrprof xla-log run.log
  python sim.py 2>&1 | nrprof xla-log - --json`,
		Args: cli.SomeFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.Check(); err != nil {
				return err
			}
			var logs []*log.Log
			for _, path := range args {
				l, err := p.readXLALog(cmd, path)
				if err != nil {
					return err
				}
				logs = append(logs, l)
			}
			doc := log.NewDocument(logs)
			return f.Print(p.Program, doc, reportxlalog.Report(doc))
		},
	}
	f.Register(cmd, log.Schema)
	return cmd
}

// readXLALog reads a log; - is standard input.
func (p *program) readXLALog(cmd *cobra.Command, path string) (*log.Log, error) {
	f, err := p.Input(cmd, path)
	if err != nil {
		return nil, err
	}
	defer f.Close() // was only read
	if path == "-" {
		path = "stdin"
	}
	return log.ReadFile(f, path, log.Hooks{})
}
