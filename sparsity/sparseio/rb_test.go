package sparseio

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"pgregory.net/rapid"

	"github.com/nrkit/nrkit/sparsity"
)

// A rbWriter writes files for tests, as Fortran would.
type rbWriter struct {
	kind           string // matrix type
	rows, cols     int
	ptr, ind       []int
	values         []string // as they stand in their fields
	elemental      int
	ptrFmt, indFmt string
	valFmt         string
	perPtr, perInd int // numbers on a line
	perVal         int
	widths         [3]int
	harwell        bool
	rhs            string // lines behind the values
	newline        string
}

// lines returns the numbers right-aligned in their fields.
func (w *rbWriter) lines(n, perLine, width int, number func(k int) string) (text string, count int) {
	var b strings.Builder
	for k := 0; k < n; k++ {
		fmt.Fprintf(&b, "%*s", width, number(k))
		if k%perLine == perLine-1 || k == n-1 {
			b.WriteString(w.newline)
			count++
		}
	}
	return b.String(), count
}

// text returns the file.
func (w *rbWriter) text() string {
	ptr, nPtr := w.lines(len(w.ptr), w.perPtr, w.widths[0], func(k int) string { return fmt.Sprint(w.ptr[k]) })
	ind, nInd := w.lines(len(w.ind), w.perInd, w.widths[1], func(k int) string { return fmt.Sprint(w.ind[k]) })
	val, nVal := w.lines(len(w.values), w.perVal, w.widths[2], func(k int) string { return w.values[k] })
	counts := fmt.Sprintf("%14d%14d%14d%14d", nPtr+nInd+nVal, nPtr, nInd, nVal)
	rhs := ""
	if w.harwell {
		counts += fmt.Sprintf("%14d", strings.Count(w.rhs, "\n"))
		if w.rhs != "" {
			rhs = fmt.Sprintf("%-14s%14d%14d", "F", 1, 0) + w.newline
		}
	}
	return fmt.Sprintf("%-72s%-8s", "a title that may say (anything)", "key") + w.newline + counts + w.newline +
		fmt.Sprintf("%-14s%14d%14d%14d%14d", w.kind, w.rows, w.cols, len(w.ind), w.elemental) + w.newline +
		fmt.Sprintf("%-16s%-16s%-20s", w.ptrFmt, w.indFmt, w.valFmt) + w.newline + rhs + ptr + ind + val + w.rhs
}

// valueLayouts are ways to write a number: the format, the width of a field,
// and the text of a number in it. Every number they are given has two decimals
// at most and is small, unless they are exact.
var valueLayouts = []struct {
	format  string
	perLine int
	width   int
	exact   bool
	text    func(v float64) string
}{
	{"(3E25.16)", 3, 25, true, func(v float64) string { return fmt.Sprintf("%.16E", v) }},
	{"(1P,2D26.16)", 2, 26, true, func(v float64) string { return strings.Replace(fmt.Sprintf("%.16E", v), "E", "D", 1) }},
	{"(1P3E25.16E3)", 3, 25, true, func(v float64) string { return fmt.Sprintf("%.16e", v) }},
	{"(2(1PE25.17))", 2, 25, true, func(v float64) string { return fmt.Sprintf("%.17E", v) }},
	{"(3es24.16)", 3, 24, true, noLetter},
	{"(10F8.2)", 10, 8, false, func(v float64) string { return fmt.Sprintf("%.2f", v) }},
	{"(8G10.4)", 8, 10, false, func(v float64) string { return fmt.Sprintf("%.2f", v) }},
	{"(5F9.2)", 5, 9, false, func(v float64) string { return fmt.Sprintf("%.0f", v*100) }},
	{"(2P,4F12.3)", 4, 12, false, func(v float64) string { return fmt.Sprintf("%.2f", v*100) }},
	{"(4D12.2)", 4, 12, false, func(v float64) string { return fmt.Sprintf("%.0fD 0", v*100) }},
}

