package sparseio

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// TestIllegal reads inputs that are refused. Each archive says why, holds the
// input, and the message.
func TestIllegal(t *testing.T) {
	names, err := filepath.Glob("testdata/illegal/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no archives (%v)", err)
	}
	failure := regexp.MustCompile(`^FAILURE "(.*)"\n$`)
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(name)
			if err != nil || len(ar.Files) != 2 || ar.Files[0].Name != "expect" || len(ar.Comment) == 0 {
				t.Fatalf("want prose, expect and an input, got %v (%v)", ar, err)
			}
			m := failure.FindSubmatch(ar.Files[0].Data)
			if m == nil {
				t.Fatalf("bad expectation %q", ar.Files[0].Data)
			}
			want := regexp.MustCompile("^" + string(m[1]) + "$")
			in := ar.Files[1]
			for workers := range 3 {
				f, err := Read(in.Name, strings.NewReader(string(in.Data)), Options{Workers: workers})
				var syntax *SyntaxError
				if !errors.As(err, &syntax) || !want.MatchString(err.Error()) {
					t.Fatalf("want error %s, got %v, %v", want, f, err)
				}
			}
		})
	}
}

// dense returns m as rows of text, with a dot where there is no entry.
func dense(f *File) string {
	m := f.Matrix
	rows := make([][]string, m.Pattern.Rows)
	for i := range rows {
		rows[i] = strings.Split(strings.Repeat(".", m.Pattern.Cols), "")
	}
	for j := range m.Pattern.Cols {
		for k := m.Pattern.ColPtr[j]; k < m.Pattern.ColPtr[j+1]; k++ {
			text := "x"
			switch {
			case m.Complex():
				text = fmt.Sprint(complex(m.Values[k], m.Imag[k]))
			case m.HasValues():
				text = fmt.Sprint(m.Values[k])
			}
			rows[m.Pattern.RowIdx[k]][j] = text
		}
	}
	var lines []string
	for _, r := range rows {
		lines = append(lines, strings.Join(r, " "))
	}
	return strings.Join(lines, "; ")
}

// legalFiles are inputs with what they mean, written down by hand.
var legalFiles = []struct{ name, text, want, warnings string }{
	// The example of the format's description.
	{"specification", "%%MatrixMarket matrix coordinate real general\n% comment\n5 5 8\n1 1 1.000e+00\n2 2 1.050e+01\n" +
		"3 3 1.500e-02\n1 4 6.000e+00\n4 2 2.505e+02\n4 4 -2.800e+02\n4 5 3.332e+01\n5 5 1.200e+01\n",
		"1 . . 6 .; . 10.5 . . .; . . 0.015 . .; . 250.5 . -280 33.32; . . . . 12", ""},
	{"symmetric", "%%MatrixMarket matrix coordinate real symmetric\n3 3 4\n1 1 1\n2 1 2\n3 2 3\n3 3 4\n", "1 2 .; 2 . 3; . 3 4", ""},
	{"skew-symmetric", "%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 2\n2 1 2\n3 2 3\n", ". -2 .; 2 . -3; . 3 .", ""},
	{"hermitian", "%%MatrixMarket matrix coordinate complex hermitian\n2 2 2\n1 1 1 0\n2 1 2 3\n", "(1+0i) (2-3i); (2+3i) .", ""},
	{"pattern", "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 3\n", ". x .; x . .; . . x", ""},
	{"integer", "%%MatrixMarket matrix coordinate integer general\n1 2 2\n1 1 -7\n1 2 12345678901\n", "-7 1.2345678901e+10", ""},
	{"array", "%%MatrixMarket matrix array real general\n2 3\n1\n2\n3\n4\n5\n6\n", "1 3 5; 2 4 6", ""},
	{"array of complex numbers", "%%MatrixMarket matrix array complex general\n1 2\n1 2\n3 4\n", "(1+2i) (3+4i)", ""},
	{"symmetric array", "%%MatrixMarket matrix array real symmetric\n3 3\n1\n2\n3\n4\n5\n6\n", "1 2 3; 2 4 5; 3 5 6", ""},
	{"skew-symmetric array", "%%MatrixMarket matrix array real skew-symmetric\n3 3\n2\n3\n5\n", ". -2 -3; 2 . -5; 3 5 .", ""},
	{"hermitian array", "%%MatrixMarket matrix array complex hermitian\n2 2\n1 0\n2 3\n4 5\n", "(1+0i) (2-3i); (2+3i) (4+5i)", "hermitian-diagonal"},
	{"array with zeros", "%%MatrixMarket matrix array integer general\n2 1\n0\n5\n", "0; 5", "array-zeros"},
	{"empty", "%%MatrixMarket matrix coordinate real general\n0 0 0\n", "", ""},
	{"no columns", "%%MatrixMarket matrix array real general\n2 0", "; ", ""},
	{"case", "%%MATRIXMARKET Matrix COORDINATE real General\n1 1 1\n1 1 1\n", "1", ""},
	{"one percent sign", "%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1\n", "1", "banner"},
	{"words after the banner", "%%MatrixMarket matrix coordinate real general now\n1 1 1\n1 1 1\n", "1", "banner-rest"},
	{"double", "%%MatrixMarket matrix coordinate double general\n1 1 1\n1 1 1\n", "1", "field"},
	{"unsigned-integer", "%%MatrixMarket matrix coordinate unsigned-integer general\n1 1 1\n1 1 1\n", "1", "field"},
	{"blank lines", "%%MatrixMarket matrix coordinate real general\n\n \t\n1 2 2\n\n1 1 1\n \n1 2 2\n\n\n", "1 2", ""},
	{"comments", "%%MatrixMarket matrix coordinate real general\n%\n %x\n1 2 2\n%\n1 1 1\n %\n1 2 2\n%", "1 2", "comment-indented comment-in-data"},
	{"carriage returns", "%%MatrixMarket matrix coordinate real general\r\n\r\n%\r\n1 2 2\r\n1 1 1\r\n1 2 2\r\n", "1 2", ""},
	{"tabs and blanks", "%%MatrixMarket\tmatrix  coordinate\treal general \n\t1 2\t\t2 \n \t1\t 1  1\t\n  1 2 2  ", "1 2", ""},
	{"plus signs", "%%MatrixMarket matrix coordinate real general\n+1 +2 +2\n+1 +1 +1.5\n+01 +02 +2e+1\n", "1.5 20", ""},
	{"numbers", "%%MatrixMarket matrix coordinate real general\n1 5 5\n1 1 .5\n1 2 5.\n1 3 1.5D+01\n1 4 2d-3\n1 5 1.5-300\n", "0.5 5 15 0.002 1.5e-300", ""},
	{"explicit zeros", "%%MatrixMarket matrix coordinate real general\n1 2 2\n1 1 0\n1 2 -0.0\n", "0 -0", ""},
	{"duplicates", "%%MatrixMarket matrix coordinate real general\n2 2 4\n2 2 1\n1 1 2\n2 2 3\n1 1 -2\n", "0 .; . 4", "duplicates"},
	{"not finite", "%%MatrixMarket matrix coordinate real general\n1 3 3\n1 1 nan\n1 2 -Inf\n1 3 1e309\n", "NaN -Inf +Inf", "not-finite"},
	{"large integers", "%%MatrixMarket matrix coordinate integer general\n1 2 2\n1 1 9007199254740993\n1 2 9007199254740992\n", "9.007199254740992e+15 9.007199254740992e+15", "integer-rounded"},
	{"upper triangle", "%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n1 2 1\n1 3 2\n3 3 3\n", ". 1 2; 1 . .; 2 . 3", "upper-triangle"},
	{"upper and lower triangle", "%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 2\n1 2 1\n3 1 2\n", ". 1 -2; -1 . .; 2 . .", "upper-triangle"},
	{"upper triangle twice", "%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 2 1\n1 2 2\n", ". 3; 3 .", "upper-triangle duplicates"},
	{"hermitian diagonal", "%%MatrixMarket matrix coordinate complex hermitian\n1 1 1\n1 1 1 2\n", "(1+2i)", "hermitian-diagonal"},
	{"no last line feed", "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1.25", "1.25", ""},
}

