package main

import (
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/keyfile"
	keyreport "github.com/nrkit/nrkit/reports/key"
	"github.com/nrkit/nrkit/runkey"
)

// newKeyExplainCmd returns the command that says in what two keys differ.
func newKeyExplainCmd(p *program) *cobra.Command {
	var f formatFlags
	var purpose string
	cmd := &cobra.Command{
		Use:   "explain OLD NEW",
		Short: "say in what two keys differ, and what that spoils",
		Long: `Explain says in which parts two keys differ and what each difference spoils:
whether code compiled for the one may be used for the other, whether their times
may be compared, whether their numbers may. OLD and NEW are documents of nrprof
key, run or startup --json, captures, journals of sweeps (journal.jsonl), and
exports of Nsight Systems, which know some of the parts.

With --for it ends with exit code 3 where a difference matters for the purpose.`,
		Example: `  nrprof key explain old.nrt new.nrt
  nrprof key explain --for code cached.json key.json`,
		Args: cli.ExactArgs("OLD", "NEW"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(); err != nil {
				return err
			}
			if purpose != "" {
				if err := cli.OneOf("--for", purpose, purposes()); err != nil {
					return err
				}
			}
			return p.explain(cmd, args, purpose, &f)
		},
	}
	f.register(cmd, runkey.ExplanationSchema)
	cmd.Flags().StringVar(&purpose, "for", "", "exit with 3 where a difference matters for `PURPOSE`: "+runkey.PurposeNames(runkey.Purposes(), ", "))
	cli.Complete(cmd, map[string][]string{"for": purposes()})
	return cmd
}

// explain prints in what the keys of two files differ.
func (p *program) explain(cmd *cobra.Command, args []string, purpose string, f *formatFlags) error {
	var keys [2]*runkey.Key
	for i, path := range args {
		var err error
		if keys[i], err = keyfile.Read(path, p.inputOptions()); err != nil {
			return inputError(cmd, []string{path}, err)
		}
	}
	doc := runkey.NewExplanation(filepath.Base(args[0]), keys[0], filepath.Base(args[1]), keys[1])
	if err := p.print(f, doc, keyreport.Explanation(doc)); err != nil {
		return err
	}
	if purpose != "" && doc.Spoils(purposeOf(purpose)) {
		return cli.Status(cli.ExitThreshold)
	}
	return nil
}
