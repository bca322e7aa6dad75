package reports

import (
	"bytes"
	"io"
	"strings"
)

// Markdown writes d in GitHub's dialect of Markdown, as the summaries of
// continuous integration show it. Figures are left out.
func Markdown(w io.Writer, d *Document) error {
	var b bytes.Buffer
	if d.Title != "" {
		b.WriteString("## " + escapeMarkdown(d.Title) + "\n\n")
	}
	for _, block := range d.Blocks {
		switch x := block.(type) {
		case Heading:
			b.WriteString("### " + escapeMarkdown(string(x)) + "\n\n")
		case Paragraph:
			b.WriteString(escapeMarkdown(string(x)) + "\n\n")
		case List:
			for _, item := range x {
				b.WriteString("- " + escapeMarkdown(item) + "\n")
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
		b.WriteString(escapeMarkdown(note) + "\n\n")
	}
}

// escapeMarkdown makes text appear as it is: no character of it is markup.
func escapeMarkdown(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch r {
		case '\\', '`', '*', '_', '|', '<', '>', '[', ']', '#', '~':
			b.WriteByte('\\')
		case '\n', '\r':
			r = ' '
		}
		b.WriteRune(r)
	}
	return b.String()
}
