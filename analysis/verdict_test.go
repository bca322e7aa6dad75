package analysis

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/golden"
	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/prose"
	"github.com/nrkit/nrkit/sparsity"
)

// said returns what one part of the verdict says of d.
func said(part func(*Document, *paragraph), d *Document) string {
	var p paragraph
	part(d, &p)
	return p.String()
}

// claims reports whether the verdict of d makes the claim.
func claims(d *Document, key string) bool { return slices.Contains(d.claims, key) }

// The sentences for matrices of every kind, to be read by a person when they
// change.
func TestVerdict(t *testing.T) {
	var b bytes.Buffer
	list := zoo()
	var names []string
	for name := range list {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		d := analyzed(t, list[name], Options{Budget: DefaultBudget()})
		fmt.Fprintf(&b, "== %s, %d×%d\n", name, d.Structure.Rows, d.Structure.Cols)
		for _, s := range d.Verdict {
			fmt.Fprintf(&b, "- %s\n", s)
		}
		for _, w := range d.Warnings {
			fmt.Fprintf(&b, "! %s: %s\n", w.Code, w.Message)
		}
	}
	golden.Equal(t, "verdicts.txt", b.Bytes())
}

// A row is named as dense where it stands out, not where all rows are alike.
func TestSayDense(t *testing.T) {
	for _, c := range []struct {
		name string
		m    *sparsity.Matrix
		want bool
	}{
		{"arrow", matgen.Dominant(matgen.Arrow(300, 1), 1), true},
		{"dense", matgen.Dominant(matgen.Dense(120, 120), 1), false},
		{"above 10 times the root of the columns", matgen.Dominant(matgen.Arrow(101, 1), 1), true},
		{"at 10 times the root of the columns", matgen.Dominant(matgen.Arrow(100, 1), 1), false},
		{"few rows", matgen.Dominant(matgen.Arrow(99, 1), 1), false},
	} {
		d := analyzed(t, c.m, Options{Orderings: []string{"amd"}, Exact: []string{"none"}})
		if got := claims(d, "dense.row"); got != c.want {
			t.Errorf("%s: want a dense row %v, got %q", c.name, c.want, said(sayDense, d))
		}
	}
}

// Verdicts and warnings have no phrase that needs a second reading, and no long
// sentence.
func TestVerdictIsPlain(t *testing.T) {
	const mostWords = 40
	text, err := os.ReadFile(filepath.Join("testdata", "verdicts.txt"))
	if err != nil {
		t.Fatal(err)
	}
	paragraphs := strings.Split(string(text), "\n")
	if len(paragraphs) < 100 {
		t.Fatalf("%d verdicts", len(paragraphs))
	}
	for _, s := range prose.Long(paragraphs, mostWords) {
		t.Errorf("more than %d words: %s", mostWords, s)
	}
	for _, s := range prose.Phrases(paragraphs) {
		t.Errorf("name the noun again: %s", s)
	}
}

// Blocks are only of use to an ordering that keeps to them.
func TestSayBlocks(t *testing.T) {
	d := analyzed(t, matgen.Dominant(matgen.Reducible(20, 8, 3, 1), 1), Options{Orderings: []string{"amd", "btf+amd"}, Exact: []string{"none"}})
	for _, c := range []struct{ method, key, want string }{
		{"amd", "blocks.unused", ". amd does not use the blocks."},
		{"btf+amd", "blocks.used", ". Only the blocks need factorizing."},
	} {
		d.Winners.Recommended = c.method
		if got := said(sayBlocks, d); !strings.HasSuffix(got, c.want) || keysOf(sayBlocks, d) != "blocks.several "+c.key {
			t.Errorf("%s: want a sentence that ends with %q, got %q", c.method, c.want, got)
		}
	}
}

// Where no row pivots make an LU, an order for any of them does not win by a bound
// that holds for none, and nothing is recommended without a condition.
func TestVerdictSingular(t *testing.T) {
	random, a := matgen.RandomSquare(80, 3, 1), sparsity.NewPattern(80, 80)
	for j := range a.Cols {
		rows := random.Col(j)
		if j < 20 { // one and the same row
			rows = []int32{0}
		}
		a.RowIdx = append(a.RowIdx, rows...)
		a.ColPtr[j+1] = int64(len(a.RowIdx))
	}
	for _, names := range [][]string{nil, {BestOf}} {
		d := analyzed(t, &sparsity.Matrix{Pattern: a}, Options{Orderings: names})
		if d.Structure.StructuralRank > 61 {
			t.Fatalf("want a singular matrix, got rank %d", d.Structure.StructuralRank)
		}
		o := d.Ordering("colamd")
		if o == nil || o.NoPivoting.NNZLU <= o.NNZLU {
			t.Errorf("want more entries than any row pivots have, got %+v", o)
		}
		if strings.HasPrefix(d.Winners.Fill, "colamd") {
			t.Errorf("colamd wins with %d entries, amd has %d", CostOf(o).NNZ, CostOf(d.Ordering("amd")).NNZ)
		}
		if text := strings.Join(d.Verdict, " "); !strings.Contains(text, "structurally singular") || !strings.Contains(text, "If the diagonal is full, use ") || strings.Contains(text, "Use ") {
			t.Errorf("got the verdict %s", text)
		}
	}
}
