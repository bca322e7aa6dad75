//go:build linux

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/nrkit/nrkit/bench/matrices"
	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// families says to which family a file belongs. A file that no row names is not
// measured.
var families = []struct {
	name  string
	files *regexp.Regexp
}{
	{"transistors", regexp.MustCompile(`^(nr_.*_(op_it0001|tran_it0800|it0150|it0050)|mul\d+_it\d+|mul64_rs)$`)},
	{"circuits", regexp.MustCompile(`^(add20|adder_dcop_05|cs90_.*|fpga_dcop_01|memplus|oscil_dcop_01|rajat\d+|ani4)$`)},
	{"grids", regexp.MustCompile(`^(irdrop_.*|pdn_.*)$`)},
	{"flow", regexp.MustCompile(`^(pf_.*|bcspwr\d+|USPowerGrid|resolve_ACTIVS.*_01|resolve_Scale.*_01_fixed|qh1484)$`)},
	{"chemistry", regexp.MustCompile(`^(bayer10|west0067|Pd|watt_2|olm1000|cryg2500|resolve_A_asymmetric01|nontrivial.*)$`)},
	{"optimisation", regexp.MustCompile(`^(hangGlider_2|tumor.*|bp_1200)$`)},
	{"meshes", regexp.MustCompile(`^(crack|fe_4elt2|whitaker3|jagmesh7|dwt_1005|bcsstk\d+)$`)},
	{"graphs", regexp.MustCompile(`^(cage8|pushpull|arrow|can_24_hb)$`)},
}

// An input is a matrix to measure on.
type input struct {
	name, family string
	read         func() (*sparsity.Matrix, error)
}

// inputs returns the matrices with a name that want has.
func inputs(dirs []string, want func(string) bool) ([]input, error) {
	var all []input
	for _, dir := range dirs {
		files, err := os.ReadDir(dir)
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			name, _, is := strings.Cut(f.Name(), ".mtx")
			for _, fam := range families {
				if is && fam.files.MatchString(name) && want(name) {
					all = append(all, input{name, fam.name, func() (*sparsity.Matrix, error) { return read(filepath.Join(dir, f.Name())) }})
				}
			}
		}
	}
	for _, fam := range matrices.Families() {
		for _, m := range fam.Matrices {
			if want(m.Name) {
				all = append(all, input{m.Name, fam.Name, func() (*sparsity.Matrix, error) { return m.Make(), nil }})
			}
		}
	}
	return all, nil
}

// read reads a file. A pattern gets a full diagonal, as a mesh has in every matrix that is
// assembled on it, and values that need no pivoting.
func read(path string) (*sparsity.Matrix, error) {
	f, err := sparseio.Open(path, sparseio.Options{})
	if err != nil {
		return nil, err
	}
	m := f.Matrix
	if m.Values == nil {
		m = matgen.Dominant(withDiagonal(m.Pattern), 1)
	}
	return m, nil
}

// withDiagonal returns a with a full diagonal.
func withDiagonal(a *sparsity.Pattern) *sparsity.Pattern {
	t := &sparsity.Triplets{Rows: a.Rows, Cols: a.Cols}
	for j := range a.Cols {
		t.Row, t.Col = append(t.Row, int32(j)), append(t.Col, int32(j))
		for _, i := range a.Col(j) {
			t.Row, t.Col = append(t.Row, i), append(t.Col, int32(j))
		}
	}
	m, _ := t.Compress()
	return m.Pattern
}
