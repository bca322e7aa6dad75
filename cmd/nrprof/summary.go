package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/cli/traces"
	"github.com/nrkit/nrkit/internal/evidence"
	"github.com/nrkit/nrkit/internal/summary"
	"github.com/nrkit/nrkit/trace/input"
)

// areSummaries says whether the files are summaries. It is an error that some are and others
// are not.
func areSummaries(paths []string) (bool, error) {
	n, other := 0, ""
	for _, path := range paths {
		if path != "-" {
			if k, err := input.SniffFile(path); err == nil && k == input.Summary {
				n++
				continue
			}
		}
		other = path
	}
	if n > 0 && n < len(paths) {
		return false, &input.Failure{Err: fmt.Errorf("%s: is no summary, but other files are", other),
			Hint: "nrprof summarize makes a summary of captures, which then can be given with others"}
	}
	return n > 0, nil
}

// noSummary is the error of flags that need what a summary does not have.
func noSummary(flags, needs, instead string) error {
	return cli.Usage(fmt.Sprintf("%s: a summary does not have %s", flags, needs), instead)
}

// summaryDoubt gives an error about what a summary holds its hint.
func summaryDoubt(err error) error {
	var mixed *summary.MixedError
	var failure *input.Failure
	if errors.As(err, &failure) {
		return cli.WithHint(err, failure.Hint)
	}
	if errors.As(err, &mixed) {
		return cli.WithHint(err, "summarize captures of one sort, recorded with the same --sample")
	}
	return err
}

// sourceOf names files without their folders.
func sourceOf(paths []string) string {
	var names []string
	for _, path := range paths {
		names = append(names, filepath.Base(path))
	}
	return strings.Join(names, " + ")
}

// openSummary opens summaries with the flags of commands that read traces, of which some
// need what a summary does not have.
func (p *program) openSummary(cmd *cobra.Command, args []string, in *traces.Flags) (*summary.Part, input.Alignment, error) {
	align, err := in.Alignment()
	switch {
	case err != nil:
	case in.Names():
		err = noSummary("--domain, --scope, --no-scopes and --group-numbers", "the names of the captures", "give these flags to nrprof summarize")
	case align.Align == input.AlignEnd || align.Align == input.AlignBegin:
		err = noSummary("--align end:RANGE and begin:RANGE", "single ranges", "give the captures")
	default:
		part, err := p.openSummaries(cmd, args)
		return part, align, err
	}
	return nil, align, err
}

// askSummary asks the rules about summaries.
func (p *program) askSummary(cmd *cobra.Command, args []string, in *traces.Flags, add func(*diagnose.Input) error) (*diagnose.Result, error) {
	part, align, err := p.openSummary(cmd, args, in)
	if err != nil {
		return nil, err
	}
	r, err := evidence.AskSummary(part, sourceOf(args), align, add)
	return r, summaryDoubt(err)
}
