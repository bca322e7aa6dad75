package analysis

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/nrkit/nrkit/assembly"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// ErrStamps is the cause of the error of [Run] when the devices do not fit the
// matrix.
var ErrStamps = errors.New("the stamps do not fit this matrix")

// Stamps is the devices that write the matrix.
type Stamps struct {
	Name    string // of the file or the circuit
	SHA256  string // of the file as stored; "" without a file
	Devices *assembly.Devices
}

// An Assembly is the analysis of devices, and how they fit the matrix.
type Assembly struct {
	Name   string `json:"name"`             // name of the file or circuit
	SHA256 string `json:"sha256,omitempty"` // hexadecimal SHA-256 of the file as stored; absent without a file

	Unstamped int `json:"unstamped"` // entries of the matrix that no device writes
	Unstored  int `json:"unstored"`  // positions that devices write and the matrix does not have

	*assembly.Result
}

// Source returns the union of the positions that the devices write as a matrix
// without values, which must be valid: see [assembly.Devices.Check].
func (s *Stamps) Source() Source {
	return func() (*sparseio.File, error) {
		a := s.Devices.Pattern()
		slots := s.Devices.Written()
		return &sparseio.File{
			Matrix: &sparsity.Matrix{Pattern: a}, Name: filepath.Base(s.Name), Format: assembly.Format, Layout: "stamps",
			Field: "pattern", Symmetry: "general", SHA256: s.SHA256, Entries: slots, Duplicates: slots - a.NNZ(),
		}, nil
	}
}

// fits returns an error when the devices cannot be those of the matrix.
func (s *Stamps) fits(name string, a *sparsity.Pattern) error {
	if err := s.Devices.Check(); err != nil {
		return fmt.Errorf("%s: %w", s.Name, err)
	}
	if n := s.Devices.Unknowns; a.Rows != n || a.Cols != n {
		return fmt.Errorf("%w: %s has %s, %s is %s", ErrStamps, s.Name, units.Plural(n, "unknown"), name, shape(a.Rows, a.Cols))
	}
	return nil
}

// assembly analyzes the devices.
func (r *runner) assembly() *Assembly {
	s := r.opt.Stamps
	return &Assembly{Name: filepath.Base(s.Name), SHA256: s.SHA256, Result: assembly.Analyze(s.Devices)}
}

// compareStamps counts the positions that either the matrix or the devices do
// not have, and warns of them.
func (r *runner) compareStamps() {
	s, a := r.opt.Stamps, r.doc.Assembly
	for _, w := range s.Devices.Warnings {
		r.doc.warn(w.Code, w.Message)
	}
	stamped := s.Devices.Pattern()
	var at [2]int // row and column of the first such entry
	if a.Unstamped, at = lacking(r.given.pattern, stamped); a.Unstamped > 0 {
		r.doc.warn(unstampedEntries, fmt.Sprintf("no device of %s writes %s of the matrix, the first in %s, %s: are these the devices of this matrix?",
			a.Name, units.Plural(a.Unstamped, "entry"), r.row(at[0]), r.column(at[1])))
	}
	if a.Unstored, at = lacking(stamped, r.given.pattern); a.Unstored > 0 {
		r.doc.warn(unstoredStamps, fmt.Sprintf("devices of %s write %s that the matrix does not have, the first in %s, %s: was the matrix written without zeros?",
			a.Name, units.Plural(a.Unstored, "position"), r.row(at[0]), r.column(at[1])))
	}
}

// lacking returns how many entries of a are not in b, of the same size, and
// the first of them. Both are canonical.
func lacking(a, b *sparsity.Pattern) (n int, first [2]int) {
	for j := range a.Cols {
		theirs := b.Col(j)
		for _, i := range a.Col(j) {
			for len(theirs) > 0 && theirs[0] < i {
				theirs = theirs[1:]
			}
			if len(theirs) > 0 && theirs[0] == i {
				continue
			}
			if n++; n == 1 {
				first = [2]int{int(i), j}
			}
		}
	}
	return n, first
}
