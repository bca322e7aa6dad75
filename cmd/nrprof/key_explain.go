package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
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
				if _, err := purposeOf("--for", purpose); err != nil {
					return err
				}
			}
			return p.explain(cmd, args, purpose, &f)
		},
	}
	f.register(cmd, runkey.ExplanationSchema)
	cmd.Flags().StringVar(&purpose, "for", "", "exit with 3 where a difference matters for `PURPOSE`: "+runkey.PurposeNames(runkey.Purposes(), ", "))
	_ = cmd.RegisterFlagCompletionFunc("for", cobra.FixedCompletions(strings.Fields(runkey.PurposeNames(runkey.Purposes(), " ")), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// explain prints in what the keys of two files differ.
func (p *program) explain(cmd *cobra.Command, args []string, purpose string, f *formatFlags) error {
	var keys [2]*runkey.Key
	for i, path := range args {
		var err error
		if keys[i], err = p.keyOf(cmd, path); err != nil {
			return err
		}
	}
	doc := runkey.NewExplanation(filepath.Base(args[0]), keys[0], filepath.Base(args[1]), keys[1])
	if err := p.print(f, doc, keyreport.Explanation(doc)); err != nil {
		return err
	}
	if purpose == "" {
		return nil
	}
	spoils, err := purposeOf("--for", purpose)
	if err == nil && doc.Spoils(spoils) {
		return cli.Status(3)
	}
	return err
}

// keyOf returns the key that a file has: a document key/v1, one of another
// schema that holds it under key, or a trace.
func (p *program) keyOf(cmd *cobra.Command, path string) (k *runkey.Key, err error) {
	if path == "-" {
		k, err = runkey.Read(p.Stdin, path)
	} else {
		k, err = runkey.ReadFile(path)
	}
	if errors.Is(err, runkey.ErrNoDocument) {
		k, err = p.keyOfTrace(cmd, path)
	}
	if errors.As(err, new(*runkey.NoKeyError)) {
		return nil, cli.WithHint(err,
			"what has a key: documents of nrprof key, run and startup --json, captures of nrprof run and record, journals of sweeps, exports of Nsight Systems")
	}
	return k, fileError(cmd, []string{path}, err)
}

// keyOfTrace returns the key at the start of a trace.
func (p *program) keyOfTrace(cmd *cobra.Command, path string) (*runkey.Key, error) {
	s, err := p.openTrace(cmd, path)
	if err != nil {
		return nil, err
	}
	text := bytes.Clone(s.Header.Key)
	if err := s.Close(); err != nil {
		return nil, err
	}
	if text == nil {
		return nil, fmt.Errorf("%s: %w", path, &runkey.NoKeyError{Why: "has no key"})
	}
	k, err := runkey.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s: key: %w", path, err)
	}
	return k, nil
}

// fileError gives an error of a file that is not there, among some paths, a hint at
// a file with a similar name.
func fileError(cmd *cobra.Command, paths []string, err error) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, path := range paths {
		if _, serr := os.Stat(path); path != "" && errors.Is(serr, fs.ErrNotExist) {
			return cli.WithHint(err, cli.FileHint(cmd, path))
		}
	}
	return err
}
