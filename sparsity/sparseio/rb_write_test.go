package sparseio

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nrkit/nrkit/sparsity"
)

// boeingOf returns m as a Rutherford-Boeing file.
func boeingOf(t interface{ Fatal(...any) }, m *sparsity.Matrix, field string) []byte {
	var b bytes.Buffer
	if err := WriteRutherfordBoeing(&b, m, field); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestBoeingWriteText writes a small matrix whose file can be checked by hand.
func TestBoeingWriteText(t *testing.T) {
	tr := sparsity.Triplets{Rows: 2, Cols: 3, Row: []int32{1, 0, 0, 1}, Col: []int32{2, 0, 2, 0}, Values: []float64{-2.5, 1e6, 3e-109, math.Inf(-1)}}
	m, _ := tr.Compress()
	want := strings.Join([]string{
		"matrix written by analyze convert                                       nrkit   ",
		"             4             1             1             2",
		"rra                        2             3             4             0",
		"(40I2)          (40I2)          (3E25.16E3)         ",
		" 1 3 3 5",
		" 1 2 1 2",
		"   1.0000000000000000E+06                     -Inf  3.0000000000000002E-109",
		"  -2.5000000000000000E+00", ""}, "\n")
	if got := string(boeingOf(t, m, "")); got != want {
		t.Errorf("want\n%s\ngot\n%s", want, got)
	}
}

// TestBoeingWrittenIsRead writes matrices and reads them back.
func TestBoeingWrittenIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, kind := drawMatrix(t)
		if m.Pattern.Rows == 0 || m.Pattern.Cols == 0 {
			if err := WriteRutherfordBoeing(&bytes.Buffer{}, m, ""); err == nil {
				t.Fatal("written, though the format has no such matrix")
			}
			return
		}
		text := boeingOf(t, m, "")
		f, err := Read("m.rb", bytes.NewReader(text), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if f.Format != FormatRutherfordBoeing || f.Field != kind || !equalBits(f.Matrix, m) {
			t.Fatalf("wrote %+v, read %s %+v\n%s", m, f.Field, f.Matrix, text)
		}
		for _, w := range f.Warnings {
			if w.Code != "not-finite" {
				t.Fatalf("%v\n%s", w, text)
			}
		}
	})
}

// TestBoeingIntegers writes integers of every size.
func TestBoeingIntegers(t *testing.T) {
	for _, v := range []float64{0, -7, 123456789, -1 << 62, 1e30, -1e300} {
		tr := sparsity.Triplets{Rows: 2, Cols: 2, Row: []int32{0, 1}, Col: []int32{0, 1}, Values: []float64{3, v}}
		m, _ := tr.Compress()
		text := boeingOf(t, m, "integer")
		f, err := Read("m.rb", bytes.NewReader(text), Options{})
		if err != nil || f.Field != "integer" || !equalBits(f.Matrix, m) {
			t.Errorf("%v: %v\n%s", v, err, text)
		}
	}
	m := &sparsity.Matrix{Pattern: sparsity.NewPattern(1, 1)}
	if err := WriteRutherfordBoeing(&bytes.Buffer{}, m, "real"); err == nil || err.Error() != "want real values, got pattern" {
		t.Errorf("got error %v", err)
	}
}

// TestBoeingLong writes a matrix of many lines, and into a file that cannot take it.
func TestBoeingLong(t *testing.T) {
	p := sparsity.NewPattern(70000, 70000)
	m := &sparsity.Matrix{Pattern: p}
	for j := range 70000 {
		p.RowIdx = append(p.RowIdx, int32(j))
		p.ColPtr[j+1] = int64(j + 1)
		m.Values = append(m.Values, 1/float64(j+1))
	}
	f, err := Read("m.rb", bytes.NewReader(boeingOf(t, m, "")), Options{})
	if err != nil || !equalBits(f.Matrix, m) || len(f.Warnings) > 0 {
		t.Errorf("%v, %v", err, f.Warnings)
	}
	if err := WriteRutherfordBoeing(&failing{n: 100000}, m, ""); err == nil || fmt.Sprint(err) != "disk full" {
		t.Errorf("got error %v", err)
	}
	var syntax *SyntaxError
	if errors.As(err, &syntax) {
		t.Error("the error of the writer is no error of syntax")
	}
}
