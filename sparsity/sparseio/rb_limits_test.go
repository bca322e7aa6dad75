package sparseio

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nrkit/nrkit/sparsity"
)

// TestBoeingWarnings reads files that are doubtful in one way each.
func TestBoeingWarnings(t *testing.T) {
	header := func(counts, kind, formats, body string) string {
		return "title\n" + counts + "\n" + kind + "\n" + formats + "\n" + body
	}
	cases := []struct{ text, want string }{
		{header("3 1 1 1", "rua 2 2 2 0", "(3I2)(2I2)(2F4.1)", " 1 2 3\n 1 2\n 1.0 2.0\n"), ""},
		{header("3 1 1 1", "rua 2 2 2 0", "(3I2)(2I2)(2F4.1)", " 1 2 3\n 1 2\n 1.0 2.0\n\n  \r\n"), ""},
		{header("4 1 1 2", "rua 2 2 2 0", "(3I2)(2I2)(2F4.1)", " 1 2 3\n 1 2\n 1.0 2.0\n"),
			"line-count x:2:1: the header says that the values take 2 lines, got 1"},
		{header("3 1 1 1", "rua 2 2 2 0", "(3I2)(2I2)(2F4.1)", " 1 2 3\n 1 2\n1.0  2.0\n"), ""},
		{header("3 1 1 1", "rua 2 2 2 0", "(3I2)(2I2)(2F4.1)", " 1 2 3\n 1 2\n  1.0 2.0\n"),
			"columns x:7:3: the values are outside the columns of the format; they are read word by word"},
		{header("3 1 1 1", "rua 2 2 2 0", "(3I2)(2I2)(2F4.1)", " 1 2 3\n 1 2\n 1.0 2.0\n\n  more\n"),
			"rest x:9:3: text after the end of the matrix is ignored"},
		{header("3 1 1 1 1", "rua 2 2 2 0", "(3I2)(2I2)(2F4.1)", "F 1 0\n 1 2 3\n 1 2\n 1.0 2.0\n 7.0\n"), ""},
		{header("3 1 1 1", "qua 2 2 2 0", "(3I2)(2I2)", " 1 2 3\n 1 2\n"),
			"values-elsewhere x:3:1: the values are in another file; only the structure is read"},
		{header("3 1 1 0", "rua 2 2 2 0", "(3I2)(2I2)", " 1 2 3\n 1 2\n"),
			"values-missing x:2:1: the file has no values, although the matrix type promises values; only the structure is read"},
		{header("3 1 1 1", "rua 2 2 2 0", "(3I2)(2I2)(3P2F4.1)", " 1 2 3\n 1 2\n 1.0 2.0\n"),
			"scale-factor x:7:1: numbers without exponent are divided by 10^3, the scale factor of the format"},
		{header("3 1 1 1", "rsa 2 2 2 0", "(3I2)(2I2)(2F4.1)", " 1 2 3\n 1 1\n 1.0 2.0\n"), "upper-triangle x:6:4: "},
		{header("3 1 1 1", "rua 2 2 2 0", "(3I2)(2I2)(2F4.1)", " 1 1 3\n 1 1\n 1.0 2.0\n"), "duplicates x: "},
		{header("3 1 1 1", "rua 2 2 2 0", "(3I2)(2I2)(2F6.1)", " 1 2 3\n 1 2\n   1.0  1+999\n"), "not-finite x:7:7: "},
		{header("3 1 1 1", "iua 2 2 2 0", "(3I2)(2I2)(2I20)", fmt.Sprintf(" 1 2 3\n 1 2\n%20d%20d\n", int64(1<<53), int64(1<<53+1))), ""},
		{header("3 1 1 1", "iua 2 2 2 0", "(3I2)(2I2)(2I20)", fmt.Sprintf(" 1 2 3\n 1 2\n%20d%20d\n", int64(1<<53), int64(1<<53+3))), "integer-rounded x:7:21: "},
		{header("3 1 1 1", "cha 2 2 2 0", "(3I2)(2I2)(4F4.1)", " 1 2 3\n 1 2\n 1.0 0.0 2.0 1.0\n"), "hermitian-diagonal x: "},
	}
	for _, c := range cases {
		f, err := Read("x", strings.NewReader(c.text), Options{})
		if err != nil {
			t.Errorf("%v in\n%s", err, c.text)
			continue
		}
		got := ""
		for _, w := range f.Warnings {
			got += w.Code + " " + w.String()
		}
		if c.want == "" && got != "" || !strings.HasPrefix(got, c.want) {
			t.Errorf("want %q, got %q in\n%s", c.want, got, c.text)
		}
	}
}

