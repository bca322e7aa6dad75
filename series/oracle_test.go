package series_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/nrkit/nrkit/series"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// compareFiles reads the files of the oracle's matrix folder one by one.
func compareFiles(t *testing.T, names ...string) *series.Result {
	t.Helper()
	data := os.Getenv("NRKIT_ORACLE")
	if data == "" {
		t.Skip("NRKIT_ORACLE is not set: it names the folder with mtx/ and oracle/")
	}
	var a series.Accumulator
	for _, name := range names {
		f, err := sparseio.Open(filepath.Join(data, "mtx", name), sparseio.Options{})
		if err != nil {
			t.Fatal(err)
		}
		a.Add(name, f.Matrix)
	}
	return a.Result()
}

// mustBeFixed fails unless r found one pattern of nnz entries.
func mustBeFixed(t *testing.T, r *series.Result, nnz int) {
	t.Helper()
	p := r.Pattern
	if p.Fixed == nil || !*p.Fixed || p.First != nil || *p.UnionNNZ != nnz || *p.CommonNNZ != nnz || r.Reuse != series.ReuseOnce {
		t.Errorf("want one pattern of %d entries, got %s", nnz, r.Verdict)
	}
	if r.Values == nil || r.Values.Entries != nnz || r.Values.NonFinite != 0 {
		t.Errorf("values: got %+v", r.Values)
	}
}

// TestNewtonIterations reads three consecutive iterations of one circuit: the
// pattern is one, although many of its entries are zero now and then.
func TestNewtonIterations(t *testing.T) {
	r := compareFiles(t, "nr_c6288_tran_it0800.mtx", "nr_c6288_tran_it0801.mtx", "nr_c6288_tran_it0802.mtx")
	mustBeFixed(t, r, 45254)
	t.Logf("%s; values %+v %+v", r.Verdict, *r.Values, *r.Values.Variation)
}

// TestOperatingPointToTransient compares two iterations that agree in what
// they store, and differ by 22350 entries in what is not zero.
func TestOperatingPointToTransient(t *testing.T) {
	r := compareFiles(t, "nr_c6288_op_it0001.mtx", "nr_c6288_tran_it0800.mtx")
	mustBeFixed(t, r, 45254)
	if r.Nonzero == nil || r.Nonzero.First == nil || *r.Nonzero.Steps[0].Added != 22350 {
		t.Errorf("without explicit zeros: got %+v", r.Nonzero)
	}
	t.Logf("%s; %+v", r.Verdict, *r.Values.Variation)
}
