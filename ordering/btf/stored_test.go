package btf_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// stored is what SuiteSparse's btf, CXSparse's dmperm and SciPy say of a matrix.
type stored struct {
	BTF struct {
		BTF *struct {
			Blocks     int `json:"nblocks"`
			Largest    int `json:"maxblock"`
			Singletons int `json:"singletons"`
			Matched    int `json:"nmatch"`
		} `json:"btf"`
		DM *struct {
			Blocks int      `json:"nb"`
			Rank   int      `json:"sprank"`
			Rows   [5]int32 `json:"rr"`
			Cols   [5]int32 `json:"cc"`
		} `json:"dmperm"`
	} `json:"stage_btf"`
	SciPy struct {
		Components struct {
			Weak   *int `json:"ncc"`
			Strong *int `json:"nscc"`
		} `json:"cc"`
	} `json:"scipy"`
}

// TestStored compares with what others said of the matrices in the folder
// NRKIT_ORACLE.
func TestStored(t *testing.T) {
	folder := os.Getenv("NRKIT_ORACLE")
	if folder == "" {
		t.Skip("NRKIT_ORACLE does not name a folder of matrices")
	}
	files, err := filepath.Glob(filepath.Join(folder, "oracle", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no oracle files in %s: %v", folder, err)
	}
	compared := 0
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		if strings.HasSuffix(name, ".quiet") {
			continue
		}
		compared++
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var want stored
			if err := json.Unmarshal(text, &want); err != nil {
				t.Fatal(err)
			}
			compare(t, readPattern(t, filepath.Join(folder, "mtx", name+".mtx")), want)
		})
	}
	if compared < 40 {
		t.Errorf("only %d matrices were compared", compared)
	}
}

// compare fails where the structure of a is not what was stored.
func compare(t *testing.T, a *sparsity.Pattern, want stored) {
	if dm := want.BTF.DM; dm != nil {
		d := btf.DulmageMendelsohn(a)
		checkDM(t, a, d)
		if d.Matched != dm.Rank || d.Blocks() != dm.Blocks || d.RowStart != dm.Rows || d.ColStart != dm.Cols {
			t.Errorf("coarse: want %+v, got rank %d, %d blocks, %v, %v", *dm, d.Matched, d.Blocks(), d.RowStart, d.ColStart)
		}
	}
	if w := want.BTF.BTF; w != nil {
		f := btf.BlockTriangular(a)
		checkForm(t, a, f)
		if f.Matched != w.Matched {
			t.Errorf("want %d matched, got %d", w.Matched, f.Matched)
		}
		// The blocks of a structurally singular matrix depend on the matching.
		unique := w.Matched == a.Cols
		if unique && (f.Blocks() != w.Blocks || f.Largest() != w.Largest || f.Singletons() != w.Singletons) {
			t.Errorf("want %+v, got %d blocks, largest %d, %d singletons", *w, f.Blocks(), f.Largest(), f.Singletons())
		}
	}
	if w := want.SciPy.Components.Weak; w != nil {
		if got := btf.WeakComponents(a).Count; got != *w {
			t.Errorf("want %d components, got %d", *w, got)
		}
	}
	if w := want.SciPy.Components.Strong; w != nil {
		if got := btf.StrongComponents(a).Count; got != *w {
			t.Errorf("want %d strong components, got %d", *w, got)
		}
	}
}

// readPattern reads the positions of a Matrix Market file, or of its gzip.
func readPattern(t *testing.T, file string) *sparsity.Pattern {
	t.Helper()
	if _, err := os.Stat(file); os.IsNotExist(err) {
		file += ".gz"
	}
	f, err := sparseio.Open(file, sparseio.Options{PatternOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	return f.Matrix.Pattern
}
