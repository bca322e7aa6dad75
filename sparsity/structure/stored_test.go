package structure_test

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/nrkit/nrkit/internal/collection"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
	"github.com/nrkit/nrkit/sparsity/structure"
)

// stored is what an oracle file says of a matrix.
type stored struct {
	Rows     int     `json:"rows"`
	Cols     int     `json:"cols"`
	Entries  int     `json:"nnz_file"`
	NNZ      int     `json:"nnz"`
	Zeros    int     `json:"explicit_zeros"`
	Dups     int     `json:"dups"`
	Diagonal int     `json:"nnz_diag"`
	Symmetry float64 `json:"pattern_symmetry"` // to six digits
	SciPy    struct {
		Components struct {
			Weak   *int `json:"ncc"`
			Strong *int `json:"nscc"`
		} `json:"cc"`
		RCM struct {
			Bandwidth *int   `json:"bw0"`
			Envelope  *int64 `json:"envelope0"`
		} `json:"rcm"`
	} `json:"scipy"`
	Script struct {
		Matrix *struct {
			Bandwidth   int   `json:"bandwidth"`
			DistanceSum int64 `json:"profile"`
			Components  int   `json:"connected_components"`
		} `json:"matrix"`
	} `json:"seed"`
}

// TestStored compares with what others said of the matrices in the folder
// NRKIT_ORACLE.
func TestStored(t *testing.T) {
	index := readIndex(t, filepath.Join(collection.Folder(t), "oracle", "suitesparse_index.csv"))
	published := 0
	collection.Each(t, func(t *testing.T, name string, want stored) {
		m, s := readStats(t, name)
		compareSizes(t, m, s, want)
		if m.Pattern.Square() {
			compareSquare(t, s, want)
		}
		if row := index.find(name, s); row != nil {
			published++
			comparePublished(t, m, s, row)
		}
	})
	if published < 15 {
		t.Errorf("only %d matrices were found in the published index", published)
	}
}

// readStats reads a matrix and takes its statistics.
func readStats(t *testing.T, name string) (*sparsity.Matrix, *structure.Stats) {
	t.Helper()
	f := collection.Open(t, name, sparseio.Options{})
	s, _ := structure.Of(f.Matrix, structure.Source{Entries: f.Entries, Duplicates: f.Duplicates})
	return f.Matrix, s
}

func compareSizes(t *testing.T, m *sparsity.Matrix, s *structure.Stats, want stored) {
	t.Helper()
	if s.Rows != want.Rows || s.Cols != want.Cols || s.Entries != want.Entries || s.NNZ != want.NNZ || s.Duplicates != want.Dups {
		t.Errorf("want %d×%d, %d entries, %d distinct, %d duplicates, got %+v", want.Rows, want.Cols, want.Entries, want.NNZ, want.Dups, s)
	}
	// The stored counts of zeros look at real parts only.
	if m.HasValues() && !m.Complex() && *s.ExplicitZeros != want.Zeros {
		t.Errorf("want %d explicit zeros, got %d", want.Zeros, *s.ExplicitZeros)
	}
}

func compareSquare(t *testing.T, s *structure.Stats, want stored) {
	t.Helper()
	if got := s.Cols - s.Missing; got != want.Diagonal {
		t.Errorf("want %d diagonal entries, got %d", want.Diagonal, got)
	}
	if math.Abs(s.Pattern-want.Symmetry) > 0.51e-6 {
		t.Errorf("want pattern symmetry %g, got %g", want.Symmetry, s.Pattern)
	}
	if w := want.SciPy.Components; w.Weak != nil && (s.Components != *w.Weak || *s.StrongComponents != *w.Strong) {
		t.Errorf("want %d components, %d strong, got %d, %d", *w.Weak, *w.Strong, s.Components, *s.StrongComponents)
	}
	bandwidth := max(s.Lower, s.Upper)
	if w := want.SciPy.RCM; w.Bandwidth != nil && (bandwidth != *w.Bandwidth || *s.Profile != *w.Envelope) {
		t.Errorf("want bandwidth %d, profile %d, got %d, %d", *w.Bandwidth, *w.Envelope, bandwidth, *s.Profile)
	}
	// The script took the band, but not the components, without stored zeros.
	if w := want.Script.Matrix; w != nil {
		if s.Components != w.Components {
			t.Errorf("want %d components, got %d", w.Components, s.Components)
		}
		if want.Zeros == 0 && (bandwidth != w.Bandwidth || s.DistanceSum != w.DistanceSum) {
			t.Errorf("want bandwidth %d, distance sum %d, got %d, %d", w.Bandwidth, w.DistanceSum, bandwidth, s.DistanceSum)
		}
	}
}

// comparePublished compares with the index of the SuiteSparse Matrix
// Collection, whose figures are of the matrix without stored zeros. Its ncc
// are the strong components of a square matrix. Two matrices that it calls
// structurally deficient have no blocks there.
func comparePublished(t *testing.T, m *sparsity.Matrix, s *structure.Stats, row map[string]float64) {
	t.Helper()
	same := func(figure string, got float64) {
		if want := row[figure]; got != want {
			t.Errorf("%s: want %v, got %v", figure, want, got)
		}
	}
	same("lowerbandwidth", float64(s.Lower))
	same("upperbandwidth", float64(s.Upper))
	if row["sprank"] >= 0 {
		same("sprank", float64(s.StructuralRank))
	}
	if !m.Pattern.Square() {
		same("ncc", float64(s.Components))
		return
	}
	same("ncc", float64(*s.StrongComponents))
	same("nnzdiag", float64(s.Cols-s.Missing))
	same("pattern_symmetry", s.Pattern)
	if row["nblocks"] >= 0 && s.DulmageMendelsohn == nil {
		same("nblocks", float64(s.BlockTriangular.Count))
	}
	if m.HasValues() && !m.Complex() { // values are compared exactly there
		if want := row["numerical_symmetry"]; *s.Value < want || *s.Value > want+1e-3 {
			t.Errorf("numerical_symmetry: want %v, got %v", want, *s.Value)
		}
	}
}

// An index holds the rows of the published table by the name of the matrix.
type index map[string][]map[string]float64

// find returns the row of the matrix with this name, size and number of
// entries, none of them stored as zero; nil when there is none.
func (x index) find(name string, s *structure.Stats) map[string]float64 {
	for _, row := range x[name] {
		if row["nrows"] == float64(s.Rows) && row["ncols"] == float64(s.Cols) && row["nnz"] == float64(s.NNZ) && row["nzero"] == 0 {
			return row
		}
	}
	return nil
}

// readIndex reads the table.
func readIndex(t *testing.T, file string) index {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil || len(lines) == 0 {
		t.Fatal(fmt.Errorf("reading %s: %d lines, %w", file, len(lines), err))
	}
	x := index{}
	for _, line := range lines[1:] {
		row := map[string]float64{}
		for k, cell := range line {
			if v, err := strconv.ParseFloat(cell, 64); err == nil {
				row[lines[0][k]] = v
			}
		}
		x[line[1]] = append(x[line[1]], row)
	}
	return x
}
