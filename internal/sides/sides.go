package sides

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/nrkit/nrkit/compare"
	"github.com/nrkit/nrkit/internal/hint"
	"github.com/nrkit/nrkit/internal/summary"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/input"
)

// Options say how runs are read.
type Options struct {
	Statistic compare.Statistic        // of the calls of a run
	Rename    func(name string) string // of the ranges of traces; nil keeps all names
	Input     input.Options            // of traces, without Progress; Stdin is what - stands for
	Tally     *input.Tally             // counts what was read of the files; nil for no count
}

// Files returns the files that arguments name, as [compare.Files] does: a folder
// stands for its traces that need no other program, or otherwise for its results of
// benchmarks.
func Files(args []string) ([]string, error) {
	var files []string
	for _, arg := range args {
		more, err := compare.Files(arg, suffixes())
		if err != nil {
			return nil, err
		}
		files = append(files, more...)
	}
	return files, nil
}

// suffixes returns the endings of the files that a folder is searched for, in the
// order of preference.
func suffixes() []string {
	var list []string
	for _, f := range input.Formats() {
		if f.Needs == "" {
			list = append(list, f.Suffixes...)
		}
	}
	return append(list, ".bench.txt", ".nrs")
}

// Read reads the runs of files. It is an error that two files hold one run, which
// would count as two samples.
func Read(files []string, o Options) ([]*compare.Run, error) {
	var runs []*compare.Run
	for _, path := range files {
		o.Tally.Begin(path)
		more, err := o.read(path)
		if err != nil {
			return nil, err
		}
		compare.Place(more, path)
		runs = append(runs, more...)
	}
	if a, b := compare.Repeated(runs); a != nil {
		return nil, hint.With(fmt.Errorf("%s and %s are the same run, which counts as one sample", a.Name, b.Name), "leave one of them out")
	}
	return runs, nil
}

// read reads the runs of a file, whose first bytes say what it is.
func (o Options) read(path string) ([]*compare.Run, error) {
	if path == "-" {
		text, err := io.ReadAll(o.Input.Stdin)
		if err != nil {
			return nil, fmt.Errorf("reading stdin: %w", err)
		}
		if read := readerOf(bytes.NewReader(text), path); read != nil {
			return read("stdin", text, o.Statistic)
		}
		o.Input.Stdin = bytes.NewReader(text)
		return o.readTrace(path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	read := readerOf(f, path)
	if err := f.Close(); err != nil {
		return nil, err
	}
	kind, err := input.SniffFile(path)
	switch {
	case err == nil && kind == input.Summary:
		return o.readSummary(path)
	case err == nil && kind == input.Capture:
		return o.readCapture(path)
	case read == nil:
		o.Input.Progress = o.Tally.Progress(0, 1)
		return o.readTrace(path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return read(path, text, o.Statistic)
}

// A textReader reads runs from a text.
type textReader func(file string, text []byte, stat compare.Statistic) ([]*compare.Run, error)

// readerOf returns what reads a document or results of benchmarks, nil for a
// trace.
func readerOf(r io.Reader, path string) textReader {
	in := bufio.NewReaderSize(r, input.HeadBytes)
	head, _ := in.Peek(input.HeadBytes) // what fails here fails where it is read
	switch input.Sniff(head, path) {
	case input.ChromeJSON:
		if _, ok := input.Schema(in); ok {
			return compare.ReadDocuments
		}
	case input.Benchmarks:
		return func(file string, text []byte, _ compare.Statistic) ([]*compare.Run, error) {
			return compare.ReadBench(file, text)
		}
	}
	return nil
}

// passes is how often the table of phases, and the search for changes in some time steps,
// read the events of a capture, which was read once before.
const passes = 2

// readCapture reads the run of a capture.
func (o Options) readCapture(path string) ([]*compare.Run, error) {
	const opened = 1.0 / (1 + passes)
	o.Input.Progress = o.Tally.Progress(0, opened)
	t, err := input.OpenFile(path, o.Input)
	if err != nil {
		return nil, err
	}
	if rest := o.Tally.Progress(opened, 1); rest != nil {
		var done, size int64
		size = passes * t.Watch(func(bytes int64) {
			done += bytes
			rest(done, size)
		})
	}
	return o.run(t)
}

// readTrace reads the one run of a trace of another format.
func (o Options) readTrace(path string) ([]*compare.Run, error) {
	t, err := input.OpenFile(path, o.Input)
	if err != nil {
		return nil, err
	}
	return o.run(t)
}

// run returns the run of a trace, and closes it.
func (o Options) run(t *input.File) ([]*compare.Run, error) {
	if o.Rename != nil {
		t.Trace = trace.Rename(t.Trace, o.Rename)
	}
	r := compare.FromTrace(filepath.Base(t.Name), t.Trace, o.Statistic)
	err := t.Err()
	if cerr := t.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return nil, err
	}
	r.Warnings = append(r.Warnings, t.Warnings...)
	return []*compare.Run{r}, nil
}

// readSummary reads the runs of a summary: each of its captures is one.
func (o Options) readSummary(path string) ([]*compare.Run, error) {
	if o.Rename != nil {
		return nil, hint.With(fmt.Errorf("%s: a summary keeps the names that its captures had", path), "give --group-numbers to nrprof summarize instead")
	}
	p, err := summary.Open(path)
	if err != nil {
		return nil, err
	}
	var runs []*compare.Run
	for t, s := range p.Runs() {
		runs = append(runs, compare.FromSummarized(s.Source, t, s, o.Statistic))
	}
	if len(runs) == 0 {
		return nil, fmt.Errorf("%s: the summary has no captures", path)
	}
	if bad := p.Bad(); len(bad) > 0 {
		runs[0].Warnings = append(runs[0].Warnings, fmt.Sprintf("%s: captures that could not be read and are not in the summary: %d; the first is %s", filepath.Base(path), len(bad), bad[0].Name))
	}
	return runs, nil
}
