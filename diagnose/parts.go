package diagnose

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/nrkit/nrkit/internal/logline"
	"github.com/nrkit/nrkit/xla/hlo"
	"github.com/nrkit/nrkit/xla/log"
)

// Parts are the files with information about a run besides its trace. A part that is
// "" is absent.
type Parts struct {
	Analysis string   // a document of analyze
	Run      string   // a document of nrprof run
	XLALog   string   // what XLA, and JAX, wrote
	JAXLog   string   // what JAX wrote, where it is another file
	HLO      []string // programs as text

	// Open opens a log.
	Open func(path string) (io.ReadCloser, error)
	// Modules reads a program.
	Modules func(path string) ([]*hlo.Module, error)
}

// Names names the files without their folders, for a run without a trace. It is ""
// if rules can use no file alone.
func (p *Parts) Names() string {
	var names []string
	for _, path := range append([]string{p.XLALog, p.JAXLog, p.Run, p.Analysis}, p.HLO...) {
		if path != "" {
			names = append(names, plainName(path))
		}
	}
	return strings.Join(names, " + ")
}

// AddParts reads the files into the input.
//
// Errors are the errors of Open and Modules, a [SyntaxError] of a document, and
// errors of the file system with the name of the file.
func (in *Input) AddParts(p *Parts) (err error) {
	if p.Run != "" {
		if in.Run, err = readPart(p.Run, ReadRun); err != nil {
			return err
		}
	}
	if p.Analysis != "" {
		if in.Analysis, err = readPart(p.Analysis, ReadAnalysis); err != nil {
			return err
		}
	}
	for _, path := range p.HLO {
		list, err := p.Modules(path)
		if err != nil {
			return err
		}
		in.HLO = append(in.HLO, list...)
	}
	return in.addLogs(p)
}

// addLogs reads the logs. The log of XLA may have what JAX wrote, where there is
// no log of JAX alone.
func (in *Input) addLogs(p *Parts) error {
	var times LogTimes
	if p.XLALog != "" {
		compiled := &CompiledFor{Source: plainName(p.XLALog)}
		l, err := in.readLog(p, p.XLALog, log.Hooks{Line: func(l logline.Line) { // once: it may be a pipe
			compiled.Line(l)
			times.Line(l)
		}})
		if err != nil {
			return err
		}
		in.Compiled = compiled
		in.XLA, in.XLASource = l.XLA, l.File
		if l.JAX.Messages > 0 {
			in.JAX, in.JAXSource = l.JAX, l.File
		}
	}
	if p.JAXLog != "" {
		l, err := in.readLog(p, p.JAXLog, log.Hooks{})
		if err != nil {
			return err
		}
		in.JAX, in.JAXSource = l.JAX, l.File
	}
	if in.JAX != nil {
		times.Compilations(in.JAX)
	}
	in.AddTimes(&times)
	return nil
}

// readLog reads a log, and warns where XLA and JAX wrote nothing of it.
func (in *Input) readLog(p *Parts, path string, hooks log.Hooks) (*log.Log, error) {
	f, err := p.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() // was only read
	if path == "-" {
		path = plainName(path)
	}
	l, err := log.ReadFile(f, path, hooks)
	if err == nil && l.XLA.Messages+l.JAX.Messages == 0 {
		in.Warnings = append(in.Warnings, fmt.Sprintf("%s has no message of XLA or JAX: docs/xla-log.md describes how to get such a log", l.File))
	}
	return l, err
}

// plainName names a file without its folders; - is standard input.
func plainName(path string) string {
	if path == "-" {
		return "stdin"
	}
	return filepath.Base(path)
}

// readPart reads a file whole and parses it.
func readPart[T any](path string, parse func(text []byte, name string) (*T, error)) (*T, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", path, err)
	}
	part, err := parse(text, filepath.Base(path))
	var syntax *SyntaxError
	if errors.As(err, &syntax) {
		syntax.File = path
	}
	return part, err
}