// largeBoeing returns a file of several blocks: n columns of two entries, the
// last line of which is last.
func largeBoeing(n int, last string) string {
	w := rbWriter{kind: "rua", rows: n, cols: n, ptrFmt: "(10I8)", indFmt: "(10I8)", valFmt: "(4E20.12)", perPtr: 10, perInd: 10,
		perVal: 4, widths: [3]int{8, 8, 20}, newline: "\n"}
	for j := range n {
		w.ptr = append(w.ptr, 2*j+1)
		w.ind = append(w.ind, 1+(7*j)%(n/2), 1+n/2+(11*j)%(n/2))
		w.values = append(w.values, fmt.Sprintf("%.12E", float64(j)), fmt.Sprintf("%.12E", -float64(j)/3))
	}
	w.ptr = append(w.ptr, 2*n+1)
	text := w.text()
	cut := strings.LastIndexByte(text[:len(text)-1], '\n') + 1
	return text[:cut] + last
}

// TestBoeingBlocks checks that neither the number of workers nor how the input
// comes changes the result, and that an error in a late block is positioned.
func TestBoeingBlocks(t *testing.T) {
	const n = 20000
	text := largeBoeing(n, fmt.Sprintf("%20s%20s%20s%20s", "1.0", "2.0", "3.0", "4.5"))
	want, err := Read("x", strings.NewReader(text), Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if v := want.Matrix.Values; v[len(v)-1] != 4.5 || v[2] != 1 || want.Matrix.Pattern.NNZ() != 2*n {
		t.Fatalf("got %v", v[len(v)-4:])
	}
	for _, workers := range []int{0, 2, 5} {
		got, err := Read("x", strings.NewReader(text), Options{Workers: workers})
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%d workers: another result, error %v", workers, err)
		}
	}
	got, err := Read("x", iotest.HalfReader(iotest.DataErrReader(strings.NewReader(text))), Options{})
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("in halves: another result, error %v", err)
	}
	small := text[:strings.Index(text, "\n")] + largeBoeing(20, "1.0 2.0 3.0 4.5")[80:]
	if _, err := Read("x", iotest.OneByteReader(strings.NewReader(small)), Options{}); err != nil {
		t.Errorf("byte by byte: %v", err)
	}
	line := strings.Count(text, "\n") + 1
	_, err = Read("x", strings.NewReader(largeBoeing(n, "1.0 2.0 x 4.0\n")), Options{})
	if want := fmt.Sprintf("x:%d:9: want a number, got x", line); err == nil || err.Error() != want {
		t.Errorf("want %s, got %v", want, err)
	}
	_, err = Read("x", strings.NewReader(strings.Repeat(" ", 300)+"\n"+text[81:200]), Options{})
	if err == nil {
		t.Error("cut off in the header: accepted")
	}
	_, err = Read("x", strings.NewReader(largeBoeing(n, strings.Repeat(" ", rbMaxLine)+"\n")), Options{})
	if want := fmt.Sprintf("x:%d:%d: want lines of at most %d bytes", line, rbMaxLine+1, rbMaxLine); err == nil || err.Error() != want {
		t.Errorf("want %s, got %v", want, err)
	}
	_, err = Read("x", iotest.TimeoutReader(iotest.HalfReader(strings.NewReader(text))), Options{})
	if err == nil || err.Error() != "reading x: timeout" {
		t.Errorf("want the error of the reader, got %v", err)
	}
}

// TestBoeingClaims checks that a header is refused when the file cannot hold
// what it claims.
func TestBoeingClaims(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.rb")
	text := "title\n3 1 1 1\nrua 2 2 900000 0\n(3I2)(2I2)(2F4.1)\n 1 2 3\n 1 2\n 1.0 2.0\n"
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := Open(path, Options{})
	want := fmt.Sprintf("%s:3:7: 2 columns and 900000 row indices do not fit into an input of %d bytes", path, len(text))
	if err == nil || err.Error() != want {
		t.Errorf("want %s, got %v", want, err)
	}
}

