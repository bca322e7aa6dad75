package solvers

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// A SyntaxError is an error in a list file.
type SyntaxError struct {
	File      string
	Line, Col int // from 1
	Msg       string
}

// Error returns the message with its place: file:line:col: message.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Msg)
}

// Parse reads a list. name stands in front of errors, which are of type *SyntaxError
// unless r fails; it becomes the name of the list. docs/formats-solver-lists.md describes
// the format.
//
// The result holds a row for each function, soname and variant of a for block, in the
// order of the text. Where several rows have one symbol, the first one that matches a
// library counts.
func Parse(name string, r io.Reader) (*List, error) {
	p := &parser{list: &List{Name: name}, file: name, sonames: []string{""}}
	if err := p.readLines(r); err != nil {
		return nil, err
	}
	end, err := p.block(0, nil, 0)
	if err == nil {
		err = p.finish()
	}
	if err == nil && end < len(p.lines) {
		err = p.errorAt(p.lines[end].tokens[0], "end without for")
	}
	if err != nil {
		return nil, err
	}
	return p.list, nil
}

// Limits, so that hostile input ends in an error. The lists of this package are far
// below them.
const (
	maxLine      = 16 << 10
	maxNesting   = 4
	maxVariants  = 64
	maxFunctions = 1 << 16
)

// A token is a word of a line, with its place.
type token struct {
	text      string
	line, col int
}

type line struct{ tokens []token }

// goesOn reports whether the next line of the text belongs to the line.
func (l line) goesOn() bool { return l.tokens[len(l.tokens)-1].text == "|" }

type parser struct {
	list    *List
	file    string
	lines   []line
	library string
	sonames []string
	// current are the rows under way: one for each soname. The fields that follow
	// belong to them. begin is their symbol in the text.
	current []int
	begin   token
}

func (p *parser) errorAt(t token, format string, args ...any) error {
	return &SyntaxError{p.file, t.line, t.col, fmt.Sprintf(format, args...)}
}

// readLines splits the text into lines of tokens, without comments and empty lines. A
// line that ends in | goes on in the next one.
func (p *parser) readLines(r io.Reader) error {
	s := bufio.NewScanner(r)
	s.Buffer(nil, maxLine)
	n := 0
	for s.Scan() {
		n++
		tokens := split(s.Text(), n)
		if len(tokens) == 0 {
			continue
		}
		if last := len(p.lines) - 1; last >= 0 && p.lines[last].goesOn() {
			p.lines[last].tokens = append(p.lines[last].tokens, tokens...)
		} else {
			p.lines = append(p.lines, line{tokens})
		}
	}
	if errors.Is(s.Err(), bufio.ErrTooLong) {
		return &SyntaxError{p.file, n + 1, 1, fmt.Sprintf("line has more than %d bytes", maxLine)}
	}
	return s.Err()
}

// split returns the tokens of a line: words between blanks, where {…} may hold blanks,
// and =, | and & as tokens of their own. After a word that begins with @ they belong to
// words.
func split(text string, n int) []token {
	var tokens []token
	braces, checks, begin := 0, false, -1
	flush := func(end int) {
		if begin >= 0 {
			tokens = append(tokens, token{text[begin:end], n, begin + 1})
		}
		begin = -1
	}
	for k := 0; k < len(text); k++ {
		c := text[k]
		switch {
		case (c == ' ' || c == '\t' || c == '\r') && braces == 0:
			flush(k)
			continue
		case c == '#' && begin < 0:
			return tokens
		case (c == '=' || c == '|' || c == '&') && braces == 0 && !checks:
			flush(k)
			begin = k
			flush(k + 1)
			continue
		case strings.HasPrefix(text[k:], "${"):
			if begin < 0 {
				begin = k
			}
			if end := strings.IndexByte(text[k:], '}'); end > 0 {
				k += end
			}
		case c == '{' && begin >= 0:
			braces++
		case c == '}' && braces > 0:
			braces--
		case c == '@' && begin < 0:
			checks = true
		}
		if begin < 0 {
			begin = k
		}
	}
	flush(len(text))
	return tokens
}

