package analysis

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
	"github.com/nrkit/nrkit/symbolic"
)

// file returns m as if it had been read.
func file(name string, m *sparsity.Matrix) *sparseio.File {
	f := &sparseio.File{Matrix: m, Name: name, Format: sparseio.FormatMatrixMarket, Layout: "coordinate",
		Field: "real", Symmetry: "general", SHA256: strings.Repeat("0", 64), Entries: m.Pattern.NNZ()}
	if !m.HasValues() {
		f.Field = "pattern"
	}
	return f
}

// analyzed returns the document of m.
func analyzed(t *testing.T, m *sparsity.Matrix, opt Options) *Document {
	t.Helper()
	d, err := Run(context.Background(), []Source{Loaded(file("m.mtx", m))}, opt)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// text returns d as JSON.
func text(t *testing.T, d *Document) []byte {
	t.Helper()
	return textOf(t, d)
}

// textOf returns any document as JSON.
func textOf(t *testing.T, v any) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := WriteJSON(&b, v); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// zoo returns matrices of every kind that the program may meet.
func zoo() map[string]*sparsity.Matrix {
	zoo := map[string]*sparsity.Matrix{
		"0x0":          {Pattern: sparsity.NewPattern(0, 0), Values: []float64{}},
		"0x3":          {Pattern: sparsity.NewPattern(0, 3), Values: []float64{}},
		"3x0":          {Pattern: sparsity.NewPattern(3, 0), Values: []float64{}},
		"1x1 empty":    {Pattern: sparsity.NewPattern(1, 1), Values: []float64{}},
		"1x1":          matgen.Dominant(matgen.Diagonal(1), 1),
		"1x9":          matgen.Values(matgen.Dense(1, 9), 1),
		"9x1":          matgen.Values(matgen.Dense(9, 1), 1),
		"diagonal":     matgen.Dominant(matgen.Diagonal(40), 1),
		"dense":        matgen.Dominant(matgen.Dense(30, 30), 1),
		"tall":         matgen.Values(matgen.Random(60, 25, 4, 1), 1),
		"wide":         matgen.Values(matgen.Random(25, 60, 4, 1), 1),
		"empty square": {Pattern: sparsity.NewPattern(12, 12), Values: []float64{}},
		"pattern":      {Pattern: matgen.Grid2D(9, 9)},
		"complex":      matgen.ComplexValues(matgen.Tridiagonal(50), 1),
		"grid":         matgen.Dominant(matgen.Grid2D(20, 20), 1),
		"arrow":        matgen.Dominant(matgen.Arrow(300, 1), 1),
		"circuit":      matgen.Dominant(matgen.Circuit(200, 1), 1),
		"reducible":    matgen.Dominant(matgen.Reducible(20, 8, 3, 1), 1),
		"random":       matgen.Dominant(matgen.RandomSquare(150, 4, 1), 1),
	}
	zoo["ones"] = &sparsity.Matrix{Pattern: matgen.Dense(5, 5), Values: slices.Repeat([]float64{1}, 25)}
	zoo["not finite"] = matgen.Dominant(matgen.Tridiagonal(20), 1)
	zoo["not finite"].Values[7] = math.NaN()
	zoo["zero values"] = matgen.Dominant(matgen.Grid2D(6, 6), 1)
	for k := range zoo["zero values"].Values {
		if k%3 == 1 {
			zoo["zero values"].Values[k] = 0
		}
	}
	return zoo
}

// few returns all matrices of the zoo, and with -short two of them.
func few() map[string]*sparsity.Matrix {
	zoo := zoo()
	if testing.Short() {
		return map[string]*sparsity.Matrix{"reducible": zoo["reducible"], "wide": zoo["wide"]}
	}
	return zoo
}

// Every document is valid against docs/formats.md, the same at every run and
// with any number of workers, and survives its JSON form.
func TestRunZoo(t *testing.T) {
	for name, m := range few() {
		for _, which := range [][]string{nil, {"all"}} {
			opt := Options{Orderings: which, Exact: which, Budget: DefaultBudget(), Workers: 1}
			first := text(t, analyzed(t, m, opt))
			checkDocument(t, Schema, first)
			opt.Workers = 3
			if again := text(t, analyzed(t, m, opt)); !bytes.Equal(first, again) {
				t.Errorf("%s: the document depends on the number of workers", name)
			}
			d, err := ReadJSON(first)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if again := text(t, d); !bytes.Equal(first, again) {
				t.Errorf("%s: the document read is another than the one written", name)
			}
			if bytes.Contains(first, []byte("NaN")) || bytes.Contains(first, []byte("%!")) {
				t.Errorf("%s: a figure or a sentence is broken:\n%s", name, first)
			}
		}
	}
}

// What does not apply is absent, and a warning or the verdict says why.
func TestRunAbsent(t *testing.T) {
	for _, c := range []struct {
		name      string
		methods   string // of the default analysis
		exact     bool
		mustSay   string // in a warning or the verdict
		allAbsent int    // warnings when all methods are asked for
	}{
		{"0x0", "", false, "The matrix is empty.", 1},
		{"1x1", "natural rcm amd ammf colamd", true, "nothing needs factorizing", 1},
		{"1x9", "natural colamd", false, "1×9", 1},
		{"tall", "natural colamd", false, "an LU needs a square matrix", 1},
		{"diagonal", "natural rcm amd colamd btf+amd btf+ammf btf+colamd", true, "nothing needs factorizing", 0},
		{"dense", "natural rcm amd ammf colamd", true, "irreducible", 1},
		{"empty square", "natural rcm amd ammf colamd", false, "structurally singular", 1},
		{"pattern", "natural rcm amd ammf colamd", false, "the file has no values", 1},
		{"complex", "natural rcm amd ammf colamd", true, "irreducible", 1},
		{"ones", "natural rcm amd ammf colamd", false, "numerically singular: column", 1},
		{"not finite", "natural rcm amd ammf colamd", false, "not finite", 1},
		{"reducible", "natural rcm amd colamd btf+amd btf+ammf btf+colamd", true, "diagonal blocks", 0},
	} {
		m := zoo()[c.name]
		d := analyzed(t, m, Options{Exact: []string{"none"}}) // a numeric LU may add the ordering that it finds best
		var methods []string
		for _, o := range d.Orderings {
			methods = append(methods, o.Method)
		}
		if got := strings.Join(methods, " "); c.name != "diagonal" && got != c.methods {
			t.Errorf("%s: want orderings %q, got %q", c.name, c.methods, got)
		}
		d = analyzed(t, m, Options{Budget: DefaultBudget()})
		if (len(d.Exact) > 0) != c.exact {
			t.Errorf("%s: want exact %v, got %d", c.name, c.exact, len(d.Exact))
		}
		if all := fmt.Sprint(d.Verdict, d.Warnings); !strings.Contains(all, c.mustSay) {
			t.Errorf("%s: want %q in %s", c.name, c.mustSay, all)
		}
		d = analyzed(t, m, Options{Orderings: []string{"all"}, Exact: []string{"none"}})
		for _, name := range Methods() {
			if (d.Ordering(name) == nil) != (d.absent[name] != "") {
				t.Errorf("%s: %s should be either there or explained in %v", c.name, name, d.Warnings)
			}
		}
		if len(d.Warnings) != c.allAbsent {
			t.Errorf("%s: want %d warnings for all orderings, got %v", c.name, c.allAbsent, d.Warnings)
		}
	}
}

func TestRunOptions(t *testing.T) {
	if testing.Short() {
		t.Skip("analyzes a matrix many times")
	}
	m := zoo()["circuit"]
	d := analyzed(t, m, Options{Orderings: []string{"amd", "natural"}, Exact: []string{"natural"}})
	if len(d.Orderings) != 2 || d.Orderings[0].Method != "natural" || d.Orderings[1].Method != "amd" {
		t.Errorf("want natural and amd in the order of the table, got %d orderings", len(d.Orderings))
	}
	if len(d.Exact) != 2 || d.Exact[0].Method != "natural" || d.Exact[1].Method != d.Winners.Recommended || d.Exact[0].PivotThreshold != DefaultPivotThreshold {
		t.Errorf("want the exact fill of natural and of the recommended ordering, got %+v", d.Exact)
	}
	if d = analyzed(t, m, Options{Exact: []string{"all"}}); len(d.Exact) != len(d.Orderings) {
		t.Errorf("want an exact fill for each of %d orderings, got %d", len(d.Orderings), len(d.Exact))
	}
	if d = analyzed(t, m, Options{Budget: Budget{Off: true}}); len(d.Exact) != 0 || len(d.Warnings) != 0 {
		t.Errorf("want no exact fill and no warning, got %d, %v", len(d.Exact), d.Warnings)
	}
	for _, b := range []Budget{{Flops: 10}, {Bytes: 1000}, {Time: 1}} {
		d = analyzed(t, m, Options{Budget: b, Exact: []string{"natural"}})
		if len(d.Exact) != 0 || len(d.Warnings) == 0 || slices.ContainsFunc(d.Warnings, func(w Warning) bool { return !strings.Contains(w.Message, "budget") }) {
			t.Errorf("%v: want a warning about the budget, got %d, %v", b, len(d.Exact), d.Warnings)
		}
	}
	if d = analyzed(t, m, Options{Timings: true}); d.Timings == nil || d.Timings.TotalNS <= 0 || d.Orderings[0].AnalyzeNS <= 0 {
		t.Errorf("want times, got %+v", d.Timings)
	}
	for _, opt := range []Options{{Orderings: []string{"amd", "amb"}}, {Exact: []string{"x"}}, {Exact: []string{"btf"}}} {
		if _, err := Run(context.Background(), []Source{Loaded(file("m", m))}, opt); !errors.Is(err, ErrUnknownMethod) {
			t.Errorf("%+v: want ErrUnknownMethod, got %v", opt, err)
		}
	}
	if _, err := Run(context.Background(), nil, Options{}); err == nil {
		t.Error("want an error without files")
	}
}

func TestRunDropZeros(t *testing.T) {
	m := zoo()["zero values"]
	kept, dropped := analyzed(t, m, Options{}), analyzed(t, m, Options{DropZeros: true})
	zeros := *kept.Structure.ExplicitZeros
	if zeros == 0 || dropped.Input.ZerosDropped != zeros || dropped.Structure.NNZ != kept.Structure.NNZ-zeros {
		t.Errorf("%d zeros: %d entries, of which %d dropped, leave %d", zeros,
			kept.Structure.NNZ, dropped.Input.ZerosDropped, dropped.Structure.NNZ)
	}
	if before, after := kept.Ordering("natural"), dropped.Ordering("natural"); after.NNZLU >= before.NNZLU {
		t.Errorf("%d entries in L+U without the zeros, %d with them", after.NNZLU, before.NNZLU)
	}
}

func TestRunCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	opt := Options{Workers: 2, Progress: func(p Progress) {
		if p.Done == 2 {
			cancel()
		}
	}}
	_, err := Run(ctx, []Source{Loaded(file("m", zoo()["grid"]))}, opt)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("want context.Canceled, got %v", err)
	}
}

