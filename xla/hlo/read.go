package hlo

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/nrkit/nrkit/xla/phases"
)

// Options say how a file is read.
type Options struct {
	Name   string       // of the file, for messages
	Scopes phases.Table // which segments of op_name are phases
}

// A reader reads a file of modules.
type reader struct {
	o      Options
	s      *scanner
	list   []*Module
	b      *builder // of the module that is read, nil before one
	hlo    hloParser
	mlir   mlirParser
	binary bool  // there is a zero in what is read at first
	junk   int64 // lines that are nothing known, since the last module
}

// Read reads the modules of a file, of either format. It returns at least one module
// or an error.
//
// The error is a *[SyntaxError] if text cannot be skipped or is neither HLO nor
// MLIR, otherwise the error of r with the position.
//
// Cost: one pass over the text; see the package comment for the memory.
func Read(r io.Reader, o Options) (list []*Module, err error) {
	x := &reader{o: o, s: newScanner(r, o.Name)}
	defer func() {
		switch p := recover().(type) {
		case nil:
		case failure:
			list, err = nil, x.foreign(p.err)
		default:
			panic(p)
		}
	}()
	x.hlo = hloParser{s: x.s}
	x.mlir = mlirParser{s: x.s, locs: locations{}, stack: []frame{{}}, junk: &x.junk, begin: func(line int) *builder {
		return x.begin(line, FormatStableHLO)
	}}
	x.run()
	return x.list, nil
}

// foreign returns what to say instead of err where the file is something else:
// where in a text that is neither format a bracket is not closed is of no use.
func (x *reader) foreign(err error) error {
	var syntax *SyntaxError
	if !errors.As(err, &syntax) {
		return err
	}
	msg := ""
	switch {
	case x.binary:
		msg = "want HLO or StableHLO as text, got a binary file"
	case x.b == nil && syntax.Line > 1:
		msg = fmt.Sprintf("%s; %d:%d: %s", noModule, syntax.Line, syntax.Col, syntax.Msg)
	default:
		return err
	}
	return &SyntaxError{File: syntax.File, Line: 1, Col: 1, Msg: msg}
}

// noModule says that a file has nothing to read.
const noModule = "want HLO or StableHLO: no line begins with HloModule, ENTRY or module"

// run reads the file.
func (x *reader) run() {
	s := x.s
	x.binary = !s.atEnd() && bytes.IndexByte(s.buf, 0) >= 0
	empty := s.atEnd()
	for s.space(); !s.atEnd(); s.space() {
		x.item()
	}
	if x.b == nil {
		msg := noModule
		if empty {
			msg = "is empty, want HLO or StableHLO"
		}
		panic(failure{&SyntaxError{File: s.file, Line: 1, Col: 1, Msg: msg}})
	}
	x.end()
}

// begin begins a module.
func (x *reader) begin(line int, format string) *builder {
	x.end()
	x.b = newBuilder(x.s.file, line, format, x.o.Scopes)
	return x.b
}

// end ends the module that is read.
func (x *reader) end() {
	if x.b == nil {
		return
	}
	if x.b.m.Format == FormatHLO && len(x.b.comps) == 0 {
		x.s.fail("want a computation of the module %s, which begins on line %d", x.b.m.Name, x.b.m.Line)
	}
	if x.b.m.Format == FormatStableHLO && !x.b.body {
		x.s.fail("want the MLIR module that seems to begin on line %d, got none", x.b.m.Line)
	}
	x.b.m.Skipped, x.junk = x.b.m.Skipped+x.junk, 0
	x.list = append(x.list, x.b.finish())
	x.b = nil
}

// item reads what is outside of everything.
func (x *reader) item() {
	s := x.s
	line := s.line
	switch c := s.peek(); {
	case c == '"' || c == '#' || c == '!' || c == '{' && s.second() == '-':
		x.mlir.run()
		return
	case c != '%' && c != '@' && !identByte(c):
		x.unknown(line)
		return
	}
	word := bytes.Clone(s.name())
	switch {
	case string(word) == "HloModule":
		x.hlo.b = x.begin(line, FormatHLO)
		x.mlir.b = nil
		x.hlo.header()
	case x.inHLO() && isTable(word):
		x.hlo.table(string(word))
	case x.beginsMLIR(word):
		x.mlir.startOp(word, nil, line)
		x.mlir.run()
	case x.inHLO():
		x.hlo.computation(word, line)
	case string(word) == "ENTRY" || word[0] == '%':
		s.space()
		if s.peek() == '=' {
			x.unknown(line)
			return
		}
		x.hlo.b = x.begin(line, FormatHLO)
		x.hlo.computation(word, line)
	default:
		x.unknown(line)
	}
}

func (x *reader) inHLO() bool { return x.b != nil && x.b.m.Format == FormatHLO }

// unknown passes over a line.
func (x *reader) unknown(line int) {
	x.junk++
	if x.s.line == line {
		x.s.skipLine()
	}
}

// beginsMLIR reports whether a word begins a module or a function of MLIR.
func (x *reader) beginsMLIR(word []byte) bool {
	return x.s.declares(word) && (!x.inHLO() || x.s.peek() != '{') // where it may be a computation of that name
}

// declares reports whether a word is module or func, and what follows is what
// follows these in MLIR: a symbol, a body or a word that is allowed.
func (s *scanner) declares(word []byte) bool {
	switch string(word) {
	case "module", "builtin.module":
		s.space()
		c := s.peek()
		return c == '@' || c == '{' || c == 'a' // attributes
	case "func.func", "func":
		s.space()
		c := s.peek()
		return c == '@' || c == 'p' // public, private
	}
	return false
}
