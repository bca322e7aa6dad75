package main

import (
	"errors"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/internal/nsys/overhead"
	"github.com/nrkit/nrkit/internal/spill"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/trace/input"
)

// readOverheads adds what Nsight Systems says that it took for itself while the
// program ran, and the driver to load code; nothing where a file is no export, or
// its times may not be those of the trace.
func readOverheads(t *input.Set, in *diagnose.Input) (err error) {
	if len(t.Files) != 1 || t.Name == "stdin" || in.Start() == 0 {
		return nil // of several, the clocks are moved; an export that starts before 0 is, too
	}
	path := t.Files[0].Name
	if kind, err := input.SniffFile(path); err != nil || kind != input.NsightExport {
		return err
	}
	e, err := nsys.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	space := spill.New(spill.Limit)
	f := t.Files[0]
	release := f.Release
	f.Release = func() (err error) {
		if release != nil {
			err = release()
		}
		return errors.Join(err, space.Err(), space.Close())
	}
	return overhead.Add(in, e, space)
}
