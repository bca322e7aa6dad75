package reports

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/nrkit/nrkit/internal/golden"
	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/testkit/reportstest"
	"github.com/nrkit/nrkit/reports/plot"
)

// sample has one block of each kind, and text that is markup elsewhere.
func sample() *Document {
	names := Facts()
	names.Append("rows × columns", "9 × 9")
	names.Append("field", "real | <general> & *more*")
	grid := &Table{
		Columns: []Column{{Name: "ordering"}, {Name: "nnz(L+U)", Right: true},
			{Name: "fill", Right: true, Rank: 1}, {Name: "supernodes", Right: true, Rank: 2, Note: "This is said only where there are supernodes."}},
		Note: "fill is nnz(L+U) over the entries of the matrix and is left out where the width does not suffice.",
	}
	grid.Append("natural", "1,234,567", "22.1×", "3")
	grid.Append("btf+colamd", "81,198", "1.79×", "1,105")
	d := &Document{Title: "a_b.mtx: 9 × 9 <script>"}
	d.Add(Heading("Structure"), names,
		Heading("Orderings"), grid, &Figure{"Entries of the matrix.", plot.Spy(matgen.Arrow(9, 1), "natural order"), `An arrow of "25" entries.`},
		Paragraph("One sentence that is rather longer than a narrow terminal is wide, so that it has to be wrapped."),
		Heading("Verdict"), List{"use <amd> & nothing else", "nothing else is as good, because [this] is said here at some length for the test"},
		&Table{Columns: []Column{{Name: "empty"}}})
	return d
}

func TestRenderings(t *testing.T) {
	for _, c := range []struct {
		name   string
		render func(*bytes.Buffer) error
	}{
		{"sample.txt", func(b *bytes.Buffer) error { return Text(b, sample(), 0) }},
		{"sample.40.txt", func(b *bytes.Buffer) error { return Text(b, sample(), 40) }},
		{"sample.md", func(b *bytes.Buffer) error { return Markdown(b, sample()) }},
		{"sample.html", func(b *bytes.Buffer) error { return HTML(b, sample()) }},
	} {
		var b bytes.Buffer
		if err := c.render(&b); err != nil {
			t.Fatal(err)
		}
		golden.Equal(t, c.name, b.Bytes())
	}
}

func TestTextKeepsWidth(t *testing.T) {
	for _, width := range []int{30, 40, 60, 80, 200} {
		var b bytes.Buffer
		if err := Text(&b, sample(), width); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(b.String()) {
			line = strings.TrimSuffix(line, "\n")
			if n := utf8.RuneCountInString(line); n > width {
				t.Errorf("width %d: %d columns in %q", width, n, line)
			}
			if strings.HasSuffix(line, " ") {
				t.Errorf("width %d: spaces at the end of %q", width, line)
			}
		}
	}
}

// A figure is left out rather than cut.
func TestNoFigureIsCut(t *testing.T) {
	d, table := &Document{}, &Table{Columns: []Column{{Name: "name"}, {Name: "first", Right: true}, {Name: "second", Right: true}, {Name: "third", Right: true}}}
	table.Append("rather long a name", "111,111,111", "222,222,222", "333,333,333")
	d.Add(table)
	for width, want := range map[int]string{
		60: "  rather long a name  111,111,111  222,222,222  333,333,333\n",
		57: "  rather …g a name  111,111,111  222,222,222  333,333,333\n",
		48: "  rather long a name  111,111,111  222,222,222\n",
		30: "  rather … a name  111,111,111\n",
	} {
		var b strings.Builder
		if err := Text(&b, d, width); err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(b.String(), want) {
			t.Errorf("width %d: want %q, got\n%s", width, want, b.String())
		}
	}
}

