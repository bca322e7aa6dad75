//go:build !js

package input

import (
	"os"
	"path/filepath"

	"github.com/nrkit/nrkit/internal/nsys/launch"
)

// report lets nsys export the report at path, and reads that.
func (s *source) report(path string) (*File, error) {
	getenv := s.o.Getenv
	if getenv == nil {
		getenv = os.Getenv
	}
	program, ok := launch.Installed(getenv)
	if !ok {
		return nil, s.withoutNsys(path, "this machine")
	}
	dir, remove, err := s.tempDir()
	if err != nil {
		return nil, err
	}
	database := filepath.Join(dir, "report.sqlite")
	var f *File
	if err = program.Export(s.context(), path, database); err == nil {
		f, err = s.export(database)
	}
	return f, remove(err)
}
