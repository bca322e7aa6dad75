package startup

import (
	"errors"
	"fmt"
	"os"
	"runtime"

	"github.com/nrkit/nrkit/internal/hint"
	"github.com/nrkit/nrkit/trace/nvtx/inject"
)

// Prepare returns the source of ranges for the requested source, and the library
// that programs load for it, or nil if they load none. For [Auto], if no library is
// possible, it goes on without the library and warns. Install makes the library.
//
// Errors have advice.
func Prepare(source Source, install func() (*inject.Library, error), warn func(string)) (Source, *inject.Library, error) {
	if source == Markers || (source == Auto && runtime.GOOS != "linux") {
		return source, nil, nil
	}
	without := func(err error) (Source, *inject.Library, error) {
		if source == Auto {
			warn(fmt.Sprintf("only printed markers are used: %v", err))
			return Markers, nil, nil
		}
		return source, nil, err
	}
	if tool := os.Getenv(inject.EnvLibrary); tool != "" {
		return without(hint.With(fmt.Errorf("$%s names another tool, %s, and NVTX allows only one", inject.EnvLibrary, tool), "unset it"))
	}
	library, err := install()
	switch {
	case errors.Is(err, inject.ErrNoCompiler), errors.As(err, new(*inject.PlaceError)):
		return without(err)
	case err != nil:
		return source, nil, hint.With(err, "--from markers needs no library")
	}
	return source, library, nil
}
