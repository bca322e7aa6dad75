package ordering_test

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/internal/collection"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/sparsity"
)

// A storedMatrix is a matrix of the folder NRKIT_ORACLE and what other
// programs said of it.
type storedMatrix struct {
	name    string
	pattern *sparsity.Pattern
	Colamd  struct {
		Colamd *storedColamd
	} `json:"stage_colamd"`
	SciPy struct {
		RCM *struct{ BW, Envelope int64 }
	}
	ExplicitZeros int `json:"explicit_zeros"`
}

type storedColamd struct {
	DenseRow int    `json:"dense_row"`
	DenseCol int    `json:"dense_col"`
	PermFNV  string `json:"perm_fnv"`
	NNZR     int64  `json:"nnz_R"`
	NNZV     int64  `json:"nnz_V"`
	Levels   int    `json:"coletree_levels"`
}

// eachStored runs f on every matrix that has figures to compare with.
func eachStored(t *testing.T, f func(t *testing.T, m storedMatrix)) {
	t.Helper()
	collection.Each(t, func(t *testing.T, name string, m storedMatrix) {
		m.name, m.pattern = name, collection.Pattern(t, name)
		f(t, m)
	})
}

// storedIndex returns the index of the SuiteSparse Collection: the figures of
// each matrix by the name of the column, a missing or negative one left out.
func storedIndex(t *testing.T) map[string]map[string]int64 {
	f, err := os.Open(filepath.Join(collection.Folder(t), "oracle", "suitesparse_index.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	index := map[string]map[string]int64{}
	for _, line := range lines[1:] {
		row := map[string]int64{}
		for k, text := range line {
			if v, err := strconv.ParseFloat(text, 64); err == nil && v >= 0 {
				row[lines[0][k]] = int64(v)
			}
		}
		index[line[1]] = row
	}
	return index
}

// storedHash is FNV-1a of p as 32-bit little-endian integers, as the stored
// figures have it: they start from a basis of their own.
func storedHash(p sparsity.Perm) string {
	h := uint64(1469598103934665603)
	for _, v := range p {
		for shift := 0; shift < 32; shift += 8 {
			h = (h ^ uint64(uint32(v)>>shift&255)) * 1099511628211
		}
	}
	return fmt.Sprintf("%016x", h)
}

// TestStoredCOLAMD wants the very order of SuiteSparse's COLAMD, and the fill
// it and the Collection's index state.
func TestStoredCOLAMD(t *testing.T) {
	index := storedIndex(t)
	compared, published := 0, 0
	eachStored(t, func(t *testing.T, m storedMatrix) {
		want := m.Colamd.Colamd
		if want == nil {
			return
		}
		compared++
		p, stats := ordering.COLAMD(m.pattern, ordering.COLAMDOptions{NoPostorder: true})
		q, _ := ordering.COLAMD(m.pattern, ordering.COLAMDOptions{})
		a := sparsity.Permute(m.pattern, nil, q)
		tree := etree.Column(a)
		got := storedColamd{
			DenseRow: stats.DenseRows + stats.EmptyRows, DenseCol: stats.DenseCols + stats.EmptyCols,
			PermFNV: storedHash(p), Levels: tree.Height(), NNZR: sizeOfR(m.pattern, q),
		}
		counts, _ := etree.HouseholderCounts(a, tree)
		for _, c := range counts {
			got.NNZV += int64(c)
		}
		if m.pattern.Rows < m.pattern.Cols {
			got.NNZV = want.NNZV // there is none stored
		}
		if got != *want {
			t.Errorf("want %+v, got %+v", *want, got)
		}
		if row := index[m.name]; row != nil && row["amd_rnz"] > 0 && m.ExplicitZeros == 0 {
			published++
			if got.NNZR != row["amd_rnz"] || got.NNZV != row["amd_vnz"] {
				t.Errorf("the Collection has |R| = %d, |V| = %d; got %d, %d", row["amd_rnz"], row["amd_vnz"], got.NNZR, got.NNZV)
			}
		}
	})
	if compared < 40 || published < 10 {
		t.Errorf("only %d matrices, %d of them published, had figures to compare with", compared, published)
	}
}
