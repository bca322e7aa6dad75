package keyfile

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/nrkit/nrkit/internal/hint"
	"github.com/nrkit/nrkit/runkey"
	"github.com/nrkit/nrkit/trace/input"
)

// Read returns the key of the file path: a document key/v1, a document of another
// schema with a member key, or a trace, of which it is the key at the start. - is
// o.Stdin.
//
// Errors: a *runkey.NoKeyError, with advice, for a file without a key; the errors of
// runkey.ReadFile and input.OpenFile.
func Read(path string, o input.Options) (k *runkey.Key, err error) {
	if path == "-" {
		k, err = runkey.Read(o.Stdin, path)
	} else {
		k, err = runkey.ReadFile(path)
	}
	if errors.Is(err, runkey.ErrNoDocument) {
		k, err = ofTrace(path, o)
	}
	if errors.As(err, new(*runkey.NoKeyError)) {
		return nil, hint.With(err,
			"these files have a key: documents of nrprof key, run and startup --json, captures of nrprof run and record, journals of sweeps, exports of Nsight Systems")
	}
	return k, err
}

// ofTrace returns the key at the start of a trace.
func ofTrace(path string, o input.Options) (*runkey.Key, error) {
	f, err := input.OpenFile(path, o)
	if err != nil {
		return nil, err
	}
	text := bytes.Clone(f.Header.Key)
	if err := f.Close(); err != nil {
		return nil, err
	}
	if text == nil {
		return nil, fmt.Errorf("%s: %w", path, &runkey.NoKeyError{Why: "has no key"})
	}
	k, err := runkey.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s: key: %w", path, err)
	}
	return k, nil
}
