package main

import (
	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/cli/format"
	"github.com/nrkit/nrkit/internal/doctor"
	doctorreport "github.com/nrkit/nrkit/internal/reports/doctor"
)

// newDoctorCmd returns the command that says what is installed.
func newDoctorCmd(p *program) *cobra.Command {
	var f format.Flags
	var out, root string
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "say which tools are here, and how to install those that are missing",
		Long: `Doctor says which of the programs that nrprof can make use of are installed and
in which version, what the system permits, what is missing, what it would be
used for, and the command that installs it on this distribution.`,
		Args: cli.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if err := f.Check(); err != nil {
				return err
			}
			doc := doctor.Examine(p.Ctx, root, out)
			return f.Print(p.Program, doc, doctorreport.Report(doc))
		},
	}
	f.Register(cmd, doctor.Schema)
	fl := cmd.Flags()
	fl.StringVarP(&out, "output-dir", "d", ".", "`DIR` where reports will be written")
	fl.StringVar(&root, "root", "", "directory in place of /")
	// The only error is an unknown flag.
	_ = fl.MarkHidden("root")
	return cmd
}
