package netlist

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// A Reader reads netlists. Its zero value reads one file without .include.
type Reader struct {
	// Open opens a file that .include names: the name as written if it is absolute,
	// otherwise joined to the directory of the file that includes it.
	Open func(path string) (io.ReadCloser, error)

	// MaxElements bounds the elements and the subcircuit instances of the
	// expanded netlist; 0 means DefaultMaxElements.
	MaxElements int
}

// DefaultMaxElements is the bound of a Reader that states none.
const DefaultMaxElements = 20_000_000

// Parse reads a netlist from r. The name stands for the file in messages. The
// netlist may not include other files: see [Reader] and [ParseFile].
func Parse(name string, r io.Reader) (*Netlist, error) {
	return (&Reader{}).Parse(name, r)
}

// ParseFile reads the netlist in the file at path, and the files it includes.
func ParseFile(path string) (*Netlist, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, &SyntaxError{File: path, Msg: reason(err), Err: err}
	}
	n, err := (&Reader{Open: openFile}).Parse(path, f)
	if cerr := f.Close(); err == nil && cerr != nil {
		return nil, &SyntaxError{File: path, Msg: reason(cerr), Err: cerr}
	}
	return n, err
}

func openFile(path string) (io.ReadCloser, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	return f, nil
}

// reason returns what an error of the file system says besides the path.
func reason(err error) string {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

// Parse reads a netlist from r, expands its subcircuits and evaluates its
// parameters. The first line is the title, whatever it says. Every error is a
// *[SyntaxError]; what is doubtful but usable is in the Warnings of the result.
//
// Names keep their order: elements are in the order in which ngspice lists
// them, nodes in the order in which those elements name them.
//
// Cost: linear in the text and in the expanded netlist. Each subcircuit is
// parsed once and its constant expressions are evaluated once.
func (rd *Reader) Parse(name string, r io.Reader) (*Netlist, error) {
	p := newParser(rd)
	err := p.readFile(name, r, nil, 0, "")
	if p.misfit != nil { // which is in front of what the error is about
		return nil, p.unread()
	}
	if err != nil {
		return nil, err
	}
	if p.scope != p.top {
		return nil, p.errorAt(p.scope.file, p.scope.line, "got .subckt %s without .ends after it", p.scope.name)
	}
	if err := p.resolve(); err != nil {
		return nil, err
	}
	p.dotted = anyDotted(p.top)
	if err := p.link(p.top, nil); err != nil {
		return nil, err
	}
	p.main = newFrame(p.top, p.out)
	heat, err := p.applySteps()
	if err != nil {
		return nil, err
	}
	if err := p.settle(); err != nil {
		return nil, err
	}
	if heat != nil {
		p.out.Options.Temp, p.out.Options.HasTemp = heat.value, true
		p.main.forget()
	}
	if err := p.analyse(); err != nil {
		return nil, err
	}
	p.fixedModels = len(p.out.Models)
	if err := p.expand(); err != nil {
		return nil, err
	}
	if err := p.endAlter(); err != nil {
		return nil, err
	}
	if err := p.endSweep(); err != nil {
		return nil, err
	}
	p.endWarnings()
	return p.out, nil
}

// A parser holds what is known while the cards are read.
type parser struct {
	out         *Netlist
	open        func(string) (io.ReadCloser, error)
	maxElements int

	bytes    int64 // of the files read so far
	includes int   // .include lines so far
	included map[string]bool
	repeated int64    // bytes of files that were included before
	chain    []string // the files that are open

	pointFiles map[string][]float64 // what was read from files of pwl
	pointBytes int64                // of these files

	top, scope  *scope // the main circuit; the subcircuit whose cards are read
	globals     map[string]int32
	defaults    Geometry  // W, L, AD, AS from .options defw … defas; 0: none
	commands    []command // of .control blocks
	altered     map[string][]*alteration
	constants   []constants // of .csparam
	calls       []pendingCall
	used        map[builtInUse]bool
	deferred    []*cursor // cards settled when all parameters are known
	main        *frame    // the main circuit
	toks        []token   // of the card at hand
	unsaid      int       // warnings beyond maxWarnings
	dotted      bool      // a name has a dot, which may be one inside an instance
	sweep       *cursor   // the first .dc
	steps       []*cursor // .step
	tables      map[string]*dataTable
	fixedModels int      // models that were made before the netlist was expanded
	misfit      *misfit  // the first element that cannot be read; nil for none
	linear      *request // the first analysis of small signals
	other       *request // the first analysis of a periodic steady state
}

func newParser(rd *Reader) *parser {
	top := newScope("", nil, 0, 0)
	limit := rd.MaxElements
	if limit <= 0 {
		limit = DefaultMaxElements
	}
	return &parser{
		out:         &Netlist{IC: map[int32]float64{}, NodeSet: map[int32]float64{}, ICAt: map[int32]Place{}, NodeSetAt: map[int32]Place{}},
		open:        rd.Open,
		maxElements: limit,
		top:         top,
		scope:       top,
		globals:     map[string]int32{},
	}
}

func (p *parser) errorAt(file, line int32, format string, args ...any) error {
	return &SyntaxError{File: p.out.Files[file], Line: int(line), Msg: fmt.Sprintf(format, args...)}
}

// card takes one card: a dot card or an element.
func (p *parser) card(c *card) error {
	toks, off, err := split(p.toks[:0], c.text)
	if err != nil {
		return p.errorAt(c.file, c.lineAt(off), "%v", err)
	}
	p.toks = toks
	cur := &cursor{p: p, c: c, toks: toks}
	if len(toks) == 0 || toks[0].kind != wordToken {
		return cur.errorf("got %q, want an element or a dot card", shorten(c.text))
	}
	if toks[0].text[0] == '.' {
		return cur.dot()
	}
	return cur.element()
}
