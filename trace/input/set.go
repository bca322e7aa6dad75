package input

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/nrkit/nrkit/internal/merge"
	"github.com/nrkit/nrkit/trace"
)

// A Set is the trace that several files make together, as the ranks of one run. The
// Set of one file is the trace of the file. Its Kind is the kind of the first file.
type Set struct {
	File
	Files  []*File
	Ranks  []int32 // of Files: the first rank of each
	Clocks []Clock // of Files, if common ranges made the clocks one; otherwise nil
}

// OpenAll reads one file or several and puts them into one trace. align says how
// their clocks become one. If there are several files, each warning has the name of
// its file, and Options.Progress is called with the bytes of all files. At most 64
// captures are open at a time; it is an error if a path later names another file.
//
// Errors have the name of the file. They are the errors of [Open], and files that
// cannot be put together: a file without a start for AlignWall, different shares of
// timed steps, or common ranges that are missing or ambiguous.
func OpenAll(paths []string, o Options, align Alignment) (*Set, error) {
	s := &Set{}
	var traces []*trace.Trace
	var names []string
	var tally *Tally
	if len(paths) > 1 {
		tally = NewTally(paths, o.Progress)
		o.Progress = tally.Progress(0, 1)
	}
	open := &pool{}
	for _, path := range paths {
		tally.Begin(path)
		f, err := openIn(open, path, o)
		if err != nil {
			return nil, errors.Join(err, s.Close())
		}
		s.Files = append(s.Files, f)
		traces = append(traces, f.Trace)
		base := filepath.Base(f.Name)
		names = append(names, base)
		for _, w := range f.Warnings {
			if len(paths) > 1 && !strings.HasPrefix(w, base+":") {
				w = base + ": " + w
			}
			s.Warnings = append(s.Warnings, w)
		}
	}
	m, err := merge.Merge(traces, align)
	if err != nil {
		return nil, errors.Join(s.mergeError(err), s.Close())
	}
	s.Trace, s.Ranks, s.Clocks = m.Trace, m.Ranks, m.Clocks
	s.Warnings = append(s.Warnings, m.Warnings...)
	s.Name, s.Kind = strings.Join(names, " + "), s.Files[0].Kind
	return s, nil
}

// Close closes the files.
func (s *Set) Close() error {
	var err error
	for _, f := range s.Files {
		err = errors.Join(err, f.Close())
	}
	return err
}

// mergeError names the file that an error is about.
func (s *Set) mergeError(err error) error {
	var input *merge.InputError
	if !errors.As(err, &input) {
		return err
	}
	err = fmt.Errorf("%s: %w", s.Files[input.Input].Name, input.Err)
	if errors.Is(err, merge.ErrNoStart) {
		return &Failure{err, "--align start gives all inputs the same start time"}
	}
	return err
}
