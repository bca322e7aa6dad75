package plot

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/hostile"
	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
)

// forest returns two perfect binary trees in postorder, with more work towards
// the roots.
func forest(depths ...int) *Nodes {
	f := &Nodes{}
	var grow func(d int) int32
	grow = func(d int) int32 {
		var children []int32
		if d > 0 {
			children = []int32{grow(d - 1), grow(d - 1)}
		}
		k := int32(len(f.Parent))
		f.Parent = append(f.Parent, -1)
		f.Width = append(f.Width, 1+d*d)
		f.Work = append(f.Work, float64(int(4)<<d))
		for _, c := range children {
			f.Parent[c] = k
		}
		return k
	}
	for _, d := range depths {
		grow(d)
	}
	return f
}

// plots returns a drawing of each kind at sizes on both sides of its limits.
func plots() map[string]*Plot {
	long := make([]int, 10000)
	for k := range long {
		long[k] = 1 + 100000/(k+1) + k%7
	}
	one := []Curve{{"a", []int{1, 2, 4}, []float64{1, 1.9, 3.5}}}
	return map[string]*Plot{
		"spy empty":     Spy(sparsity.NewPattern(0, 0), "0×0"),
		"spy no cols":   Spy(sparsity.NewPattern(3, 0), "3×0"),
		"spy one":       Spy(matgen.Diagonal(1), "1×1"),
		"spy row":       Spy(matgen.Dense(1, 40), "1×40"),
		"spy column":    Spy(matgen.Dense(40, 1), "40×1"),
		"spy squares":   Spy(matgen.Grid2D(10, 10), "grid"),
		"spy cells":     Spy(matgen.Dense(70, 70), "dense"),
		"spy limit":     Spy(matgen.Tridiagonal(spyCells), "tridiagonal"),
		"spy density":   Spy(matgen.Tridiagonal(5*spyCells+1), "tridiagonal"),
		"levels none":   Levels(nil, "none"),
		"levels one":    Levels([]int{1}, "one"),
		"levels few":    Levels([]int{100, 30, 3, 1}, "few"),
		"levels many":   Levels(long, "many"),
		"tree none":     Tree(&Nodes{}, "none"),
		"tree no work":  Tree(&Nodes{[]int32{-1}, []int{1}, []float64{0}}, "no work"),
		"tree one":      Tree(forest(0), "one"),
		"tree many":     Tree(forest(10, 7), "many"),
		"speedup none":  Speedup(nil, "none"),
		"speedup one":   Speedup(one, "one"),
		"speedup 20":    Speedup(slices.Repeat(one, 20), "twenty"),
		"speedup short": Speedup([]Curve{{"a", []int{1}, []float64{1}}}, "short"),
	}
}

func TestPlots(t *testing.T) {
	again := plots()
	for name, p := range plots() {
		var svg, same, page bytes.Buffer
		if err := errors.Join(p.SVG(&svg), again[name].SVG(&same)); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !bytes.Equal(svg.Bytes(), same.Bytes()) {
			t.Errorf("%s: two drawings differ", name)
		}
		wellFormed(t, name, svg.Bytes())
		if n := bytes.Count(svg.Bytes(), []byte("<image")); n != bytes.Count(svg.Bytes(), []byte("<image preserveAspectRatio=\"none\" ")) {
			t.Errorf("%s: an image does not fill the area of the axes", name)
		} else if large := name == "spy density" || name == "spy limit" || name == "spy cells"; n > 0 != large {
			t.Errorf("%s: want an image %v, got %d", name, large, n)
		}
		if svg.Len() > 1<<20 {
			t.Errorf("%s: %d bytes", name, svg.Len())
		}
		f, err := p.Fragment()
		if err != nil {
			t.Fatal(err)
		}
		wellFormed(t, name, f)
		page.Write(f)
		if regexp.MustCompile(`\sstyle=`).Match(f) {
			t.Errorf("%s: the fragment has a style attribute, which a page may forbid", name)
		}
		if bytes.Contains(f, []byte("http")) || bytes.Contains(f, []byte("NaN")) {
			t.Errorf("%s: the fragment has an address or no number", name)
		}
	}
}

// wellFormed fails the test when text is no XML.
func wellFormed(t *testing.T, name string, text []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(text))
	for {
		if _, err := d.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
	}
}

