package netlist

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// Limits of what is read. They stop files that include each other and inputs
// that are no netlists; real ones stay far below.
const (
	maxInput    = 1 << 30 // bytes of all files
	maxCard     = 1 << 24 // bytes of a line with its continuations
	maxInclude  = 20      // files that include each other, one inside another
	maxIncludes = 10_000  // .include lines
	maxRepeated = 1 << 26 // bytes of files that are included again
)

// readFile reads the file r called name and feeds its cards to the parser.
// from is the card that includes it, nil for the main file, whose first line
// is the title.
//
// If part is not empty, only the section of that name is read.
func (p *parser) readFile(name string, r io.Reader, from *card, depth int, part string) error {
	data, err := io.ReadAll(io.LimitReader(r, maxInput-p.bytes+1))
	if err != nil {
		return &SyntaxError{File: name, Msg: err.Error(), Err: err}
	}
	if p.bytes += int64(len(data)); p.bytes > maxInput {
		return &SyntaxError{File: name, Msg: fmt.Sprintf("netlist has more than %d bytes", maxInput)}
	}
	if from == nil && len(data) == 0 {
		return &SyntaxError{File: name, Msg: "got an empty file, want a title line"}
	}
	if p.included[name] {
		if p.repeated += int64(len(data)); p.repeated > maxRepeated {
			return &SyntaxError{File: name, Msg: fmt.Sprintf("files that are included again have more than %d bytes", maxRepeated)}
		}
	} else if p.included == nil {
		p.included = map[string]bool{}
	}
	p.included[name] = true
	file := int32(len(p.out.Files))
	p.out.Files = append(p.out.Files, name)
	l := &lines{p: p, file: file, text: string(data), depth: depth}
	l.section = section{name: lower(part), skips: part != "", from: from}
	if from == nil {
		if err := l.title(); err != nil {
			return err
		}
	}
	return l.run()
}

// lines cuts one file into cards.
type lines struct {
	p        *parser
	file     int32
	text     string // what is left
	line     int32  // the last line read
	depth    int
	control  control
	section  section
	branches []branch // the conditions that are open

	open    bool // a card is waiting for continuations
	pending card
	joined  *strings.Builder // its text, where it has continuations
	done    bool             // .end was read
}

// next returns the next line of the file.
func (l *lines) next() (string, bool) {
	if l.text == "" {
		return "", false
	}
	l.line++
	s, rest, _ := strings.Cut(l.text, "\n")
	l.text = rest
	return strings.TrimSuffix(s, "\r"), true
}

// title reads the first line. One with a NUL byte is that of a binary file.
func (l *lines) title() error {
	s, _ := l.next()
	if strings.IndexByte(s, 0) >= 0 {
		return l.errorf(l.line, "got a NUL byte, want text")
	}
	l.p.out.Title = strings.TrimSpace(s)
	return nil
}

func (l *lines) errorf(line int32, format string, args ...any) error {
	return &SyntaxError{File: l.p.out.Files[l.file], Line: int(line), Msg: fmt.Sprintf(format, args...)}
}

func (l *lines) run() error {
	for !l.done {
		s, ok := l.next()
		if !ok {
			break
		}
		if err := l.add(s); err != nil {
			return err
		}
	}
	if err := l.flush(); err != nil {
		return err
	}
	if l.control.line != 0 {
		return l.errorf(l.control.line, "got .control without .endc after it")
	}
	if err := l.endConditions(); err != nil {
		return err
	}
	return l.endSection()
}

// add takes one line of the file.
func (l *lines) add(s string) error {
	if strings.IndexByte(s, 0) >= 0 {
		return l.errorf(l.line, "got a NUL byte, want text")
	}
	if l.control.line != 0 {
		return l.command(s)
	}
	s = strings.TrimSpace(stripComment(s))
	if s == "" {
		return nil
	}
	if l.skip(s) {
		return l.flush()
	}
	if s[0] == '+' {
		return l.extend(s[1:])
	}
	if err := l.flush(); err != nil {
		return err
	}
	if l.done && !strings.EqualFold(firstWord(s), ".end") {
		l.p.warn(l.file, l.line, "this line and those behind it are not read, because .end comes first; ngspice reads them")
		return nil
	}
	l.done = false
	if l.section.skips { // the card before began a section
		return nil
	}
	if strings.EqualFold(s, ".control") {
		if l.leavesOut() {
			return l.errorf(l.line, ".control inside a condition that does not hold is not supported")
		}
		l.control.line = l.line
		return nil
	}
	l.open, l.pending = true, card{file: l.file, line: l.line, raw: s}
	return nil
}

