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
		Short: "list what logs of XLA and JAX say about compilation and command buffers",
		Long: `Xla-log reads what a program with XLA or JAX wrote to standard error. It lists the
thunks that became part of command buffers (CUDA graphs), and the thunks that did
not, with the reason. It lists the while loops that the host ran, with their
iterations. It lists the functions that were compiled cold, reloaded from the
persistent cache or compiled again, and what changed. Other lines in the log are
ignored. FILE may be compressed with gzip; - is standard input.

To write such a log, run the program with these variables:

  TF_CPP_MIN_LOG_LEVEL=0
  TF_CPP_VMODULE=command_buffer_conversion_pass=2,while_thunk=3,command_buffer_thunk=3
  TF_CPP_LOG_THREAD_ID=1
  JAX_LOG_COMPILES=1
  JAX_EXPLAIN_CACHE_MISSES=1

With while_thunk=3, the program writes one to three lines for each iteration of a
loop, which costs time: measure times without it. docs/xla-log.md says what xla-log
reads and what it infers.`,
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
