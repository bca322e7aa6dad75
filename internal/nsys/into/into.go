package into

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/nrkit/nrkit/internal/atomicfile"
	"github.com/nrkit/nrkit/internal/hint"
	"github.com/nrkit/nrkit/internal/nsys/launch"
	"github.com/nrkit/nrkit/internal/nsys/nvtxt"
	"github.com/nrkit/nrkit/trace"
)

// Offset returns how much later than the session of a report a trace started, in
// nanoseconds. Session is the trace of the report, which is called name.
//
// It fails where one of the two does not say when it started, where the trace
// started before the session, and where a day or more is between them.
func Offset(t, session *trace.Trace, name string) (int64, error) {
	start, of := t.Header.Start, session.Header.Start
	switch {
	case start.IsZero():
		return 0, errors.New("the trace does not contain its start time, so it cannot be placed in the report")
	case of.IsZero():
		return 0, fmt.Errorf("%s: does not contain the start time of its session", name)
	}
	offset := start.Sub(of)
	if offset < 0 && offset > -24*time.Hour {
		return 0, hint.With(fmt.Errorf("%s: its session started %v after the trace, and a report cannot contain earlier times", name, -offset), "start nsys first")
	}
	if offset > 24*time.Hour || offset < -24*time.Hour {
		return 0, hint.With(fmt.Errorf("%s: its session started at %s, the trace at %s: they do not belong to the same run",
			name, of.Format(time.RFC3339), start.Format(time.RFC3339)), "record both in one run: nrprof nsys -- nrprof run ... -o run.nrt")
	}
	return int64(offset), nil
}

// target is the machine of a report that the ranges belong to: hardware 0,
// virtual machine 1, as nsys numbers the one that it runs on.
const target = "0:1"

// Merge runs ImportNvtxt, whose path is importer, on the text of t, which starts
// offset nanoseconds after the session of the report, and returns the path of the
// report that it made in the folder dir.
func Merge(ctx context.Context, importer string, t *trace.Trace, offset int64, report, dir string) (string, error) {
	text, made := filepath.Join(dir, "ranges.nvtxt"), filepath.Join(dir, "merged.nsys-rep")
	err := atomicfile.WriteFile(text, func(w io.Writer) error {
		if err := nvtxt.WriteTo(w, t, nvtxt.Options{Offset: offset}); err != nil {
			return err
		}
		return t.Err()
	})
	if err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, importer, "--cmd", "merge", "-i", report, "-n", text, "-o", made, "--target", target, "--update_report_time")
	cmd.Env = launch.Environment(importer)
	log, err := cmd.CombinedOutput()
	if cerr := ctx.Err(); cerr != nil {
		return "", cerr
	}
	if _, serr := os.Stat(made); serr != nil && err == nil {
		err = errors.New("wrote no report")
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w: %s", launch.ImportNvtxt, err, launch.LastLine(log))
	}
	return made, nil
}
