package reports

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// A page of several sections begins with links to them, in their order; one of a
// single section does not.
func TestContents(t *testing.T) {
	d := &Document{Title: "t"}
	d.Add(Heading("First"), Paragraph("one"), &Glossary{"Words <&>", []Term{{"a<b", "what it is, 5 % of it"}}}, Heading("Last"))
	page := rendered(t, d)
	for k, title := range []string{"First", "Words &lt;&amp;&gt;", "Last"} {
		for _, want := range []string{fmt.Sprintf("<li><a href=\"#s%d\">%s</a></li>\n", k+1, title), fmt.Sprintf("<section id=\"s%d\">\n<h2>%s</h2>\n", k+1, title)} {
			if strings.Count(page, want) != 1 {
				t.Errorf("want %q once in\n%s", want, page)
			}
		}
	}
	if want := "<dt>a&lt;b</dt><dd>what it is, 5\u00a0% of it</dd>"; !strings.Contains(page, want) {
		t.Errorf("want %q in\n%s", want, page)
	}
	if strings.Count(page, "<section") != 3 || strings.Count(page, "</section>") != 3 {
		t.Errorf("sections do not end in\n%s", page)
	}
	one := &Document{Title: "t"}
	one.Add(Heading("Only"), Paragraph("one"))
	if page := rendered(t, one); strings.Contains(page, "<nav") {
		t.Errorf("one section has contents:\n%s", page)
	}
	for name, render := range map[string]func(*bytes.Buffer) error{
		"text":     func(b *bytes.Buffer) error { return Text(b, d, 80) },
		"Markdown": func(b *bytes.Buffer) error { return Markdown(b, d) },
	} {
		var b bytes.Buffer
		if err := render(&b); err != nil || strings.Contains(b.String(), "what it is") || strings.Contains(strings.ToUpper(b.String()), "WORDS") {
			t.Errorf("%s: %v, got\n%s", name, err, b.String())
		}
	}
}

// Each drawing has an alternative text, at least its caption.
func TestAlternativeTexts(t *testing.T) {
	for alt, want := range map[string]string{"": `aria-label="what &#34;it&#34; shows"`, "all <of> it": `aria-label="all &lt;of&gt; it"`} {
		d := &Document{}
		d.Add(&Figure{Caption: `what "it" shows`, Plot: drawing("<svg width=\"1\"><g/></svg>"), Alt: alt})
		if page := rendered(t, d); !strings.Contains(page, `<svg role="img" `+want+` width="1">`) {
			t.Errorf("%q: want %s in\n%s", alt, want, page)
		}
	}
}

type drawing string

func (d drawing) Fragment() ([]byte, error) { return []byte(d), nil }

// A table is never wider than a page of 1280 pixels shows, as long as it has columns
// to lose, and loses none before.
func TestPagesLoseColumns(t *testing.T) {
	for figures := range 40 {
		table := &Table{Columns: []Column{{Name: "name"}, {Name: "first", Right: true, Rank: 1}, {Name: "second", Right: true, Rank: 2}, {Name: "third", Right: true, Rank: 3}}}
		wide := strings.Repeat("9", 30+figures)
		table.Append("a", wide, wide, wide)
		page := rendered(t, &Document{Blocks: []Block{table}})
		shown := strings.Count(page, "<th class=\"n\">")
		width := func(k int) int { return len("  name") + k*(len("  ")+len(wide)) }
		if width(shown) > pageWidth || shown < 3 && width(shown+1) <= pageWidth {
			t.Errorf("%d figures in a cell: %d columns", len(wide), shown)
		}
		if shown < 3 && strings.Contains(page, "third") {
			t.Errorf("%d figures in a cell: the least important column stays in\n%s", len(wide), page)
		}
	}
}

// rendered returns the page of d.
func rendered(t *testing.T, d *Document) string {
	t.Helper()
	var b bytes.Buffer
	if err := HTML(&b, d); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
