//go:build linux

package preload

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/nrkit/nrkit/internal/solvers/matrices"
)

// petscs are Debian's four builds of PETSc.
var petscs = []struct {
	library        string
	index          uint8
	scalarDoubles  int
	libraryPattern string
}{
	{"petsc_real", i32, 1, "libpetsc_real.so.3*"},
	{"petsc_complex", i32, 2, "libpetsc_complex.so.3*"},
	{"petsc64_real", i64, 1, "libpetsc64_real.so.3*"},
	{"petsc64_complex", i64, 2, "libpetsc64_complex.so.3*"},
}

// petscMatrix is the matrix of testdata/petsc_driver.c, by rows, and its right-hand side.
func petscMatrix() (s sparse, b []complex128) {
	re, im := []float64{40, -10, 5, 25, 70, 1, 2, 3, 4, 5}, []float64{-20, 5, -2.5, -12.5, -35, -1, 1, 0, 3, -5}
	s = sparse{rows: 5, n: 5, columns: make([][]int, 5), values: make([][]complex128, 5)}
	for i := range 5 {
		for j := range 5 {
			if i == j || (i+2*j)%3 == 0 {
				k := 9 - j
				if i == j {
					k = i
				}
				s.columns[i] = append(s.columns[i], j)
				s.values[i] = append(s.values[i], complex(re[k], im[j]))
			}
		}
		b = append(b, complex(re[5+i], im[5+i]))
	}
	return s, b
}

func petscTable() table {
	return table{policy: policyAll, rows: []row{
		{name: "KSPSolve", phase: 15, layout: layoutPETSc, fields: map[int]*expr{fContext: arg(0), fB: arg(1), fX: arg(2)}},
		{name: "MatLUFactorNumeric", phase: phaseFactor, layout: layoutPETSc, fields: map[int]*expr{fMatrix: arg(1)}},
		{name: "MatSolve", phase: phaseSolve, layout: layoutPETSc, fields: map[int]*expr{fB: arg(1), fX: arg(2)}},
	}}
}

// The matrices and vectors of PETSc, loaded RTLD_LOCAL, are those that were assembled,
// whatever the sizes of its integers and scalars, and stay as they are. Handles that
// cannot be read are left alone.
func TestDataPETSc(t *testing.T) {
	program := driver(t, "testdata/petsc_driver.c")
	found := false
	for _, p := range petscs {
		paths, err := filepath.Glob("/usr/lib/*/" + p.libraryPattern)
		if err != nil {
			t.Fatal(err)
		}
		if len(paths) == 0 {
			continue
		}
		found = true
		t.Run(p.library, func(t *testing.T) {
			r := run{dir: filepath.Join(t.TempDir(), "out.raw")}
			name := filepath.Join(t.TempDir(), "table")
			if err := os.WriteFile(name, petscTable().encode(), 0o666); err != nil {
				t.Fatal(err)
			}
			if err := os.MkdirAll(filepath.Join(r.dir, "matrices"), 0o777); err != nil {
				t.Fatal(err)
			}
			r.payloads = r.execute(t, program, name, paths[0])
			checkPETSc(t, r, p.index, uint8(p.scalarDoubles)) // the number of doubles is f64 or c64
		})
	}
	if !found {
		t.Skip("no libpetsc: Debian's libpetsc-real3.18 is one")
	}
}

func checkPETSc(t *testing.T, r run, index, value uint8) {
	t.Helper()
	files := r.files(t)
	s, b := petscMatrix()
	if value == f64 {
		for i := range s.values {
			for k, v := range s.values[i] {
				s.values[i][k] = complex(real(v), 0)
			}
		}
	}
	saved := s.compact(index, value, 0)
	pattern, _ := matrices.PatternHash(5, 5, true, int(4*index), 0, saved[0], saved[1])
	values, _ := matrices.ValuesHash(0, saved[3])
	right, _ := numbers(value, b)
	rhs, _ := matrices.ValuesHash(0, right)
	if len(r.payloads) != 11 {
		t.Fatalf("%d calls", len(r.payloads))
	}
	for k, p := range r.payloads {
		switch k {
		case 0, 1:
			if p[wordN] != 5 || p[wordRows] != 5 || p[wordNNZ] != uint64(len(saved[1])/int(4*index)) || p[wordNRHS] != 1 || p[wordPattern] != pattern || p[wordValues] != values || p[wordRHS] != rhs || p[wordMatrix] == 0 {
				t.Errorf("call %d: got %x, want pattern %x, values %x, rhs %x", k+1, p, pattern, values, rhs)
			}
			if int64(p[wordSelector]) <= 0 || !(p.f64(wordIterations) >= 1) {
				t.Errorf("call %d: reason %d, iterations %g", k+1, int64(p[wordSelector]), p.f64(wordIterations))
			}
		case 2:
			if p[wordNNZ] != 25 || p[wordValues] == 0 || p[wordRHS] != rhs {
				t.Errorf("dense: got %x", p)
			}
		case 5:
			if p[wordN] != 5 || p[wordPattern] != 0 || p[wordRHS] != rhs || p.flags() != callSavedVectors {
				t.Errorf("MatSolve: got %x, want rhs %x", p, rhs)
			}
		default:
			if p[wordPattern] != 0 || p[wordValues] != 0 || p[wordRHS] != 0 || p.flags() != 0 {
				t.Errorf("call %d: got %x, want no hash", k+1, p)
			}
		}
	}
	first := parseRaw(t, files["1-A"])
	checkSections(t, first, saved)
	checkWords(t, first, map[int]uint64{6: layoutCompressed, 7: uint64(index), 8: uint64(value), 9: 0, 11: rawByRows, 12: 5, 13: 5, 16: pattern, 17: values})
	if files["2-A"] != nil || files["3-A"] == nil {
		t.Error("the matrix of call 2 is the one of call 1; call 3 has a dense one")
	}
	checkSections(t, parseRaw(t, files["1-b"]), [5][]byte{3: right})
	for _, name := range []string{"1-x", "2-x", "6-x"} {
		checkResidual(t, s, b, parseRaw(t, files[name]).sections[3], value)
	}
}

// checkResidual fails if the solution x does not solve the system that s, by rows, and b
// are.
func checkResidual(t *testing.T, s sparse, b []complex128, x []byte, value uint8) {
	t.Helper()
	for i := range b {
		sum := b[i]
		if value == f64 {
			sum = complex(real(sum), 0)
		}
		for k, j := range s.columns[i] {
			v := complex(math.Float64frombits(le.Uint64(x[8*int(value)*j:])), 0)
			if value == c64 {
				v += complex(0, math.Float64frombits(le.Uint64(x[16*j+8:])))
			}
			sum -= s.values[i][k] * v
		}
		if math.Hypot(real(sum), imag(sum)) > 1e-12 {
			t.Errorf("residual of row %d: %g", i, sum)
		}
	}
}