// extend adds a continuation to the pending card.
func (l *lines) extend(s string) error {
	if !l.open {
		return l.errorf(l.line, "got a continuation (+), want a line before it")
	}
	if l.joined == nil {
		l.joined = &strings.Builder{}
		l.joined.WriteString(l.pending.raw)
	}
	l.joined.WriteByte(' ')
	l.pending.breaks = append(l.pending.breaks, lineBreak{l.joined.Len(), l.line})
	l.joined.WriteString(s)
	if l.joined.Len() > maxCard {
		return l.errorf(l.line, "line has more than %d bytes with its continuations", maxCard)
	}
	return nil
}

// flush hands the pending card on.
func (l *lines) flush() error {
	if !l.open {
		return nil
	}
	c := l.pending
	if l.joined != nil {
		c.raw = l.joined.String()
	}
	l.open, l.joined = false, nil
	if l.control.line != 0 {
		return l.commands(&c)
	}
	c.text = lower(c.raw)
	if taken, err := l.conditional(&c); taken || l.leavesOut() {
		return err
	}
	switch firstWord(c.text) {
	case ".end":
		l.done = true
		return nil
	case ".include", ".inc", ".incl":
		return l.include(&c)
	case ".lib":
		return l.library(&c)
	case ".endl":
		if l.section.name == "" {
			return l.errorf(c.line, "got .endl without .lib before it")
		}
		return nil
	}
	return l.p.card(&c)
}

// firstWord returns s up to its first blank.
func firstWord(s string) string {
	if i := strings.IndexAny(s, " \t"); i >= 0 {
		return s[:i]
	}
	return s
}

// include reads the file that a card names, relative to the one it is in.
func (l *lines) include(c *card) error {
	name := strings.TrimSpace(c.raw[len(firstWord(c.raw)):])
	if name != "" && unclosed(name) {
		return l.errorf(c.line, "the name %s has no end, want the quote that closes it", shorten(name))
	}
	name = strings.Trim(name, "\"'")
	if name == "" {
		return l.errorf(c.line, "got .include without a name, want .include FILE")
	}
	return l.includeFile(c, name, "")
}

// includeFile reads a file or a section of it.
func (l *lines) includeFile(c *card, name, section string) error {
	if l.depth+1 > maxInclude {
		return l.errorf(c.line, "included files nest deeper than %d: %s", maxInclude, l.p.includeChain(name))
	}
	if l.p.includes++; l.p.includes > maxIncludes {
		return l.errorf(c.line, "more than %d .include lines", maxIncludes)
	}
	path, f, err := l.p.openBeside(l.file, c.line, name)
	if err != nil {
		return err
	}
	l.p.chain = append(l.p.chain, path)
	err = l.p.readFile(path, f, c, l.depth+1, section)
	l.p.chain = l.p.chain[:len(l.p.chain)-1]
	if cerr := f.Close(); err == nil && cerr != nil {
		err = &SyntaxError{File: path, Msg: cerr.Error(), Err: cerr}
	}
	return err
}

// openBeside opens a file whose name is relative to the file that names it on a line.
func (p *parser) openBeside(file, line int32, name string) (string, io.ReadCloser, error) {
	if p.open == nil {
		return "", nil, p.errorAt(file, line, "got file %q, but this netlist has no directory to read it from", shorten(name))
	}
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(p.out.Files[file]), path)
	}
	f, err := p.open(path)
	if err != nil {
		return "", nil, &SyntaxError{File: p.out.Files[file], Line: int(line), Msg: err.Error(), Err: err}
	}
	return path, f, nil
}

// includeChain names the last files of the chain of includes, for a message.
func (p *parser) includeChain(name string) string {
	c := p.chain[max(0, len(p.chain)-3):]
	return strings.Join(c, " > ") + " > " + name
}

// stripComment returns the line without its comment: all of it behind * or #
// in front, else what follows ; or a $ or // that stands behind a blank or a
// comma.
func stripComment(s string) string {
	for i := range len(s) {
		switch s[i] {
		case ' ', '\t':
		case '*', '#':
			return ""
		default:
			return stripTrailing(s, i)
		}
	}
	return ""
}

func stripTrailing(s string, i int) string {
	for ; i < len(s); i++ {
		switch s[i] {
		case ';':
			return s[:i]
		case '$', '/':
			if s[i] == '/' && (i+1 == len(s) || s[i+1] != '/') {
				continue
			}
			if s[i] == '$' && schematicsName(s[i+1:]) {
				continue
			}
			if i == 0 || s[i-1] == ' ' || s[i-1] == '\t' || s[i-1] == ',' {
				return s[:i]
			}
		}
	}
	return s
}

// schematicsName says whether a $ is the begin of a node that PSpice's Schematics
// numbered, such as $N_0001 or $G_VDD, and not of a comment.
func schematicsName(s string) bool {
	return len(s) > 2 && (s[0]|0x20 == 'n' || s[0]|0x20 == 'g') && s[1] == '_' && s[2] != ' '
}