// noLetter writes 1.5+010 for 1.5e10.
func noLetter(v float64) string {
	return strings.Replace(fmt.Sprintf("%.16E", v), "E", "", 1)
}

// randomBoeing draws an assembled file and the entries it means.
func randomBoeing(t *rapid.T) (w *rbWriter, want map[[2]int]complex128) {
	field := rapid.SampledFrom([]string{"r", "c", "p", "i", "R", "C", "P"}).Draw(t, "field")
	symmetry := rapid.SampledFrom([]string{"s", "u", "z", "h", "r", "S", "U", "Z"}).Draw(t, "symmetry")
	lower := strings.ToLower(field)
	if symmetry == "h" && lower != "c" && lower != "p" {
		symmetry = "s"
	}
	w = &rbWriter{kind: field + symmetry + "a", ptrFmt: "(13I6)", indFmt: "(26I3)", perPtr: 13, perInd: 26,
		widths: [3]int{6, 3, 0}, newline: rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "newline")}
	w.harwell = rapid.Bool().Draw(t, "harwell")
	if w.harwell && rapid.Bool().Draw(t, "right-hand side") {
		w.rhs = " 1.0 2.0 3.0\n 4.0\n"
	}
	w.rows, w.cols = rapid.IntRange(0, 9).Draw(t, "rows"), rapid.IntRange(0, 9).Draw(t, "cols")
	general := strings.ContainsAny(symmetry, "uUr")
	if !general {
		w.cols = w.rows
	}
	layout := rapid.SampledFrom(valueLayouts).Draw(t, "layout")
	if lower == "i" {
		layout.format, layout.perLine, layout.width, layout.exact = "(16I5)", 16, 5, false
		layout.text = func(v float64) string { return fmt.Sprint(int(v)) }
	}
	want = map[[2]int]complex128{}
	put := func(i, j int, v complex128) { want[[2]int{i, j}] += v }
	number := func() float64 {
		v := float64(rapid.IntRange(-99, 99).Draw(t, "value"))
		if lower == "i" {
			return v
		}
		if layout.exact {
			return v * math.Pow(3, float64(rapid.IntRange(-150, 150).Draw(t, "power")))
		}
		return v / 4
	}
	w.ptr = []int{1}
	for j := range w.cols {
		first := 0
		switch strings.ToLower(symmetry) {
		case "s", "h":
			first = j
		case "z":
			first = j + 1
		}
		for i := first; i < w.rows; i++ {
			if rapid.IntRange(0, 2).Draw(t, "entry") > 0 {
				continue
			}
			w.ind = append(w.ind, i+1)
			var v complex128
			if lower != "p" {
				re, im := number(), 0.0
				w.values = append(w.values, layout.text(re))
				if lower == "c" {
					im = number()
					w.values = append(w.values, layout.text(im))
				}
				v = complex(re, im)
			}
			put(i, j, v)
			if i == j {
				continue
			}
			switch strings.ToLower(symmetry) {
			case "s":
				put(j, i, v)
			case "h":
				put(j, i, complex(real(v), -imag(v)))
			case "z":
				put(j, i, -v)
			}
		}
		w.ptr = append(w.ptr, len(w.ind)+1)
	}
	if lower != "p" {
		w.valFmt, w.perVal, w.widths[2] = layout.format, layout.perLine, layout.width
	}
	return w, want
}

// mustHave fails unless m has exactly the entries want.
func mustHave(t interface {
	Helper()
	Fatalf(string, ...any)
}, m *sparsity.Matrix, rows, cols int, want map[[2]int]complex128) {
	t.Helper()
	p := m.Pattern
	if err := p.Check(); err != nil {
		t.Fatalf("%v", err)
	}
	if !p.Canonical() || p.Rows != rows || p.Cols != cols || p.NNZ() != len(want) {
		t.Fatalf("want %d×%d with %d entries, got %d×%d with %d", rows, cols, len(want), p.Rows, p.Cols, p.NNZ())
	}
	for j := range cols {
		for k := p.ColPtr[j]; k < p.ColPtr[j+1]; k++ {
			v, ok := want[[2]int{int(p.RowIdx[k]), j}]
			var got complex128
			if m.HasValues() {
				got = complex(m.Values[k], 0)
			}
			if m.Complex() {
				got += complex(0, m.Imag[k])
			}
			if !ok || got != v {
				t.Fatalf("row %d, column %d: want %v (present %v), got %v", p.RowIdx[k], j, v, ok, got)
			}
		}
	}
}