// Sentences take 100 columns at most where tables may have more.
func TestSentencesKeepTheirWidth(t *testing.T) {
	d, long := &Document{}, strings.Repeat("several words and ", 20)
	table := &Table{Columns: []Column{{Name: "name"}, {Name: "value", Right: true}}, Note: long}
	table.Append(strings.Repeat("x", 150), "1")
	d.Add(Paragraph(long), List{long, "short"}, table)
	for width, want := range map[int]int{0: 100, 160: 100, 100: 100, 72: 72} {
		var b bytes.Buffer
		if err := WrappedText(&b, d, width); err != nil {
			t.Fatal(err)
		}
		longest := 0
		for line := range strings.Lines(b.String()) {
			if strings.Contains(line, "words") {
				longest = max(longest, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")))
			}
		}
		if longest > want || longest < want-len("several") {
			t.Errorf("width %d: want sentences of %d columns, got %d in\n%s", width, want, longest, b.String())
		}
		if whole := strings.Contains(b.String(), strings.Repeat("x", 150)); whole != (width == 0 || width == 160) {
			t.Errorf("width %d: the name is whole: %v", width, whole)
		}
	}
}

// A column whose header is wide leaves the other columns to be narrowed: none is lost.
func TestWideHeaderKeepsColumns(t *testing.T) {
	table := &Table{Columns: []Column{{Name: "part"}, {Name: "old"}, {Name: strings.Repeat("n", 37)}}}
	table.Append("first", strings.Repeat("one two ", 4), strings.Repeat("three four ", 6))
	if got := fitted(table, 70); len(got.Columns) != 3 || got.lineWidth() > 70 {
		t.Errorf("got %d columns, %d wide", len(got.Columns), got.lineWidth())
	}
}

func TestHTMLStandsAlone(t *testing.T) {
	var b bytes.Buffer
	if err := HTML(&b, sample()); err != nil {
		t.Fatal(err)
	}
	reportstest.StandsAlone(t, b.Bytes())
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{
		{"", 10, "\n"},
		{"one", 1, "> one\n"},
		{"one two", 9, "> one two\n"},
		{"one two", 8, "> one\n. two\n"},
		{"one  two\nthree", 0, "> one two three\n"},
		{"ééé ééé", 9, "> ééé ééé\n"},
		{"a 12 % b", 6, "> a\n. 12 %\n. b\n"},
		{"a 1.5 Mflop, b", 9, "> a\n. 1.5 Mflop,\n. b\n"},
		{"a % b", 4, "> a\n. %\n. b\n"},
	} {
		if got := wrap(c.text, "> ", ". ", c.width); got != c.want {
			t.Errorf("%q at %d: want %q, got %q", c.text, c.width, c.want, got)
		}
	}
}

// Where columns cannot be left out, names lose their middle, and figures nothing.
func TestNamesAreCutInTheMiddle(t *testing.T) {
	d := &Document{}
	table := &Table{Columns: []Column{{Name: "name"}, {Name: "ns", Right: true}, {Name: "why", Right: true, Rank: 1}}}
	table.Append("transient/timestep/nr_iteration/linear_solve/refactor", "123,456", "because")
	table.Append("short", "7", "no")
	d.Add(table)
	for width, want := range map[int]string{
		0:  "  transient/timestep/nr_iteration/linear_solve/refactor  123,456  because\n",
		66: "  transient/timestep/nr_iteration/linear_solve/refactor  123,456\n",
		40: "  transient/time…solve/refactor  123,456\n",
		20: "  tran…ctor  123,456\n",
	} {
		var b strings.Builder
		if err := Text(&b, d, width); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), want) {
			t.Errorf("width %d: got\n%swant a line\n%s", width, b.String(), want)
		}
	}
}

// Sentences go on in further rows.
func TestSentencesAreWrapped(t *testing.T) {
	table := &Table{Columns: []Column{{Name: "rule"}, {Name: "why"}}}
	table.Append("first", "one two three four five six seven eight nine ten")
	table.Append("second", "eleven")
	var b strings.Builder
	if err := Text(&b, &Document{Blocks: []Block{table}}, 40); err != nil {
		t.Fatal(err)
	}
	want := "  first   one two three four five six\n          seven eight nine ten\n  second  eleven\n"
	if !strings.HasSuffix(b.String(), want) {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
}

// A number and its unit stay on one line.
func TestUnbroken(t *testing.T) {
	for _, figure := range []string{"342 µs", "20 ns", "1.88 ms", "3 s", "5 %", "3 KiB", "7 Mflop"} {
		var b bytes.Buffer
		d := &Document{Blocks: []Block{Paragraph("it waits for " + figure + ", and ends")}}
		if err := Text(&b, d, len("  it waits for 342")); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), figure) {
			t.Errorf("%s is broken in %q", figure, b.String())
		}
	}
}
