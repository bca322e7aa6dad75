package record

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/nrkit/nrkit/internal/atomicfile"
	"github.com/nrkit/nrkit/internal/hint"
	"github.com/nrkit/nrkit/internal/solvers/matrices"
	"github.com/nrkit/nrkit/internal/telemetry"
	"github.com/nrkit/nrkit/trace/nvtx/inject"
)

// note remembers the output as it is before the program runs.
func (r *Recording) note() {
	if info, err := os.Stat(r.Output); err == nil {
		r.before = info
	}
}

// written reports whether the output is a file that came or changed while the
// program ran.
func (r *Recording) written() bool {
	info, err := os.Stat(r.Output)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	old := r.before
	return old == nil || !os.SameFile(old, info) || !old.ModTime().Equal(info.ModTime()) || old.Size() != info.Size()
}

// checkExisting refuses an output that would replace a file. Devices and pipes
// are written to.
func (r *Recording) checkExisting() error {
	info, err := os.Stat(r.Output)
	switch {
	case err != nil:
		return nil // writing says what is wrong with the name
	case info.IsDir():
		return fmt.Errorf("%s: is a directory", r.Output)
	case info.Mode().IsRegular() && !r.Force:
		return hint.With(fmt.Errorf("%s exists", r.Output), "-f replaces it; -o names another output")
	}
	return nil
}

// convert turns the folder into the output, with the samples of GPUs where there
// are any, and removes it when the output is whole. Where there is nothing to
// write, a file that was to be replaced is removed: it is not of this run. What the
// program wrote there stays, and is reported when a capture takes its place. It is
// an error, too, if all ranges of the program are lost.
func (r *Recording) convert(dir string, of *said) error {
	c, err := inject.Open(dir)
	if err != nil {
		return err
	}
	for _, text := range warnings(&c.Stats) {
		r.Say.Warn(text)
	}
	t := c.Trace
	h := of.header
	h.Start, h.Clock = t.Header.Start, t.Header.Clock
	t.Header, t.EndKey = h, of.end
	if of.gpus != nil {
		telemetry.AddTo(t, of.gpus)
	}
	w, err := r.calls(dir, t)
	if err != nil {
		return err
	}
	names := r.Rename
	if w != nil {
		names = names.beside(w.run, r.Say)
	}
	t = names.apply(t, r.Say)
	written := r.written()
	if c.Stats.Ranges+c.Stats.Marks > 0 {
		if err = r.checkExisting(); err == nil { // the program may have made it
			err = atomicfile.WriteFile(r.Output, func(w io.Writer) error { return r.Write(w, t) })
		}
		if err != nil {
			return hint.With(named(err, r.Output), recoverHint(dir, &c.Stats))
		}
		if written {
			r.Say.Warn(fmt.Sprintf("the capture replaces %s, which the program wrote", r.Output))
		}
	} else if info, err := os.Stat(r.Output); err == nil && r.Force && info.Mode().IsRegular() && !written {
		if err := os.Remove(r.Output); err != nil {
			return err
		}
		of.removed = true
	}
	if err := w.convert(r); err != nil {
		return hint.With(fmt.Errorf("making %s: %w", matrices.Folder(r.Output), err),
			fmt.Sprintf("nothing is lost: nrprof record --recover %s -o %s -f", dir, r.Output))
	}
	failed := r.tell(of, &c.Stats, w)
	if err := removeFolder(dir); err != nil {
		return err
	}
	return failed
}

// named gives an error of the file system about a temporary file the name that
// the user knows.
func named(err error, name string) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		path.Path = name
	}
	return err
}
