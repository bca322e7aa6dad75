package analysis

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/oracle"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// named returns the names that stand out for one reason.
func withNames(list []Named, what What) (names []string) {
	for _, n := range list {
		if n.What == what {
			names = append(names, n.Name)
		}
	}
	return names
}

// The rows and columns that stand out are those of slow definitions.
func TestNamesOfWhatStandsOut(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	singular := 0
	for range 300 {
		n := 1 + r.IntN(7)
		tr := sparsity.Triplets{Rows: n, Cols: n}
		dense := make([][]float64, n)
		stored := make([][]bool, n)
		for i := range n {
			dense[i], stored[i] = make([]float64, n), make([]bool, n)
			for j := range n {
				if r.Float64() < 0.3 {
					v := float64(r.IntN(3))
					tr.Row, tr.Col, tr.Values = append(tr.Row, int32(i)), append(tr.Col, int32(j)), append(tr.Values, v)
					dense[i][j], stored[i][j] = v, true
				}
			}
		}
		m, _ := tr.Compress()
		f := &sparseio.File{Matrix: m, Name: "a.mtx", Entries: m.Pattern.NNZ()}
		for k := range n {
			f.RowNames, f.ColNames = append(f.RowNames, fmt.Sprint("r", k)), append(f.ColNames, fmt.Sprint("c", k))
		}
		doc, err := Run(context.Background(), []Source{Loaded(f)}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := map[What][2][]string{}
		add := func(what What, rows bool, k int) {
			w := want[what]
			if rows {
				w[0] = append(w[0], f.RowNames[k])
			} else {
				w[1] = append(w[1], f.ColNames[k])
			}
			want[what] = w
		}
		rowPart, colPart := oracle.Deficiency(m.Pattern)
		if oracle.StructuralRank(m.Pattern) < n {
			singular++
		}
		for k := range n {
			inRow, inCol := 0, 0
			for l := range n {
				if stored[k][l] {
					inRow++
				}
				if stored[l][k] {
					inCol++
				}
			}
			if inRow == 0 {
				add(Empty, true, k)
			}
			if inCol == 0 {
				add(Empty, false, k)
			}
			if !stored[k][k] {
				add(NoDiagonal, true, k)
			} else if dense[k][k] == 0 {
				add(ZeroDiagonal, true, k)
			}
			if rowPart[k] == 1 {
				add(Dependent, true, k)
			}
			if colPart[k] == -1 {
				add(Dependent, false, k)
			}
		}
		for _, what := range []What{Empty, NoDiagonal, ZeroDiagonal, Dependent} {
			got := [2][]string{withNames(doc.Names.Rows, what), withNames(doc.Names.Cols, what)}
			if fmt.Sprint(got) != fmt.Sprint(want[what]) {
				t.Fatalf("%s of %v: got %v, want %v", what, dense, got, want[what])
			}
		}
	}
	if singular < 50 {
		t.Errorf("%d of 300 matrices are singular", singular)
	}
}

// analyzeText analyzes a Matrix Market text whose rows and columns have names.
func analyzeText(t *testing.T, text string, names ...string) *Document {
	t.Helper()
	f, err := sparseio.Read("a.mtx", strings.NewReader("%%MatrixMarket matrix coordinate real general\n"+text), sparseio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f.RowNames, f.ColNames = names, names
	doc, err := Run(context.Background(), []Source{Loaded(f)}, Options{PivotThreshold: 1})
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// Sentences that name a row have its name too.
func TestNamesInSentences(t *testing.T) {
	for _, c := range []struct{ title, text, want string }{
		{"dependent", "3 3 4\n1 1 1\n2 1 1\n3 2 1\n3 3 1\n",
			"so an LU breaks down. 2 rows (v(a), v(b)) have entries in 1 column only. 2 columns (v(b), i(v)) have entries in 1 row only."},
		{"empty", "3 3 2\n2 2 1\n3 3 1\n", "1 row (v(a)) has no entries. 1 column (v(a)) has no entries."},
		{"no pivot", "3 3 5\n1 1 1\n1 2 1\n2 1 1\n2 2 1\n3 3 1\n", "(v(b)) has no pivot"},
		{"not finite", "3 3 4\n1 1 1\n2 2 nan\n3 3 1\n1 2 2\n", "the value in row 2 (v(b)) of column 2 (v(b)) is not finite"},
	} {
		doc := analyzeText(t, c.text, "v(a)", "v(b)", "i(v)")
		said := strings.Join(doc.Verdict, "\n")
		for _, w := range doc.Warnings {
			said += "\n" + w.Message
		}
		if !strings.Contains(said, c.want) {
			t.Errorf("%s: got %s\nwant %s", c.title, said, c.want)
		}
	}
}

// A dense row has its name in the verdict, shortened.
func TestNameOfDenseRow(t *testing.T) {
	const n = 400
	tr := sparsity.Triplets{Rows: n, Cols: n}
	add := func(i, j int) {
		tr.Row, tr.Col, tr.Values = append(tr.Row, int32(i)), append(tr.Col, int32(j)), append(tr.Values, 1+math.Abs(float64(i-j)))
	}
	names := make([]string, n)
	for k := range n {
		names[k] = fmt.Sprint("n", k)
		add(k, k)
		if k != 7 {
			add(7, k)
			add(k, 7)
		}
	}
	names[7] = strings.Repeat("x", 50) + strings.Repeat("y", 50)
	m, _ := tr.Compress()
	doc, err := Run(context.Background(), []Source{Loaded(&sparseio.File{Matrix: m, Name: "a", Entries: m.Pattern.NNZ(), RowNames: names})}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := "Row 8 (" + strings.Repeat("x", 40) + "…" + strings.Repeat("y", 20) + ") is dense"
	if said := strings.Join(doc.Verdict, "\n"); !strings.Contains(said, want) {
		t.Errorf("got %s\nwant %s", said, want)
	}
	if doc.Names.Rows[0].Name != names[7] || doc.ColName(7) != "" {
		t.Errorf("got %+v", doc.Names)
	}
}
