package analysis

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/ordering/transversal"
	"github.com/nrkit/nrkit/sparsity"
)

// The values of [Options.Matching].
const (
	MatchingAuto       = "auto"       // MatchingProduct where pivots leave the diagonal and it wins, otherwise MatchingNone
	MatchingNone       = "none"       // the diagonal stays as it is
	MatchingStructural = "structural" // an entry on each place of the diagonal, those there are first
	MatchingProduct    = "product"    // the entries with the largest product, and scaling that makes them 1
)

// Matchings returns what [Options.Matching] may be.
func Matchings() []string {
	return []string{MatchingAuto, MatchingNone, MatchingStructural, MatchingProduct}
}

// ErrUnknownMatching is the cause of the error of [Run] for another one.
var ErrUnknownMatching = errors.New("unknown matching")

// A Matching says how rows were matched to columns before anything was ordered. The
// orderings and the numeric LU describe the matrix with its rows moved in this way,
// and the permutations of the orderings include the move. With MatchingProduct the
// numeric LU describes the scaled matrix.
type Matching struct {
	// `structural`: each diagonal position gets an entry, and diagonal entries
	// that exist are preferred. `product`: the diagonal gets the entries with the
	// largest product (MC64 job 5)
	Kind string `json:"kind"`

	MovedRows       int     `json:"moved_rows"`       // number of rows that changed place
	PatternSymmetry float64 `json:"pattern_symmetry"` // as `structure.pattern_symmetry`, for the matrix with moved rows

	// true if `--matching auto` chose the matching, because the recommended
	// candidate has it; absent otherwise
	Automatic bool `json:"automatic,omitempty"`

	// true if rows and columns are scaled for `exact`: each diagonal magnitude is
	// 1, and no magnitude is larger. Only `product` scales
	Scaled bool `json:"scaled"`

	// decimal logarithm of the product of the diagonal magnitudes, before scaling;
	// absent unless `kind` is `product`
	LogProduct *float64 `json:"log10_product,omitempty"`
}

// A Scale is what each row and column of the matrix, as it was given, is multiplied by.
type Scale struct{ Rows, Cols []float64 }

// match moves the rows of the subject as Options.Matching asks for. What cannot
// be matched stays, and a warning says why.
func (r *runner) match() error {
	r.subject = r.given
	kind := r.opt.Matching
	switch {
	case kind == "" || kind == MatchingAuto || kind == MatchingNone:
		return nil
	case !slices.Contains(Matchings(), kind):
		return fmt.Errorf("%w %q", ErrUnknownMatching, kind)
	}
	rows, scaled, m, why := r.matchRows(kind)
	if why != "" {
		r.doc.warn(MatchingAbsent, "rows are not matched to columns: "+why)
		return nil
	}
	r.doc.Matching = m
	for k, i := range rows {
		if int(i) != k {
			m.MovedRows++
		}
	}
	matched := *r.first
	matched.Matrix = r.given.matrix
	if scaled != nil {
		matched.Matrix = scaled
	}
	if m.MovedRows > 0 {
		matched.Matrix, r.rows = matched.Matrix.Permute(rows, nil), rows
	}
	r.subject = newSubject(&matched, false, r.opt.Whole)
	return nil
}

// matchRows returns the row for each column and the scaled matrix, nil where
// nothing is scaled, or why there is not a row for each column.
func (r *runner) matchRows(kind string) (rows sparsity.Perm, scaled *sparsity.Matrix, m *Matching, why string) {
	s := r.given
	a := s.pattern
	m = &Matching{Kind: kind}
	var pairs btf.Matching
	switch {
	case !a.Square():
		return nil, nil, nil, "the matrix is " + shape(a.Rows, a.Cols) + ", not square"
	case kind == MatchingStructural:
		pairs = btf.MaximumMatching(a)
	case !s.matrix.HasValues():
		return nil, nil, nil, "the file has no values"
	default:
		t, err := transversal.Product(s.matrix)
		if finite := (*transversal.FiniteError)(nil); errors.As(err, &finite) {
			return nil, nil, nil, fmt.Sprintf("the value in %s of %s is not finite", r.row(finite.Row), r.column(finite.Column))
		}
		if pairs = t.Matching; pairs.Size == a.Cols {
			log := t.LogProduct / math.Ln10
			scaled, m.Scaled, m.LogProduct = t.Scaled(s.matrix), true, &log
			r.scale = &Scale{}
			r.scale.Rows, r.scale.Cols = t.Factors()
		}
	}
	if pairs.Size < a.Cols {
		return nil, nil, nil, fmt.Sprintf("the structural rank is %s of %s", units.Integer(pairs.Size), units.Integer(a.Cols))
	}
	return pairs.RowOf, scaled, m, ""
}

// sayMatched completes what the document says of the matching.
func (r *runner) sayMatched() {
	if m := r.doc.Matching; m != nil {
		m.PatternSymmetry = r.subject.symmetry()
	}
}

// unmatch makes the permutations of the orderings those of the matrix as it was
// given.
func (r *runner) unmatch() {
	if r.rows == nil {
		return
	}
	for _, o := range r.doc.Orderings {
		rows := o.Order.Rows
		if rows == nil {
			rows = o.Order.Cols
		}
		if rows == nil {
			o.Order.Rows = r.rows
		} else {
			o.Order.Rows = r.rows.Compose(rows)
		}
	}
}
