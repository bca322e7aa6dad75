package reports

import (
	"bytes"
	"io"
	"strings"
)

// Markdown writes d in GitHub's dialect of Markdown, as the summaries of
// continuous integration show it. Figures and glossaries are left out.
func Markdown(w io.Writer, d *Document) error {
	d = legibleDocument(d)
	var b bytes.Buffer
	if d.Title != "" {
		b.WriteString("## " + escapeMarkdown(d.Title) + "\n\n")
	}
	for _, block := range d.Blocks {
		switch x := block.(type) {
		case Heading:
			b.WriteString("### " + escapeMarkdown(string(x)) + "\n\n")
		case Paragraph:
			b.WriteString(markdownBlock(string(x)) + "\n\n")
		case List:
			for _, item := range x {
				b.WriteString("- " + markdownBlock(item) + "\n")
			}
			b.WriteString("\n")
		case *Table:
			markdownTable(&b, x)
		}
	}
	_, err := w.Write(append(bytes.TrimRight(b.Bytes(), "\n"), '\n'))
	return err
}

// markdownTable writes t. Every Markdown table has a header; that of facts is
// empty.
func markdownTable(b *bytes.Buffer, t *Table) {
	if len(t.Rows) == 0 {
		return
	}
	for _, c := range t.Columns {
		b.WriteString("| " + escapeMarkdown(c.Name) + " ")
	}
	b.WriteString("|\n")
	for _, c := range t.Columns {
		rule := "| --- "
		if c.Right {
			rule = "| ---: "
		}
		b.WriteString(rule)
	}
	b.WriteString("|\n")
	for _, row := range t.Rows {
		for _, cell := range row {
			b.WriteString("| " + escapeMarkdown(cell) + " ")
		}
		b.WriteString("|\n")
	}
	b.WriteString("\n")
	if note := t.note(); note != "" {
		b.WriteString(markdownBlock(note) + "\n\n")
	}
}

// markdownBlock is escapeMarkdown for text that begins a line: it is no list, no
// rule and no code either.
func markdownBlock(s string) string {
	s = strings.TrimLeft(escapeMarkdown(s), " ")
	mark := strings.TrimLeft(s, "0123456789")
	if mark == s && mark != "" && strings.IndexByte("-+=", mark[0]) >= 0 || mark != s && mark != "" && strings.IndexByte(".)", mark[0]) >= 0 {
		return s[:len(s)-len(mark)] + `\` + mark
	}
	return s
}

// escapeMarkdown makes text appear as it is: no character of it is markup, and
// no address in it a link.
func escapeMarkdown(s string) string {
	var b strings.Builder
	for k, r := range s {
		switch r {
		case '\\', '`', '*', '_', '|', '<', '>', '[', ']', '#', '~', '$':
			b.WriteByte('\\')
		case '&': // an entity
			if next := strings.TrimLeft(s[k+1:], "#"); next != "" && isAlphanumeric(next[0]) {
				b.WriteByte('\\')
			}
		case ':': // GitHub makes links of addresses
			if strings.HasPrefix(s[k:], "://") {
				b.WriteByte('\\')
			}
		case '.':
			if k >= 3 && strings.EqualFold(s[k-3:k], "www") {
				b.WriteByte('\\')
			}
		}
		b.WriteRune(r)
	}
	return b.String()
}

// isAlphanumeric reports whether c is a letter or a digit of ASCII.
func isAlphanumeric(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}