func TestRunSeries(t *testing.T) {
	a := zoo()["grid"]
	b := &sparsity.Matrix{Pattern: a.Pattern, Values: slices.Clone(a.Values)}
	b.Values[0] *= 2
	open := []Source{Loaded(file("1", a)), Loaded(file("2", b))}
	d, err := Run(context.Background(), open, Options{})
	if err != nil {
		t.Fatal(err)
	}
	checkDocument(t, Schema, text(t, d))
	if d.Series == nil || d.Series.Pattern.Fixed == nil || !*d.Series.Pattern.Fixed || d.Series.Values.Unchanged != a.Pattern.NNZ()-1 {
		t.Errorf("want one fixed pattern and one changed value, got %+v", d.Series)
	}
	if last := d.Verdict[len(d.Verdict)-2]; !strings.Contains(last, "fixed pattern") { // before what is not verified
		t.Errorf("want a fixed pattern in the verdict, got %q", last)
	}
	broken := errors.New("broken")
	open = append(open, func() (*sparseio.File, error) { return nil, broken })
	if _, err := Run(context.Background(), open, Options{}); !errors.Is(err, broken) {
		t.Errorf("want the error of the third file, got %v", err)
	}
	d, err = Run(context.Background(), open[:1], Options{Series: true})
	if err != nil || d.Series == nil || d.Series.Pattern.Fixed != nil {
		t.Errorf("want an unverified series of one, got %v, %+v", err, d.Series)
	}
	checkDocument(t, Schema, text(t, d))
}

