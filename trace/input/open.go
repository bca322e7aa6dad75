package input

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/nrkit/nrkit/internal/nsys/timeline"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/xla/phases"
)

// Options say how traces are read. The zero value is the default.
type Options struct {
	// Domains are NVTX domains whose ranges are phases, under their names without
	// the domain.
	Domains []string
	// Scopes say which segments of the op_name of an operation of XLA are phases.
	Scopes phases.Table
	// NoScopes: an operation of XLA is of no phase by its op_name.
	NoScopes bool
	// Rename gives ranges of the program other names, as [trace.Rename] does, in the
	// last step; nil keeps the names.
	Rename func(name string) string

	Stdin   io.Reader       // what - stands for; nil: standard input
	Context context.Context // ends the reading of exports, and nsys; nil: nothing does
	// Getenv looks up NSYS, the nsys that exports reports, and otherwise PATH, in
	// which nsys is; nil: os.Getenv.
	Getenv func(key string) string
	// TempDir makes a folder for temporary files and returns what removes it: that
	// takes the error so far, and returns it or its own. nil: a folder below
	// os.TempDir.
	TempDir func() (dir string, remove func(error) error, err error)
	// Progress is called now and then while a file is read, with the bytes that were read
	// and the size of the file. A profile of JAX is read twice: from the disk, then its
	// events, after decompression. nil: nothing is called.
	Progress func(done, size int64)
	// Identify adds the keys to the trace of an export, and warns about them; name
	// is the file name that the user gave. nil: such traces have no key.
	Identify func(t *trace.Trace, e *nsys.Export, name string) (warnings []string, err error)
}

// A Missing is what Nsight Systems says that an export may lack: Text is the message,
// Count says how often the export has it.
type Missing = timeline.Missing

// An Unclosed says which NVTX ranges end with the recording of an export: Ranges is
// their number, and Innermost the name of the range that began last. If Nested, a
// range lies in another range of the same thread.
type Unclosed = timeline.Open

// A File is a trace that was read, with its warnings. Close closes it.
type File struct {
	*trace.Trace
	Kind     Kind
	Name     string    // path, or stdin
	Warnings []string  // sentences; the trace is usable all the same
	Lost     []Missing // what an export says that it may have lost
	Unclosed Unclosed  // what was open at the end of an export
}

// Open reads the trace in the file path, of any format of [Formats]; - is standard
// input. The first bytes decide the format, then the name. Kind is the kind of the
// file: NsightReport if nsys made an export from the file and the trace came from
// the export. Close of the trace closes the file.
//
// Warnings are lost: [OpenFile] has them.
//
// Errors are positioned: *[trace.SyntaxError] with an offset for binary files,
// *chrome.SyntaxError with line and column for JSON. A *[DocumentError] says that
// the file is a document of nrkit, a *[Failure] has a hint. An error of the file
// system names the file.
//
// Cost: Open reads a capture once to verify its checksums, and later with each pass
// over its events. Other formats are read whole.
func Open(path string, o Options) (*trace.Trace, Kind, error) {
	f, err := OpenFile(path, o)
	if err != nil {
		return nil, Unknown, err
	}
	return f.Trace, f.Kind, nil
}

// OpenFile is [Open] with the warnings of the reader.
func OpenFile(path string, o Options) (*File, error) {
	return openIn(&pool{}, path, o)
}

// openIn is OpenFile for one of several files, whose captures are in a pool.
func openIn(p *pool, path string, o Options) (*File, error) {
	f, err := read(p, path, &o)
	if err != nil {
		return nil, err
	}
	f.prepare(&o)
	return f, nil
}

// prepare gives the ranges of a trace the names that the options ask for, and those
// of XLA their phases, between the two: phases of a domain count, and numbers tell
// operations apart.
func (f *File) prepare(o *Options) {
	if len(o.Domains) > 0 {
		var warnings []string
		f.Trace, warnings = withoutDomains(f.Trace, o.Domains)
		f.Warnings = append(f.Warnings, warnings...)
	}
	if !o.NoScopes { // what reads profiles of JAX has done so
		r := phases.Attribute(f.Trace, o.Scopes)
		f.Trace = r.Trace
		f.Warnings = append(f.Warnings, r.Notes()...)
	}
	if o.Rename != nil {
		f.Trace = trace.Rename(f.Trace, o.Rename)
	}
}

// A source is a file that is about to be read.
type source struct {
	o    *Options
	pool *pool
	path string // "" for standard input
	name string // for messages
	head []byte // its first bytes
	in   *bufio.Reader
}

// read reads a trace as it is in the file.
func read(p *pool, path string, o *Options) (*File, error) {
	s := &source{o: o, pool: p, path: path, name: path}
	var from io.Reader
	if path == "-" {
		s.path, s.name = "", "stdin"
		if from = o.Stdin; from == nil {
			from = os.Stdin
		}
	} else {
		f, err := regular(path)
		if err != nil {
			return nil, err
		}
		defer f.Close() // was only read
		from = watched(f, o.Progress)
	}
	s.in = bufio.NewReaderSize(from, HeadBytes)
	head, err := s.in.Peek(HeadBytes)
	if err != nil && len(head) == 0 && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("reading %s: %w", s.name, err)
	}
	s.head = bytes.Clone(head) // the readers go on
	content := sniffContent(s.head)
	k := Sniff(s.head, path)
	f, err := s.readAs(k)
	if err != nil && !holdsTrace(content) {
		var failure *Failure
		if !errors.As(err, &failure) {
			err = &Failure{err, "supported formats: " + known()}
		}
	}
	if err != nil {
		return nil, err
	}
	f.Kind, f.Name = k, s.name
	return f, nil
}

// holdsTrace says whether files of that kind hold traces.
func holdsTrace(k Kind) bool {
	return slices.ContainsFunc(table(), func(r row) bool { return r.Kind == k && r.read != nil })
}

// readAs reads a file of that kind. What holds no trace is read as a capture, whose
// reader says what the file starts with.
func (s *source) readAs(k Kind) (*File, error) {
	switch k {
	case NsightStream:
		return nil, s.unimported()
	case Summary:
		return nil, &Failure{fmt.Errorf("%s: is a summary of captures, want a trace", s.name), "nrprof phases, compare and diagnose read summaries; this command needs the captures"}
	}
	for _, r := range table() {
		if r.Kind == k && r.read != nil {
			return r.read(s)
		}
	}
	return readCapture(s)
}

// regular opens a file to read, which must not be a folder.
func regular(path string) (*os.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		_ = f.Close() // was not read
		return nil, fmt.Errorf("%s: is a directory, want a file", path)
	}
	return f, nil
}
