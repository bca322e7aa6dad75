package cli

import (
	"errors"
	"io"
	"strings"

	"github.com/nrkit/nrkit/internal/legible"
)

// Error prints what went wrong, for a program that ends in another way than by
// returning an error.
func (p *Program) Error(msg string) { p.line(p.Name+": error: ", msg) }

// Warn prints a warning.
func (p *Program) Warn(msg string) { p.line(p.Name+": warning: ", msg) }

// Note prints what is worth knowing, and neither an error nor a warning.
func (p *Program) Note(msg string) { p.line(p.Name+": ", msg) }

// Hint prints advice, unless it is empty.
func (p *Program) Hint(hint string) {
	if hint != "" {
		p.line("hint: ", hint)
	}
}

// line prints one line on standard error. All lines of the programs pass here:
// names in them are made legible, and never make a second line.
func (p *Program) line(begin, msg string) {
	_, _ = io.WriteString(p.Stderr, begin+legible.Text(msg)+"\n")
}

// joined returns the text of err with semicolons between errors that
// errors.Join put together, which separates them by line feeds.
func joined(err error) string {
	text := err.Error()
	for e := err; e != nil; e = errors.Unwrap(e) {
		list, ok := e.(interface{ Unwrap() []error })
		if !ok {
			continue
		}
		parts, lines := make([]string, 0, 2), make([]string, 0, 2)
		for _, part := range list.Unwrap() {
			parts, lines = append(parts, joined(part)), append(lines, part.Error())
		}
		if strings.Join(lines, "\n") == e.Error() {
			text = strings.Replace(text, e.Error(), strings.Join(parts, "; "), 1)
		}
		break
	}
	return text
}

// WarnAll warns of each text of a list.
func (p *Program) WarnAll(list []string) {
	for _, text := range list {
		p.Warn(text)
	}
}
