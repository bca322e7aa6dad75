package record

import (
	"context"
	"errors"
	"fmt"
	"os/exec"

	"github.com/nrkit/nrkit/internal/hint"
	"github.com/nrkit/nrkit/trace/nvtx/inject"
)

// Library puts the library of package trace/nvtx/inject where programs can load
// it, into the folder dir if that will do; "" for any folder. Errors have advice.
func Library(ctx context.Context, dir string, warn func(string)) (*inject.Library, error) {
	library, err := inject.Install(ctx, dir)
	if err != nil {
		return nil, libraryError(err)
	}
	if library.Warning != "" {
		warn(library.Warning)
	}
	return library, nil
}

// placeHint is what to do where programs can load the library from no place.
const placeHint = "set TMPDIR to a folder that belongs to you and is not mounted noexec"

// libraryError adds to an error of Install what to do about it.
func libraryError(err error) error {
	switch {
	case errors.Is(err, inject.ErrNoCompiler):
		return hint.With(fmt.Errorf("cannot make the library that programs load: %w", err), "apt-get install gcc libc6-dev")
	case errors.As(err, new(*inject.PlaceError)):
		return hint.With(err, placeHint)
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
