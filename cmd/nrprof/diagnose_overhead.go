package main

import (
	"errors"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/internal/spill"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/nsys/overhead"
)

// readOverheads adds what Nsight Systems says that it took for itself while the
// program ran, and the driver to load code; nothing where a file is no export, or
// its times may not be those of the trace.
func readOverheads(t *inputs, in *diagnose.Input) (err error) {
	if len(t.list) != 1 || t.name == "stdin" || in.Start() == 0 {
		return nil // of several, the clocks are moved; an export that starts before 0 is, too
	}
	path := t.list[0].name
	if kind, err := kindOfFile(path); err != nil || kind != nsysExport {
		return err
	}
	e, err := nsys.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	space := spill.New(spill.Limit)
	traces := t.close
	t.close = func() error { return errors.Join(traces(), space.Err(), space.Close()) }
	return overhead.Add(in, e, space)
}
