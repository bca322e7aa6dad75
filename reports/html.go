package reports

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"html"
	"io"
	"strings"
)

// pageStyle is the style sheet of the pages. The page of docs/site has it, too.
//
//go:embed page.css
var pageStyle string

// Style returns the style sheet of the pages that [HTML] writes.
func Style() string { return pageStyle }

// HTML writes d as one page that stands alone: the page contains its style and
// drawings, has no scripts, and refers to no other address. It follows the reader's
// choice of a light or dark display. A page of several sections begins with a list
// of the sections. The body is what [HTMLBody] writes.
func HTML(w io.Writer, d *Document) error {
	title := legibleDocument(&Document{Title: d.Title}).Title
	var b bytes.Buffer
	b.WriteString("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
	b.WriteString("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
	b.WriteString("<title>" + html.EscapeString(title) + "</title>\n")
	b.WriteString("<style>\n" + pageStyle + "</style>\n</head>\n<body>\n")
	if err := HTMLBody(&b, d); err != nil {
		return err
	}
	b.WriteString("</body>\n</html>\n")
	_, err := w.Write(b.Bytes())
	return err
}

// HTMLBody writes the body of the page that [HTML] writes: one element main. Neither it nor
// its drawings have style attributes, so that the body can be put into a page whose policy
// forbids inline styles.
func HTMLBody(w io.Writer, d *Document) error {
	d = legibleDocument(d)
	var b bytes.Buffer
	b.WriteString("<main>\n")
	b.WriteString("<h1>" + html.EscapeString(d.Title) + "</h1>\n")
	htmlContents(&b, d)
	sections := 0
	head := func(title string) {
		if sections > 0 {
			b.WriteString("</section>\n")
		}
		sections++
		fmt.Fprintf(&b, "<section id=\"s%d\">\n<h2>%s</h2>\n", sections, html.EscapeString(title))
	}
	for _, block := range d.Blocks {
		switch x := block.(type) {
		case Heading:
			head(string(x))
		case Paragraph:
			b.WriteString("<p>" + htmlProse(string(x)) + "</p>\n")
		case List:
			b.WriteString("<ul>\n")
			for _, item := range x {
				b.WriteString("<li>" + htmlProse(item) + "</li>\n")
			}
			b.WriteString("</ul>\n")
		case *Table:
			htmlTable(&b, x)
		case *Figure:
			if err := htmlFigure(&b, x); err != nil {
				return err
			}
		case Place:
			b.WriteString("<div id=\"" + html.EscapeString(x.ID) + "\"><p>" + htmlProse(x.Text) + "</p></div>\n")
		case *Glossary:
			head(x.Title)
			htmlTerms(&b, x.Terms)
		}
	}
	if sections > 0 {
		b.WriteString("</section>\n")
	}
	b.WriteString("</main>\n")
	_, err := w.Write(b.Bytes())
	return err
}

// htmlContents writes links to the sections, where there are several. Sections have
// the ids s1, s2, … in their order.
func htmlContents(b *bytes.Buffer, d *Document) {
	var titles []string
	for _, block := range d.Blocks {
		switch x := block.(type) {
		case Heading:
			titles = append(titles, string(x))
		case *Glossary:
			titles = append(titles, x.Title)
		}
	}
	if len(titles) < 2 {
		return
	}
	b.WriteString("<nav aria-label=\"Contents\"><ol>\n")
	for k, title := range titles {
		fmt.Fprintf(b, "<li><a href=\"#s%d\">%s</a></li>\n", k+1, html.EscapeString(title))
	}
	b.WriteString("</ol></nav>\n")
}

// htmlTerms writes words with their meanings.
func htmlTerms(b *bytes.Buffer, terms []Term) {
	b.WriteString("<dl>\n")
	for _, t := range terms {
		b.WriteString("<dt>" + html.EscapeString(t.Word) + "</dt><dd>" + htmlProse(t.Meaning) + "</dd>\n")
	}
	b.WriteString("</dl>\n")
}

// htmlProse returns a sentence for a page, where numbers stay beside their units.
func htmlProse(text string) string {
	words := unbroken(text)
	for k, word := range words {
		words[k] = strings.ReplaceAll(word, " ", "\u00a0")
	}
	return html.EscapeString(strings.Join(words, " "))
}

// pageWidth is how many characters of a table a page of 1280 pixels shows side by
// side, two between columns included.
const pageWidth = 150

// htmlTable writes t in a box that scrolls where the page is narrow. It loses its
// less important columns, as [Text] does, where it would be too wide for most pages.
func htmlTable(b *bytes.Buffer, t *Table) {
	if len(t.Rows) == 0 {
		return
	}
	if t.Named() {
		t = t.within(pageWidth)
	}
	class := "facts"
	if t.Named() {
		class = "grid"
	}
	b.WriteString("<div class=\"scroll\"><table class=\"" + class + "\">\n")
	if t.Named() {
		b.WriteString("<thead><tr>")
		for _, c := range t.Columns {
			b.WriteString("<th" + cellClass(c) + ">" + html.EscapeString(c.Name) + "</th>")
		}
		b.WriteString("</tr></thead>\n")
	}
	b.WriteString("<tbody>\n")
	for _, row := range t.Rows {
		b.WriteString("<tr>")
		for k, cell := range row {
			tag := "td"
			if k == 0 {
				tag = "th"
			}
			b.WriteString("<" + tag + cellClass(t.Columns[k]) + ">" + htmlProse(cell) + "</" + tag + ">")
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</tbody></table></div>\n")
	if note := t.note(); note != "" {
		b.WriteString("<p class=\"note\">" + htmlProse(note) + "</p>\n")
	}
}

// cellClass returns the attribute that sets numbers to the right.
func cellClass(c Column) string {
	if c.Right {
		return " class=\"n\""
	}
	return ""
}

// htmlFigure writes the drawing as part of the page: to who does not see it, it is
// one image with an alternative text.
func htmlFigure(b *bytes.Buffer, f *Figure) error {
	text, err := f.Plot.Fragment()
	if err != nil {
		return err
	}
	image := "<svg role=\"img\" aria-label=\"" + html.EscapeString(cmp.Or(f.Alt, f.Caption)) + "\""
	b.WriteString("<figure>\n")
	b.Write(bytes.Replace(text, []byte("<svg"), []byte(image), 1))
	b.WriteString("<figcaption>" + html.EscapeString(f.Caption) + "</figcaption>\n</figure>\n")
	return nil
}