// TestBoeingRoundTrip writes random matrices in many layouts and reads them.
func TestBoeingRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, want := randomBoeing(t)
		text := w.text()
		f, err := Read("x", strings.NewReader(text), Options{Workers: rapid.IntRange(0, 2).Draw(t, "workers")})
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if got := f.Matrix.HasValues(); got != (w.valFmt != "") {
			t.Fatalf("values: %v in\n%s", got, text)
		}
		mustHave(t, f.Matrix, w.rows, w.cols, want)
		format := FormatRutherfordBoeing
		if w.harwell {
			format = FormatHarwellBoeing
		}
		if f.Format != format || f.Layout != "assembled" || f.Entries != len(w.ind) || f.Duplicates != 0 {
			t.Fatalf("got %+v", f)
		}
		for _, x := range f.Warnings {
			if x.Code != "scale-factor" && x.Code != "hermitian-diagonal" {
				t.Fatalf("%v in\n%s", x, text)
			}
		}
		g, err := Read("x", strings.NewReader(text), Options{PatternOnly: true})
		if err != nil || g.Matrix.HasValues() || !g.Matrix.Pattern.Equal(f.Matrix.Pattern) {
			t.Fatalf("pattern only: %v in\n%s", err, text)
		}
	})
}

// TestBoeingFormats checks how formats are laid out on a line.
func TestBoeingFormats(t *testing.T) {
	cases := []struct {
		format string
		want   []rbField
	}{
		{"(2I6)", []rbField{{0, 6, 0, 0, true}, {6, 6, 0, 0, true}}},
		{"(I3,I4.4)", []rbField{{0, 3, 0, 0, true}, {3, 4, 0, 0, true}}},
		{" ( 1P , 2 D 16.8 ) ", []rbField{{0, 16, 8, 1, false}, {16, 16, 8, 1, false}}},
		{"(1pe9.2)", []rbField{{0, 9, 2, 1, false}}},
		{"(-2P,F7.1,0P,F7)", []rbField{{0, 7, 1, -2, false}, {7, 7, 0, 0, false}}},
		{"(1X,2(E5.1E3,3X))", []rbField{{1, 5, 1, 0, false}, {9, 5, 1, 0, false}}},
		{"(2(2(I1),X))", []rbField{{0, 1, 0, 0, true}, {1, 1, 0, 0, true}, {3, 1, 0, 0, true}, {4, 1, 0, 0, true}}},
		{"(EN9.2,ES9.3,G4.0)", []rbField{{0, 9, 2, 0, false}, {9, 9, 3, 0, false}, {18, 4, 0, 0, false}}},
	}
	for _, c := range cases {
		got, err := parseRBFormat(c.format)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: want %v, got %v, error %v", c.format, c.want, got, err)
		}
	}
	for _, bad := range []string{"", "I6", "(I6", "()", "(I)", "(I0)", "(0I6)", "(A8)", "(I6))", "(E8.)", "(E8.2E)", "(P,I6)",
		"(3X)", "(T5,I6)", "(99999999999I1)", "(5000I1)", "(I99999)", "(9999(9999(9999(9999X))))", "(((((((((I6)))))))))",
		"(+2I6)", "(-(I6))", "(I6/I6)", "(2*I6)", "(99999())", "(*)"} {
		if got, err := parseRBFormat(bad); err == nil {
			t.Errorf("%q: accepted as %v", bad, got)
		}
	}
}