func TestDensities(t *testing.T) {
	for _, a := range []*sparsity.Pattern{
		matgen.Grid2D(7, 9), matgen.Random(1000, 300, 5, 1), matgen.Random(3, 2000, 2, 2), matgen.Arrow(2*spyCells+1, 2),
	} {
		g := densities(a)
		if g.rows > spyCells || g.cols > spyCells {
			t.Errorf("%d×%d: %d×%d cells", a.Rows, a.Cols, g.rows, g.cols)
		}
		sum := 0
		for _, k := range g.count {
			sum += int(k)
			if float64(k) > g.full {
				t.Errorf("%d×%d: %d entries in a cell of %g positions", a.Rows, a.Cols, k, g.full)
			}
		}
		if sum != a.NNZ() {
			t.Errorf("%d×%d: want %d entries, got %d", a.Rows, a.Cols, a.NNZ(), sum)
		}
	}
}

func TestBinned(t *testing.T) {
	widths := []int{9, 9, 5, 1, 1, 1, 2}
	for limit := 1; limit < 10; limit++ {
		at := 0
		for _, b := range binned(widths, limit) {
			if b.from != at {
				t.Fatalf("limit %d: a bin starts at %d, not %d", limit, b.from, at)
			}
			at = b.to
			part := widths[b.from:b.to]
			if slices.Min(part) != b.low || slices.Max(part) != b.high {
				t.Errorf("limit %d: %v: got %d..%d", limit, part, b.low, b.high)
			}
		}
		if at != len(widths) {
			t.Errorf("limit %d: the bins end at %d", limit, at)
		}
	}
}

// Boxes stand on their parents, do not overlap, and none is lost that is
// large enough to be seen.
func TestLayTree(t *testing.T) {
	f := forest(6, 3)
	boxes := layTree(f)
	area := 0.0
	for k, b := range boxes {
		if b.x0 < -1e-9 || b.x1 > 1+1e-9 || b.y0 < -1e-9 || b.y1 > 1+1e-9 || b.x1 < b.x0 || b.y1 < b.y0 {
			t.Errorf("box %d leaves the drawing: %+v", k, b)
		}
		for _, c := range boxes[:k] {
			if b.x0 < c.x1-1e-9 && c.x0 < b.x1-1e-9 && b.y0 < c.y1-1e-9 && c.y0 < b.y1-1e-9 {
				t.Errorf("boxes overlap: %+v and %+v", b, c)
			}
		}
		area += (b.x1 - b.x0) * (b.y1 - b.y0)
	}
	if len(boxes) < 100 || area < 0.3 || area > 1 {
		t.Errorf("%d boxes cover %g", len(boxes), area)
	}
	// A chain is one column.
	chain := &Nodes{[]int32{1, 2, 3, -1}, []int{1, 1, 1, 1}, []float64{1, 1e-9, 1e-9, 1}}
	if boxes := layTree(chain); len(boxes) != 2 {
		t.Errorf("want 2 boxes for a chain with two visible nodes, got %+v", boxes)
	}
}

// Numbers are written as in tables.
func TestNumber(t *testing.T) {
	for v, want := range map[float64]string{0.5: "0.5", 1024: "1,024", 25000: "25,000", 2.5e6: "2,500,000", 1e15: "1e+15", 12345.5: "1.235e+04"} {
		if got := number(v); got != want {
			t.Errorf("%g: want %s, got %s", v, want, got)
		}
	}
}

// Names from outside leave drawings well-formed, and are one line of them.
func TestHostileNames(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 1))
		name := func() string { return hostile.Name(rng) }
		for kind, p := range map[string]*Plot{
			"spy": Spy(matgen.Dense(3, 3), name()), "levels": Levels([]int{3, 1}, name()), "tree": Tree(forest(1), name()),
			"speedup": Speedup([]Curve{{name(), []int{1, 2}, []float64{1, 1.5}}, {name(), []int{1, 2}, []float64{1, 1.2}}}, name()),
		} {
			var svg, tree bytes.Buffer
			if err := errors.Join(p.SVG(&svg), Dot(&tree, forest(1), name())); err != nil {
				t.Fatal(err)
			}
			wellFormed(t, kind, svg.Bytes())
			for what, text := range map[string]string{kind: svg.String(), "dot": tree.String()} {
				text = strings.ReplaceAll(text, "\n\t", "\n")
				if bad := append(hostile.Unquoted(text), hostile.ForgedLines(text)...); len(bad) > 0 {
					t.Errorf("%d, %s: %s", seed, what, bad[0])
				}
			}
		}
	}
}
