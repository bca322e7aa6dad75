package main

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"

	"github.com/nrkit/nrkit/internal/testkit/timelinetest"
	"github.com/nrkit/nrkit/internal/testkit/xplanetest"
)

// writeXLA writes profiles of JAX, and an export of Nsight Systems of a run of it.
func writeXLA(dir string) error {
	x := timelinetest.XLA{Steps: 4, Iterations: 10, PID: 7, Graph: true}
	if err := x.Tables().Write(filepath.Join(dir, "xla.sqlite")); err != nil {
		return err
	}
	data := xplanetest.Newton{Iterations: 40, Start: 1e18, Path: "jit(f)/jit(main)/while/body/nr_iteration", Disabled: true}.Space().Encode()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(data); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	for name, text := range map[string][]byte{"run.xplane.pb": data, "run.xplane.pb.gz": packed.Bytes(), "cut.xplane.pb": data[:len(data)-9]} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			return err
		}
	}
	return nil
}