// TestBoeingValues checks numbers under Fortran's rules.
func TestBoeingValues(t *testing.T) {
	e := rbField{width: 16, decimals: 8}
	p1 := rbField{width: 16, decimals: 8, scale: 1}
	cases := []struct {
		f    rbField
		text string
		want float64
	}{
		{e, "1.5", 1.5}, {e, "-1.5E+10", -1.5e10}, {e, "1.5D-10", 1.5e-10}, {e, "1.5d10", 1.5e10}, {e, "1.5+10", 1.5e10},
		{e, "1.5-310", 1.5e-310}, {e, "1.5D 10", 1.5e10}, {e, "1.5Q+10", 1.5e10}, {e, "+.5", 0.5}, {e, "5.", 5},
		{e, "150000000", 1.5}, {e, "15", 1.5e-7}, {e, "15E2", 1.5e-5}, {e, "-15+2", -1.5e-5},
		{p1, "1.5", 0.15}, {p1, "1.5E1", 15}, {p1, "-1.5", -0.15}, {p1, "150000000", 0.15},
		{rbField{width: 9, scale: -2}, "3.", 300}, {rbField{width: 9, integer: true}, "-42", -42},
		{e, "1E-5000", 1e-323 * 0}, {e, "1.E+9999999999999999999", math.Inf(1)}, {e, "NaN", math.NaN()}, {e, "Inf", math.Inf(1)},
	}
	for _, c := range cases {
		var b rbBlock
		got, msg := b.parseValue(&c.f, []byte(c.text))
		if msg != "" || got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("%q: want %v, got %v %s", c.text, c.want, got, msg)
		}
	}
	for _, bad := range []string{"x", "1.5E", "1.5 2", "1 5", "--1", "1.5F3", "****", ".", "+", "1.5E+ 1 0", "1..2", "1-", "0x1p3", "1_0"} {
		for _, f := range []rbField{e, p1, {width: 16}} {
			var b rbBlock
			if got, msg := b.parseValue(&f, []byte(bad)); msg == "" {
				t.Errorf("%q: accepted as %v", bad, got)
			}
		}
	}
}

// TestBoeingRefused reads the illegal files of testdata/boeing: each says in
// prose why it is illegal and what the error is.
func TestBoeingRefused(t *testing.T) {
	names, err := filepath.Glob("testdata/boeing/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no test files, error %v", err)
	}
	for _, name := range names {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(a.Files) != 2 || a.Files[0].Name != "expect" {
			t.Errorf("%s: want the files expect and input", name)
			continue
		}
		want := strings.TrimSpace(string(a.Files[0].Data))
		_, err = Read(a.Files[1].Name, strings.NewReader(string(a.Files[1].Data)), Options{})
		var syntax *SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%s: want a SyntaxError, got %v", name, err)
			continue
		}
		if ok, e := regexp.MatchString("^"+want+"$", err.Error()); e != nil || !ok {
			t.Errorf("%s:\nwant %s\ngot  %s", name, want, err)
		}
	}
}

// TestBoeingOdd reads the odd files of other collections.
func TestBoeingOdd(t *testing.T) {
	data := os.Getenv("NRKIT_ORACLE")
	if data == "" {
		t.Skip("NRKIT_ORACLE is not set: it names the folder with mtx/ and oracle/")
	}
	for name, want := range map[string]string{
		"mangled_2.rb": "5:2: want 1 as the first column pointer, got 42",
		"mangled_6.rb": "",
		"mangled_7.rb": "6:18: want row in 1..4, got 9",
	} {
		f, err := Open(filepath.Join(data, "mtx", "odd", name), Options{})
		switch {
		case want != "":
			if err == nil || !strings.HasSuffix(err.Error(), name+":"+want) {
				t.Errorf("%s: want %s, got %v", name, want, err)
			}
		case err != nil || f.Duplicates != 1 || len(f.Warnings) != 1 || f.Warnings[0].Code != "duplicates":
			t.Errorf("%s: got %+v, error %v", name, f, err)
		}
	}
}