// block parses lines from k until the end of the text or an end, whose index it
// returns.
func (p *parser) block(k int, env map[string]string, depth int) (int, error) {
	for k < len(p.lines) {
		t := p.lines[k].tokens
		var err error
		switch t[0].text {
		case "end":
			if len(t) > 1 {
				return k, p.errorAt(t[1], "nothing may follow end")
			}
			return k, p.finish()
		case "for":
			k, err = p.forBlock(k, env, depth)
		default:
			err = p.statement(t, env)
		}
		if err != nil {
			return k, err
		}
		k++
	}
	return k, nil
}

// forBlock parses the block after a for once for each variant, and returns the index
// of its end.
func (p *parser) forBlock(k int, env map[string]string, depth int) (int, error) {
	head := p.lines[k].tokens
	if err := p.finish(); err != nil {
		return k, err
	}
	variants, err := p.variants(head, env)
	if err != nil {
		return k, err
	}
	if depth == maxNesting {
		return k, p.errorAt(head[0], "for blocks nest more than %d deep", maxNesting)
	}
	end := k
	for _, v := range variants {
		if end, err = p.block(k+1, v, depth+1); err != nil {
			return end, err
		}
		if end == len(p.lines) {
			return end, p.errorAt(head[0], "for without end")
		}
	}
	return end, nil
}

// variants reads A=x B=y | A=z B=w. All variants must set the same names.
func (p *parser) variants(head []token, env map[string]string) ([]map[string]string, error) {
	var variants []map[string]string
	v := maps.Clone(env)
	set := map[string]bool{}
	var names []string // of the first variant
	finish := func(at token) error {
		found := slices.Sorted(maps.Keys(set))
		if len(found) == 0 {
			return p.errorAt(at, "want NAME=VALUE after for and after |")
		}
		if names == nil {
			names = found
		} else if !slices.Equal(names, found) {
			return p.errorAt(at, "variant sets %s, and the first variant sets %s", strings.Join(found, ", "), strings.Join(names, ", "))
		}
		if variants = append(variants, v); len(variants) > maxVariants {
			return p.errorAt(at, "more than %d variants", maxVariants)
		}
		v, set = maps.Clone(env), map[string]bool{}
		return nil
	}
	for k := 1; k < len(head); {
		if head[k].text == "|" {
			if err := finish(head[k]); err != nil {
				return nil, err
			}
			k++
			continue
		}
		name := head[k]
		if !variable(name.text) || k+1 == len(head) || head[k+1].text != "=" {
			return nil, p.errorAt(name, "want NAME=VALUE with a name of capitals and digits, got %q", name.text)
		}
		if set[name.text] {
			return nil, p.errorAt(name, "%s is set twice", name.text)
		}
		if v == nil {
			v = map[string]string{}
		}
		v[name.text], set[name.text] = "", true
		k += 2
		// An empty value: the next token is a | or the name of another value.
		if k < len(head) && head[k].text != "|" && (k+1 == len(head) || head[k+1].text != "=") {
			text, err := p.substitute(head[k], env)
			if err != nil {
				return nil, err
			}
			v[name.text] = text
			k++
		}
	}
	err := finish(head[len(head)-1])
	return variants, err
}

func variable(name string) bool {
	return name != "" && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == ""
}

// substitute replaces $NAME and ${NAME} in a token.
func (p *parser) substitute(t token, env map[string]string) (string, error) {
	var out strings.Builder
	rest := t.text
	for {
		before, after, found := strings.Cut(rest, "$")
		out.WriteString(before)
		if !found {
			return out.String(), nil
		}
		name := after[:len(after)-len(strings.TrimLeft(after, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"))]
		rest = after[len(name):]
		if strings.HasPrefix(after, "{") {
			name, rest, _ = strings.Cut(after[1:], "}")
		}
		value, ok := env[name]
		if !ok {
			return "", p.errorAt(t, "no for block sets $%s", name)
		}
		if out.Len()+len(value) > maxLine {
			return "", p.errorAt(t, "text of more than %d bytes", maxLine)
		}
		out.WriteString(value)
	}
}
