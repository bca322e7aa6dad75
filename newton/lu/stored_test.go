package lu_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// TestStored factorises the matrices of the folder that NRKIT_ORACLE names,
// with AMD inside the blocks of the block triangular form. The factors multiply
// to the matrix, and have as many entries as KLU reports with its own order
// and the same defaults: within 5 % each, at most 1 % more in geometric mean.
func TestStored(t *testing.T) {
	folder := os.Getenv("NRKIT_ORACLE")
	if folder == "" {
		t.Skip("NRKIT_ORACLE does not name a folder of matrices")
	}
	files, err := filepath.Glob(filepath.Join(folder, "mtx", "*.mtx*"))
	if err != nil || len(files) == 0 {
		t.Fatal("no matrices", err)
	}
	sum, count := 0.0, 0
	for _, path := range files {
		if st, err := os.Stat(path); err != nil || testing.Short() && st.Size() > 1<<20 {
			continue
		}
		m := readStored(t, path)
		if !m.Pattern.Square() || m.Values == nil {
			continue
		}
		name := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(path), ".gz"), ".mtx")
		ours, theirs := storedEntries(t, name, m), kluEntries(t, folder, name)
		if ours == 0 || theirs == 0 || m.Complex() {
			continue
		}
		ratio := float64(ours) / float64(theirs)
		least, most := 0.9, 1.05
		if x, ok := otherMatching[name]; ok {
			least, most = x[0], x[1]
		}
		if ratio > most || ratio < least && m.Pattern.Cols > 500 {
			t.Errorf("%s: %d entries, KLU has %d", name, ours, theirs)
		}
		sum, count = sum+math.Log(ratio), count+1
	}
	mean := math.Exp(sum / float64(count))
	t.Logf("entries over KLU's: %.4f in geometric mean over %d matrices", mean, count)
	if !(mean <= 1) || count < 20 {
		t.Error("too many entries, or too few matrices")
	}
}

// otherMatching has the least and the most entries, over KLU's, of matrices
// with few entries on the diagonal: rows are matched to columns in another way
// there, and what fills then is other.
var otherMatching = map[string][2]float64{
	"bayer10":                 {0.75, 0.82},
	"nontrivial_mc64_example": {1.05, 1.1},
}

// storedEntries returns nnz(L)+nnz(U), or 0 where there are no factors.
func storedEntries(t *testing.T, name string, m *sparsity.Matrix) int64 {
	form := btf.BlockTriangular(m.Pattern)
	row, col := ordering.WithinBlocks(m.Pattern, form, func(b *sparsity.Pattern) sparsity.Perm {
		p, _ := ordering.AMD(sparsity.Symmetrize(b), ordering.AMDOptions{})
		return p
	})
	plan := lu.Plan{Row: row, Col: col, BlockPtr: form.BlockPtr}
	if m.Complex() {
		return checkedEntries(t, name, m.Pattern, lu.Complex(m), plan, form.Matched)
	}
	return checkedEntries(t, name, m.Pattern, m.Values, plan, form.Matched)
}

func checkedEntries[T lu.Scalar](t *testing.T, name string, a *sparsity.Pattern, values []T, plan lu.Plan, rank int) int64 {
	opt := lu.Options{MaxFlops: 2e9, MaxBytes: 1 << 30}
	f, err := lu.Factor(context.Background(), a, values, plan, opt)
	switch {
	case errors.Is(err, lu.ErrBudget):
		t.Logf("%s: %v", name, err)
		return 0
	case errors.Is(err, lu.ErrSingular) && rank < a.Cols:
		return 0
	case err != nil:
		t.Errorf("%s: %v", name, err)
		return 0
	}
	if res := f.Residual(a, values); !(res.Componentwise < 1e-15) {
		t.Errorf("%s: residual %+v", name, res)
	}
	return f.Stats.L + f.Stats.U
}

// kluEntries returns what KLU has for the matrix, or 0.
func kluEntries(t *testing.T, folder, name string) int64 {
	b, err := os.ReadFile(filepath.Join(folder, "oracle", name+".json"))
	if err != nil {
		return 0
	}
	var doc struct {
		Stage struct {
			KLU struct {
				LNZ int64 `json:"lnz"`
				UNZ int64 `json:"unz"`
			} `json:"klu"`
		} `json:"stage_klu"`
	}
	if err := json.Unmarshal(b, &doc); err != nil {
		t.Fatal(name, err)
	}
	return doc.Stage.KLU.LNZ + doc.Stage.KLU.UNZ
}

// readStored reads a Matrix Market file that gzip may have compressed.
func readStored(t testing.TB, path string) *sparsity.Matrix {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var in io.Reader = f
	if strings.HasSuffix(path, ".gz") {
		if in, err = gzip.NewReader(f); err != nil {
			t.Fatal(err)
		}
	}
	m, err := sparseio.Read(strings.TrimSuffix(path, ".gz"), in, sparseio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return m.Matrix
}
