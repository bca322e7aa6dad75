package log

import (
	"errors"
	"fmt"
	"io"

	"github.com/nrkit/nrkit/internal/logline"
	"github.com/nrkit/nrkit/xla/log/jaxlog"
	"github.com/nrkit/nrkit/xla/log/vlog"
)

// Schema is the schema of [Document].
const Schema = "xlalog/v1"

// A Line is one line of a log, as [Hooks] and the parsers of vlog and jaxlog take it.
// Number counts from 1. Text has no line end, and Cut bytes were dropped at its end.
type Line = logline.Line

// A Stamp is the time that the prefix of a line has. Wall is that time, read as UTC.
// If NoYear, the prefix has no year, and the year of Wall is 2000. If Absolute, the
// prefix has seconds since 1970.
type Stamp = logline.Stamp

// A Document is the result of nrprof xla-log, as docs/xla-log.md describes it.
type Document struct {
	Schema string `json:"schema"` // name of the schema: `xlalog/v1`
	Files  []*Log `json:"files"`  // one element per log
}

// NewDocument returns the document of some logs.
func NewDocument(logs []*Log) *Document { return &Document{Schema, logs} }

// A Log is what one file has.
type Log struct {
	File     string      `json:"file"`        // name of the file without folders
	Lines    int64       `json:"lines"`       // number of lines
	Unread   int64       `json:"other_lines"` // number of lines that neither XLA nor JAX wrote
	CutLines int64       `json:"cut_lines"`   // number of lines longer than 1 MiB
	XLA      *vlog.Log   `json:"xla"`         // messages of XLA
	JAX      *jaxlog.Log `json:"jax"`         // messages of JAX
}

// Known returns how many messages were understood.
func (l *Log) Known() int64 { return l.XLA.Known + l.JAX.Messages }

// Hooks are called with each line, and then with the known messages of the line.
// Each hook may be nil.
type Hooks struct {
	Line func(Line)
	XLA  func(*vlog.Event)
	JAX  func(*jaxlog.Event)
}

// Read reads a log, which has the given name. All errors come from r: no text is an
// error.
//
// Cost: one pass in bounded memory.
func Read(r io.Reader, name string, hooks Hooks) (*Log, error) {
	log := &Log{File: name}
	xla, jax := vlog.NewParser(), jaxlog.NewParser()
	xla.OnEvent = hooks.XLA
	jax.OnEvent = func(e *jaxlog.Event) {
		if e.Kind == jaxlog.Compiled {
			xla.EndModule(func(module string) bool { return jaxlog.IsModule(module, e.Function) })
		}
		if hooks.JAX != nil {
			hooks.JAX(e)
		}
	}
	in := logline.NewReader(r, 0)
	known := true // something on the line before
	for {
		l, err := in.Next()
		if l.Number != log.Lines && !known { // not another part of the line before
			log.Unread++
		}
		if errors.Is(err, io.EOF) {
			log.XLA, log.JAX = xla.Finish(), jax.Finish()
			return log, nil
		}
		if err != nil {
			return nil, fmt.Errorf("after line %d: %w", log.Lines, err)
		}
		known = known && l.Number == log.Lines
		log.Lines = l.Number
		if l.Cut > 0 {
			log.CutLines++
		}
		if hooks.Line != nil {
			hooks.Line(l)
		}
		known = xla.Feed(l) || jax.Feed(l) || known
	}
}