// TestBoeingMemory checks that a small input costs at most 64 MiB in all,
// whatever its header claims.
func TestBoeingMemory(t *testing.T) {
	for name, text := range map[string]string{
		"columns":   "t\n1 1 1 1\nrua 2 2147483646 2 0\n(3I2)(2I2)(2F4.1)\n 1 2 3\n",
		"indices":   "t\n1 1 1 1\nrua 2 2 9007199254740992 0\n(3I2)(2I2)(2F4.1)\n 1 2 3\n",
		"elemental": "t\n1 1 1 1\nrue 2 1 2 9007199254740992\n(3I2)(2I2)(2F4.1)\n 1 3\n 1 2\n",
		"rows":      "t\n1 1 1 1\nrra 2147483646 2 2 0\n(3I2)(2I2)(2F4.1)\n 1 2 3\n 1 2\n 1.0 2.0\n",
		"cliques":   "t\n1 1 1 0\npse 2 1 100000 0\n(3I6)(80I1)\n     1100001\n" + strings.Repeat(strings.Repeat("1", 80)+"\n", 1250),
		"formats":   "t\n1 1 1 1\nrua 2 2 2 0\n(4096(4096(4096(4096(1X)))))(2I2)(2F4.1)\n 1 2 3\n",
		"wide":      "t\n1 1 1 1\nrua 2 2 2 0\n(3I2)(2I65536)(2F4.1)\n 1 2 3\n 1 2\n",
		"long line": "t\n1 1 1 1\nrua 2 2 2 0\n(3I2)(2I2)(2F4.1)\n" + strings.Repeat(" ", 8<<20),
		"title":     strings.Repeat("x", 8<<20),
	} {
		for _, workers := range []int{1, 4} {
			if used := allocated(func() {
				if _, err := Read("x.rb", strings.NewReader(text), Options{Workers: workers}); err == nil {
					t.Errorf("%s: accepted", name)
				}
			}); used > 64<<20 {
				t.Errorf("%s, %d workers: %d MiB allocated", name, workers, used>>20)
			}
		}
	}
}

// allocated returns how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// FuzzRutherfordBoeing checks that whatever is read is a valid matrix, that
// the number of workers does not change it, and that refusals are positioned.
// It does not check that the matrix is the right one.
func FuzzRutherfordBoeing(f *testing.F) {
	names, err := filepath.Glob("testdata/boeing/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range names {
		a, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(a.Files[1].Data)
	}
	f.Add([]byte(largeBoeing(8, " 1.0 2.0 3.0 4.0\n")))
	f.Add([]byte("t\n3 1 1 1 2\nCZE 3 2 4 2\n(3I2)(1P,4I2)(-2P,2(1X,D6.1))\nF 1 0\n 1 3 5\n 1 2 2 3\n 1.D 01  5.+3\n  12Q3   7\nrhs\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		read := func(workers int) (*File, error) {
			return readBoeing(newInput("x.rb", bytes.NewReader(text), -1), Options{Workers: workers})
		}
		got, err := read(1)
		again, errAgain := read(3)
		if err != nil {
			var syntax *SyntaxError
			if !errors.As(err, &syntax) || syntax.Line < 1 || syntax.Col < 1 {
				t.Fatalf("not a positioned error: %v", err)
			}
			if errAgain == nil || err.Error() != errAgain.Error() {
				t.Fatalf("%v; with three workers %v", err, errAgain)
			}
			return
		}
		mustBeValid(t, got)
		if errAgain != nil || !equalBits(got.Matrix, again.Matrix) {
			t.Fatalf("another result with three workers, error %v", errAgain)
		}
	})
}

// mustBeValid fails unless f holds a canonical matrix with as many values as
// it should have.
func mustBeValid(t *testing.T, f *File) {
	t.Helper()
	m := f.Matrix
	p := m.Pattern
	if err := p.Check(); err != nil || !p.Canonical() {
		t.Fatalf("not a valid matrix: %v", err)
	}
	if m.HasValues() != (f.Field != "pattern") || m.HasValues() && len(m.Values) != p.NNZ() {
		t.Fatalf("%d values of %d entries in a %s matrix", len(m.Values), p.NNZ(), f.Field)
	}
	if m.Complex() != (f.Field == "complex") || m.Complex() && len(m.Imag) != p.NNZ() {
		t.Fatalf("%d imaginary parts of %d entries in a %s matrix", len(m.Imag), p.NNZ(), f.Field)
	}
}

// equalBits reports whether a and b have the same entries with the same bits.
func equalBits(a, b *sparsity.Matrix) bool {
	bits := func(x, y []float64) bool {
		return (x == nil) == (y == nil) && slices.EqualFunc(x, y, func(v, w float64) bool {
			return math.Float64bits(v) == math.Float64bits(w)
		})
	}
	return a.Pattern.Equal(b.Pattern) && bits(a.Values, b.Values) && bits(a.Imag, b.Imag)
}
