package into

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/nrkit/nrkit/internal/hint"
	"github.com/nrkit/nrkit/internal/nsys/launch"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/input"
)

// Check returns why the file path is no report that ranges can be added to, which
// its first bytes say; nil for a report.
func Check(path string) error {
	switch kind, err := input.SniffFile(path); {
	case err != nil:
		return err
	case kind == input.NsightReport:
		return nil
	case kind == input.NsightExport:
		return hint.With(fmt.Errorf("--into %s: is an export, want a report", path), "give the .nsys-rep from which the export was made")
	}
	return fmt.Errorf("--into %s: want a report of Nsight Systems", path)
}

// A Job adds the ranges of a trace to a report.
type Job struct {
	Importer string // path of ImportNvtxt
	Trace    *trace.Trace
	Report   string // path
	offset   int64
}

// NewJob finds the place of t in a report, whose trace is session, and the importer,
// as the variables NSYS and PATH say. Warning says that the trace starts after the
// last event of the report, "" otherwise.
//
// Errors: the errors of [Offset]; there is no importer.
func NewJob(t *trace.Trace, session *input.File, report string, getenv func(key string) string) (j *Job, warning string, err error) {
	offset, err := Offset(t, session.Trace, session.Name)
	if err != nil {
		return nil, "", err
	}
	if offset > session.Last {
		warning = fmt.Sprintf("the trace starts %v after the last event of %s", time.Duration(offset-session.Last).Round(time.Millisecond), report)
	}
	importer, err := find(getenv)
	if err != nil {
		return nil, warning, err
	}
	return &Job{importer, t, report, offset}, warning, nil
}

// find returns the path of ImportNvtxt.
func find(getenv func(key string) string) (string, error) {
	nsys, _ := launch.Installed(getenv)
	path, searched := launch.Finder{Path: getenv("PATH")}.Companion(launch.ImportNvtxt, nsys)
	if path == "" {
		return "", hint.With(fmt.Errorf("found no %s in %s", launch.ImportNvtxt, strings.Join(searched, ", ")),
			"nrprof doctor says how to install it; nrprof export -o FILE.nvtxt writes its input, for another machine")
	}
	return path, nil
}

// Merge makes the report with the ranges in the folder dir, as [Merge] does, and
// returns its path.
func (j *Job) Merge(ctx context.Context, dir string) (string, error) {
	return Merge(ctx, j.Importer, j.Trace, j.offset, j.Report, dir)
}

// Copy writes a report, which [Job.Merge] made, to w.
func Copy(w io.Writer, report string) error {
	f, err := os.Open(report)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, f)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}
