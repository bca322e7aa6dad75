package capture

import (
	"cmp"
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/internal/browser"
	"github.com/nrkit/nrkit/internal/evidence"
	"github.com/nrkit/nrkit/internal/hint"
	"github.com/nrkit/nrkit/internal/jsontext"
	"github.com/nrkit/nrkit/internal/nsys/keys"
	"github.com/nrkit/nrkit/internal/phasetable"
	"github.com/nrkit/nrkit/internal/reports/phases"
	"github.com/nrkit/nrkit/internal/summary"
	"github.com/nrkit/nrkit/reports"
	diagnosereport "github.com/nrkit/nrkit/reports/diagnose"
	"github.com/nrkit/nrkit/trace/input"
)

// errEmpty is the error of a request for nothing.
var errEmpty = errors.New("no file given")

// Run diagnoses captures, and sums up their phases. Several captures are ranks of one
// run.
//
// The errors are the errors of input.OpenAll, with advice for visitors of the page.
func Run(ctx context.Context, r *browser.Request, page browser.Page) (*browser.Result, error) {
	if len(r.Files) == 0 {
		return nil, errEmpty
	}
	step := func(done int, name string) {
		if page.Progress != nil {
			page.Progress(done, 2, name)
		}
	}
	table, summed, err := phasesOf(ctx, r.Files)
	if err != nil {
		return nil, err
	}
	step(1, "phases")
	set, err := open(ctx, r.Files)
	if err != nil {
		return nil, err
	}
	found, err := evidence.Ask(set, "", func(*diagnose.Input) error { return nil })
	if err != nil {
		return nil, err
	}
	step(2, "diagnosis")
	report := &reports.Document{Title: summed.Title}
	report.Add(reports.Heading("Diagnosis"))
	report.Add(diagnosereport.Report(found).Blocks...)
	report.Add(reports.Heading("Phases"))
	report.Add(summed.Blocks...)
	result, err := browser.NewResult(report)
	if err != nil {
		return nil, err
	}
	result.Command = browser.Command([]string{"nrprof", "diagnose"}, r.Files)
	return result, cmp.Or(
		result.Add("diagnose.json", browser.JSON, func(w io.Writer) error { return jsontext.Write(w, found) }),
		result.Add("phases.json", browser.JSON, func(w io.Writer) error { return jsontext.Write(w, table) }))
}

// options returns how captures are read: as nrprof reads them.
func options(ctx context.Context) input.Options {
	return input.Options{Context: ctx, Identify: keys.Identify}
}

// open reads captures.
func open(ctx context.Context, paths []string) (*input.Set, error) {
	set, err := input.OpenAll(paths, options(ctx), input.Alignment{})
	return set, advised(err)
}

// advised gives an error the advice of the readers.
func advised(err error) error {
	var failure *input.Failure
	if errors.As(err, &failure) {
		return hint.With(err, failure.Hint)
	}
	return err
}

// phasesOf returns the table of phases of captures, and its report.
func phasesOf(ctx context.Context, paths []string) (*phasetable.Document, *reports.Document, error) {
	if len(paths) > 1 {
		return phasesOfRanks(ctx, paths)
	}
	set, err := open(ctx, paths)
	if err != nil {
		return nil, nil, err
	}
	table := phasetable.OfSet(set)
	report := phases.Report(table, set, "")
	return table, report, cmp.Or(set.Err(), set.Close())
}

// phasesOfRanks is phasesOf for several captures, each of which is read and closed
// before the next.
func phasesOfRanks(ctx context.Context, paths []string) (*phasetable.Document, *reports.Document, error) {
	part, err := summary.Collect(ctx, paths, summary.Options{Input: options(ctx), Ranked: true})
	if err != nil {
		return nil, nil, advised(err)
	}
	var names []string
	for _, path := range paths {
		names = append(names, filepath.Base(path))
	}
	table, err := part.Document(strings.Join(names, " + "), input.Alignment{})
	if err != nil {
		return nil, nil, advised(err)
	}
	table.Pooled = nil
	return table, phases.Traces(table), nil
}