// Keep keeps what drawings and files need; without it nothing large stays.
func TestRunKeep(t *testing.T) {
	m := zoo()["reducible"]
	d := analyzed(t, m, Options{Keep: true})
	if d.Pattern == nil {
		t.Fatal("no pattern")
	}
	for _, o := range d.Orderings {
		if o.Etree.Len() != 160 || o.Partition.Columns() != 160 || len(o.TaskWork) != o.Tasks.Len() {
			t.Errorf("%s: trees are incomplete", o.Method)
		}
		if o.Order.Cols != nil && o.Order.Cols.Check() != nil {
			t.Errorf("%s: %v", o.Method, o.Order.Cols.Check())
		}
	}
	d = analyzed(t, m, Options{})
	if o := d.Ordering("btf+amd"); d.Pattern != nil || o.Order.Cols != nil || o.Etree.Parent != nil || o.Work != nil {
		t.Error("arrays stay that nobody asked to keep")
	}
}

// The figures of a document agree with each other, and the numeric LU with the
// prediction where every pivot is from the diagonal of a symmetric pattern.
func TestFiguresAgree(t *testing.T) {
	if testing.Short() {
		t.Skip("factorizes the zoo in all orders")
	}
	for name, m := range zoo() {
		d := analyzed(t, m, Options{Orderings: []string{"all"}, Exact: []string{"all"}})
		nnz := int64(d.Structure.NNZ)
		for _, o := range d.Orderings {
			if o.FillIn != o.NNZLU+o.NNZOffBlocks-nnz {
				t.Errorf("%s, %s: fill-in %d of %d+%d entries", name, o.Method, o.FillIn, o.NNZLU, o.NNZOffBlocks)
			}
			sum := 0
			for _, w := range o.LevelWidths {
				sum += w
			}
			if sum != d.Structure.Cols || len(o.LevelWidths) != o.Height {
				t.Errorf("%s, %s: %d columns in %d levels, height %d", name, o.Method, sum, len(o.LevelWidths), o.Height)
			}
		}
		for _, e := range d.Exact {
			n := int64(d.Structure.Rows)
			if e.NNZLU != e.NNZL+e.NNZU-n || e.FillIn != e.entries()-nnz || math.Abs(e.FillRatio-float64(e.entries())/float64(nnz)) > 1e-12 {
				t.Errorf("%s, %s: exact figures do not add up: %+v", name, e.Method, e)
			}
			o := d.Ordering(e.Method)
			if e.OffDiagonalPivots > 0 || d.Structure.Symmetry.Pattern < 1 || d.Matching != nil || o.Tree != symbolic.SymmetricTree || o.Blocks > 1 {
				continue
			}
			if e.NNZL != o.NNZL || e.NNZU != o.NNZU || e.LevelsL.Levels != o.LevelsL.Levels || e.LevelsU.Widest != o.LevelsU.Widest {
				t.Errorf("%s, %s: predicted %d+%d entries, %d levels; found %d+%d, %d", name, e.Method,
					o.NNZL, o.NNZU, o.LevelsL.Levels, e.NNZL, e.NNZU, e.LevelsL.Levels)
			}
		}
	}
}
