package legible

import (
	"io"
	"strings"
)

// NewWriter returns a writer that makes legible what is written to w: output of
// several lines for a terminal. Line feeds and tabs stay. A character whose bytes
// come in two writes is taken for bytes that are not UTF-8.
func NewWriter(w io.Writer) io.Writer { return &writer{w} }

// A writer makes text legible.
type writer struct{ w io.Writer }

// Write writes p.
func (w *writer) Write(p []byte) (int, error) {
	if _, err := io.WriteString(w.w, lines(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// lines is Text but for line feeds and tabs.
func lines(s string) string {
	if first(s) == len(s) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		k := strings.IndexAny(s, "\n\t")
		if k < 0 {
			b.WriteString(Text(s))
			break
		}
		b.WriteString(Text(s[:k]) + s[k:k+1])
		s = s[k+1:]
	}
	return b.String()
}
