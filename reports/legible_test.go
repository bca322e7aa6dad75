package reports

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/clipperhouse/displaywidth"

	"github.com/nrkit/nrkit/internal/hostile"
	"github.com/nrkit/nrkit/internal/legible"
)

// hostileDocument has a hostile name wherever there is a text.
func hostileDocument(rng *rand.Rand) *Document {
	name := func() string { return hostile.Name(rng) }
	table := &Table{Columns: []Column{{Name: name()}, {Name: name(), Right: true, Note: name()}, {Name: name(), Rank: 1}}, Note: name()}
	facts := Facts()
	for range 3 {
		table.Append(name(), name(), name())
		facts.Append(name(), name())
	}
	d := &Document{Title: name()}
	d.Add(Heading(name()), Paragraph(name()), List{name(), name()}, table, facts)
	return d
}

// No name gets through any rendering, or makes a line or a cell of its own, and
// no line is wider than the terminal.
func TestHostileNames(t *testing.T) {
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 1))
		d := hostileDocument(rng)
		width := 20 + rng.IntN(80)
		for what, render := range map[string]func(io.Writer) error{
			"text": func(w io.Writer) error { return Text(w, d, 0) }, "narrow text": func(w io.Writer) error { return Text(w, d, width) },
			"Markdown": func(w io.Writer) error { return Markdown(w, d) }, "HTML": func(w io.Writer) error { return HTML(w, d) },
		} {
			var b strings.Builder
			if err := render(&b); err != nil {
				t.Fatal(err)
			}
			if bad := hostile.Unquoted(b.String()); len(bad) > 0 {
				t.Errorf("%d, %s: %s", seed, what, bad[0])
			}
			if bad := hostile.ForgedLines(b.String()); len(bad) > 0 && what != "narrow text" {
				t.Errorf("%d, %s: a name begins the line %q", seed, what, bad[0])
			}
			for line := range strings.Lines(b.String()) {
				if n := displaywidth.String(strings.TrimSuffix(line, "\n")); what == "narrow text" && n > width {
					t.Errorf("%d: %d columns of %d in %q", seed, n, width, line)
				}
			}
			switch what {
			case "Markdown":
				if bad := hostile.Tables(b.String()); len(bad) > 0 {
					t.Errorf("%d: cells of a name: %q", seed, bad[0])
				}
			case "HTML":
				if msg := hostile.Markup(b.String(), true); msg != "" {
					t.Errorf("%d: %s", seed, msg)
				}
			}
		}
	}
}

func TestEscapeMarkdown(t *testing.T) {
	for in, want := range map[string]string{
		"[a](http://evil) ![b](x)": `\[a\](http\://evil) !\[b\](x)`,
		"http://e www.e.org a:b":   `http\://e www\.e.org a:b`,
		"&lt; a & b &#60; &&x":     `\&lt; a & b \&\#60; &\&x`,
		"<b> a|b *c* _d_ `e` ~f~":  "\\<b\\> a\\|b \\*c\\* \\_d\\_ \\`e\\` \\~f\\~",
		"$x$ \\":                   `\$x\$ \\`,
	} {
		if got := escapeMarkdown(in); got != want {
			t.Errorf("%q: want %s, got %s", in, want, got)
		}
	}
	for in, want := range map[string]string{"- a": `\- a`, "+ a": `\+ a`, "12. a": `12\. a`, "1) a": `1\) a`, "12 a": "12 a", "=": `\=`, "    a": "a", "": ""} {
		if got := markdownBlock(in); got != want {
			t.Errorf("%q: want %s, got %s", in, want, got)
		}
	}
}

// Names are cut where they take columns, not characters.
func TestCut(t *testing.T) {
	for _, c := range []struct {
		in   string
		room int
		want string
	}{
		{"abcdefghij", 10, "abcdefghij"}, {"abcdefghij", 9, "abcd…ghij"}, {"漢字漢字漢字", 12, "漢字漢字漢字"}, {"漢字漢字漢字", 11, "漢字…字漢字"},
		{"漢字漢字漢字", 8, "漢…漢字"}, {strings.Repeat("e\u0301", 9), 5, "e\u0301e\u0301…e\u0301e\u0301"},
	} {
		if got := legible.Cut(c.in, c.room); got != c.want {
			t.Errorf("%q in %d: want %q, got %q", c.in, c.room, c.want, got)
		}
	}
	var b strings.Builder
	table := &Table{Columns: []Column{{Name: "name"}}}
	table.Append(strings.Repeat("kernel<", 2000))
	err := Text(&b, &Document{Blocks: []Block{table}}, 0)
	lines := strings.Split(b.String(), "\n")
	if err != nil || len(lines) != 4 || displaywidth.String(lines[2]) != 2+maxCell {
		t.Errorf("%v, %d lines, %d columns", err, len(lines), displaywidth.String(lines[len(lines)/2]))
	}
}

// Ten thousand characters of names keep the table within the terminal.
func ExampleText_width() {
	table := &Table{Columns: []Column{{Name: "kernel"}, {Name: "time", Right: true}}}
	table.Append("void solver::kernels::factor<double, 32, 4>(solver::Panel<double> const*, int)", "1.20 ms")
	table.Append("evil\x1b[2J\nkernel", "3.40 ms")
	var b strings.Builder
	_ = Text(&b, &Document{Blocks: []Block{table}}, 50)
	fmt.Print(b.String())
	// Output:
	//   kernel                                      time
	//   ------------------------------------------------
	//   void solver::kernel…ouble> const*, int)  1.20 ms
	//   evil\x1b[2J\nkernel                      3.40 ms
}
