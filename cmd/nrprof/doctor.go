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
		Short: "list which tools are installed, and how to install the missing ones",
		Long: `Doctor checks the programs that nrprof can use. If a program is installed, doctor
prints its version. If a program is missing, doctor says what it would be used for,
and prints the command that installs it on this distribution. Doctor also checks
the permissions that profilers need, and the free space for reports.`,
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
	fl.StringVarP(&out, "output-dir", "d", ".", "folder `DIR` for reports, whose free space is checked")
	fl.StringVar(&root, "root", "", "folder in place of /")
	// The only error is an unknown flag.
	_ = fl.MarkHidden("root")
	return cmd
}
