package handover

import (
	"bytes"
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
)

// small is an order of a matrix of three rows, in two blocks.
func small() *Order {
	return &Order{Method: "btf+amd", Rows: sparsity.Perm{1, 2, 0}, Cols: sparsity.Perm{2, 0, 1}, BlockPtr: []int32{0, 1, 3}}
}

// Each file has what the solver's documentation says of its argument.
func TestWrite(t *testing.T) {
	a := matgen.Tridiagonal(3)
	one := &Order{Method: "amd", Rows: sparsity.Perm{2, 0, 1}, Cols: sparsity.Perm{2, 0, 1}}
	column := &Order{Method: "colamd", Rows: one.Rows, Cols: one.Cols, Column: true}
	for _, c := range []struct {
		solver string
		order  *Order
		want   string
	}{
		{"klu", small(), "nrkit-order/v1 klu btf+amd|btf 1|1|P 3|1|2|0|Q 3|2|0|1|R 3|0|1|3"},
		{"klu", one, "nrkit-order/v1 klu amd|btf 1|0|P 3|2|0|1|Q 3|2|0|1|R 2|0|3"},
		{"umfpack", one, "nrkit-order/v1 umfpack amd|strategy 1|3|Qinit 3|2|0|1"},
		{"umfpack", column, "nrkit-order/v1 umfpack colamd|strategy 1|1|Qinit 3|2|0|1"},
		{"cholmod", one, "nrkit-order/v1 cholmod amd|UserPerm 3|2|0|1"},
		{"superlu", one, "nrkit-order/v1 superlu amd|symmetric_mode 1|1|perm_c 3|1|2|0"},
		{"superlu", column, "nrkit-order/v1 superlu colamd|symmetric_mode 1|0|perm_c 3|1|2|0"},
		{"mumps", one, "nrkit-order/v1 mumps amd|perm_in 3|2|3|1"},
		{"cktso", &Order{Method: "amd", Rows: small().Rows, Cols: small().Cols}, "nrkit-order/v1 cktso amd|P 3|1|2|0|Q 3|2|0|1"},
	} {
		s := Find(c.solver)
		if err := s.Takes(c.order); err != nil {
			t.Errorf("%s: %v", c.solver, err)
		}
		var b bytes.Buffer
		if err := s.Write(&b, a, c.order); err != nil {
			t.Fatal(err)
		}
		if got := strings.ReplaceAll(strings.TrimSuffix(b.String(), "\n"), "\n", "|"); got != c.want {
			t.Errorf("%s:\nwant %s\ngot  %s", c.solver, c.want, got)
		}
	}
}

// PETSc's ISView writes the class, the length and the indices, big endian. petsc4py 3.18
// wrote the first half of both texts, with 32-bit and with 64-bit indices.
func TestPETSc(t *testing.T) {
	o := &Order{Method: "amd", Rows: sparsity.Perm{1, 0}, Cols: sparsity.Perm{0, 1}}
	for solver, want := range map[string]string{
		"petsc":   "00127b52000000020000000100000000" + "00127b52000000020000000000000001",
		"petsc64": "0000000000127b52000000000000000200000000000000010000000000000000" + "0000000000127b52000000000000000200000000000000000000000000000001",
	} {
		var b bytes.Buffer
		if err := Find(solver).Write(&b, matgen.Tridiagonal(2), o); err != nil {
			t.Fatal(err)
		}
		if got := hex.EncodeToString(b.Bytes()); got != want {
			t.Errorf("%s: want %s, got %s", solver, want, got)
		}
	}
}

// What a solver cannot use is refused, with the reason.
func TestTakes(t *testing.T) {
	same := &Order{Method: "amd", Rows: sparsity.Perm{1, 0}, Cols: sparsity.Perm{1, 0}}
	moved := &Order{Method: "amd", Rows: sparsity.Perm{0, 1}, Cols: sparsity.Perm{1, 0}}
	column := &Order{Method: "colamd", Rows: sparsity.Perm{1, 0}, Cols: sparsity.Perm{1, 0}, Column: true}
	blocks := &Order{Method: "btf+amd", Rows: sparsity.Perm{1, 0}, Cols: sparsity.Perm{1, 0}, BlockPtr: []int32{0, 1, 2}}
	for name, taken := range map[string][4]bool{
		"klu": {true, true, true, true}, "umfpack": {true, false, true, false}, "superlu": {true, false, true, false},
		"cholmod": {true, false, false, false}, "mumps": {true, false, false, false}, "cudss": {true, false, false, false},
		"petsc": {true, true, false, false}, "petsc64": {true, true, false, false}, "cktso": {true, true, false, false},
	} {
		for k, o := range []*Order{same, moved, column, blocks} {
			if err := Find(name).Takes(o); (err == nil) != taken[k] {
				t.Errorf("%s, order %d: got %v", name, k, err)
			}
		}
	}
	if len(Names()) != 9 || Find("nosuch") != nil {
		t.Errorf("got %v", Names())
	}
}

func TestAccepts(t *testing.T) {
	unsymmetric := &sparsity.Pattern{Rows: 2, Cols: 2, ColPtr: []int64{0, 2, 3}, RowIdx: []int32{0, 1, 1}}
	tall := sparsity.NewPattern(3, 2)
	for _, name := range Names() {
		s := Find(name)
		if err := s.Accepts(tall); err == nil || !strings.Contains(err.Error(), "3×2") {
			t.Errorf("%s, 3×2: got %v", name, err)
		}
		if err := s.Accepts(unsymmetric); (err != nil) != (name == "cholmod") {
			t.Errorf("%s, unsymmetric: got %v", name, err)
		}
		if err := s.Accepts(matgen.Tridiagonal(4)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// full fails after some bytes.
type full struct{ left int }

var errFull = errors.New("full")

func (f *full) Write(b []byte) (int, error) {
	if len(b) > f.left {
		return f.left, errFull
	}
	f.left -= len(b)
	return len(b), nil
}

// An error of the output is returned, also from long arrays.
func TestWriteError(t *testing.T) {
	n := 40_000
	a, p := matgen.Tridiagonal(n), sparsity.Identity(n)
	o := &Order{Method: "natural", Rows: p, Cols: p}
	for _, name := range Names() {
		if err := Find(name).Write(&full{100_000}, a, o); !errors.Is(err, errFull) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
