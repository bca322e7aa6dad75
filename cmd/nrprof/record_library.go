package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/trace/nvtx/inject"
)

// checkRecord refuses what cannot be recorded.
func (p *program) checkRecord(command string, f *recordFlags) error {
	if sameFile(f.out, command) {
		return cli.Usagef("-o %s is the program itself", f.out)
	}
	tool := os.Getenv(inject.EnvLibrary)
	if tool != "" && !f.force {
		return cli.WithHint(fmt.Errorf("$%s names another tool, %s, and NVTX takes one", inject.EnvLibrary, tool), "--force takes its place")
	}
	if exit, err := inject.Find(command); err != nil {
		return p.notStarted(exit, err)
	}
	if err := f.checkExisting(); err != nil {
		return err
	}
	if tool != "" {
		p.Warn(fmt.Sprintf("$%s names another tool, %s, which sees nothing of this run", inject.EnvLibrary, tool))
	}
	return nil
}

// recordLibrary puts the library where programs can load it, into the folder dir
// if that will do.
func (p *program) recordLibrary(dir string) (*inject.Library, error) {
	library, err := inject.Install(p.Ctx, dir)
	if err != nil {
		return nil, libraryError(err)
	}
	if library.Warning != "" {
		p.Warn(library.Warning)
	}
	return library, nil
}

// placeHint is what to do where programs can load the library from no place.
const placeHint = "set TMPDIR to a folder of yours that is not mounted noexec"

// libraryError adds to an error of Install what to do about it.
func libraryError(err error) error {
	switch {
	case errors.Is(err, inject.ErrNoCompiler):
		return cli.WithHint(fmt.Errorf("the library that programs load cannot be made: %w", err), "apt-get install gcc libc6-dev")
	case errors.As(err, new(*inject.PlaceError)):
		return cli.WithHint(err, placeHint)
	}
	return err
}

// hindrance says why nothing may have been captured of a program, "" for nothing
// known.
func hindrance(command string) string {
	path, err := exec.LookPath(command)
	if err != nil {
		return ""
	}
	return inject.Hindrance(path)
}