func TestLegal(t *testing.T) {
	for _, c := range legalFiles {
		t.Run(c.name, func(t *testing.T) {
			f, err := Read("in.mtx", strings.NewReader(c.text), Options{})
			if err != nil {
				t.Fatal(err)
			}
			var codes []string
			for _, w := range f.Warnings {
				codes = append(codes, w.Code)
			}
			if got := dense(f); got != c.want || strings.Join(codes, " ") != c.warnings {
				t.Errorf("want %s, warnings %q; got %s, warnings %q", c.want, c.warnings, got, codes)
			}
			checkAgainstSlow(t, c.text)
		})
	}
}

// TestWarnings checks position and text of warnings.
func TestWarnings(t *testing.T) {
	const text = "%%MatrixMarket matrix coordinate real symmetric\n%\n3 3 5\n2 1 1\n\n1 2 inf\n% c\n2 3 1\n2 3 nan\n3 3 0\n"
	want := []string{
		"in.mtx:7:1: comments after the size line: 1",
		"in.mtx:6:1: entries above the diagonal, although the format lists only entries below the diagonal: 3; ",
		"in.mtx:6:5: values that are infinite, not a number, or too large for 64-bit floating point: 2",
		"in.mtx: entries that repeat a position: 1",
	}
	for _, c := range []mmConfig{{workers: 1, blockSize: mmBlockSize}, {workers: 1, blockSize: 1}, {workers: 3, blockSize: 4}} {
		_, err := c.read(strings.Replace(text, "1 2 inf", "1 2 1", 1))
		if err == nil || !strings.HasPrefix(err.Error(), "in.mtx:6:1: want either (i,j) or (j,i)") {
			t.Fatalf("unexpected error %v", err)
		}
		f, err := c.read(strings.Replace(text, "2 1 1\n", "1 1 1\n", 1))
		if err != nil {
			t.Fatal(err)
		}
		for k, w := range f.Warnings {
			if k >= len(want) || !strings.HasPrefix(w.String(), want[k]) {
				t.Errorf("warning %d: got %s", k, w)
			}
		}
		if len(f.Warnings) != len(want) {
			t.Errorf("want %d warnings, got %v", len(want), f.Warnings)
		}
	}
}
