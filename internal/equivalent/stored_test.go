package equivalent_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/nrkit/nrkit/internal/equivalent"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// storedGraph reads the graph of a matrix in the folder NRKIT_ORACLE.
func storedGraph(t *testing.T, name string) *sparsity.Pattern {
	file := filepath.Join(os.Getenv("NRKIT_ORACLE"), "mtx", name)
	if _, err := os.Stat(file + ".mtx"); err == nil {
		file += ".mtx"
	} else {
		file += ".mtx.gz"
	}
	f, err := sparseio.Open(file, sparseio.Options{PatternOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	return sparsity.Symmetrize(f.Matrix.Pattern)
}

// TestStored: after AMD the trees of the Jacobians of circuits become lower on
// four of five, and never higher; L never grows.
func TestStored(t *testing.T) {
	if os.Getenv("NRKIT_ORACLE") == "" {
		t.Skip("NRKIT_ORACLE does not name a folder of matrices")
	}
	circuits := []string{
		"add20", "adder_dcop_05", "fpga_dcop_01", "memplus", "rajat01", "rajat11", "rajat19",
		"nr_c6288_op_it0001", "nr_c6288_tran_it0800", "nr_graetz_tran_it0050", "nr_mul32_tran_it0150",
		"nr_ring_tran_it0050", "mul64_rs", "irdrop_map21_mna", "G3_circuit",
		"resolve_ScaleMicrogrid_Jacobian_N1000_01_fixed", "resolve_ACTIVSg200_AC_renumbered_add9_01",
	}
	lower, shorter := 0, 0
	for _, name := range circuits {
		g := storedGraph(t, name)
		p, _ := ordering.AMD(g, ordering.AMDOptions{})
		_, low := equivalent.Lower(g, p, equivalent.Options{})
		_, short := equivalent.Shorten(g, p, equivalent.Options{})
		t.Logf("%-46s n %7d, L %9d → %9d, %8d entries in cliques, height %5d → %5d or %5d, critical path %.4g → %.4g or %.4g", name, g.Cols,
			low.NNZLBefore, low.NNZLAfter, low.CliqueEntries, low.HeightBefore, low.HeightAfter, short.HeightAfter,
			low.PathBefore, low.PathAfter, short.PathAfter)
		if low.HeightAfter > low.HeightBefore || short.PathAfter > short.PathBefore ||
			low.NNZLAfter > low.NNZLBefore || short.NNZLAfter > short.NNZLBefore {
			t.Errorf("%s: worse than before: %+v %+v", name, low, short)
		}
		if low.HeightAfter < low.HeightBefore {
			lower++
		}
		if short.PathAfter < short.PathBefore {
			shorter++
		}
	}
	t.Logf("of %d lower %d, shorter %d", len(circuits), lower, shorter)
	if 5*lower < 4*len(circuits) {
		t.Errorf("lower on %d of %d only", lower, len(circuits))
	}
}
