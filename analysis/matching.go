package analysis

import (
	"errors"
	"fmt"
	"slices"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/sparsity"
)

// The values of [Options.Matching].
const (
	MatchingNone       = "none"       // the diagonal stays as it is
	MatchingStructural = "structural" // an entry on each place of the diagonal, those there are first
)

// Matchings returns what [Options.Matching] may be.
func Matchings() []string {
	return []string{MatchingNone, MatchingStructural}
}

// MatchingAbsent is the code of the warning that rows could not be matched.
const MatchingAbsent = "matching-absent"

// ErrUnknownMatching is the cause of the error of [Run] for another one.
var ErrUnknownMatching = errors.New("unknown matching")

// A Matching says how rows were matched to columns before anything was ordered.
// The orderings and the numeric LU are of the matrix with its rows so moved, and
// the permutations of the orderings tell both.
type Matching struct {
	Kind            string  `json:"kind"`
	MovedRows       int     `json:"moved_rows"`       // that another row was in the place of
	PatternSymmetry float64 `json:"pattern_symmetry"` // of the matrix with its rows moved
}

// match moves the rows of the subject as Options.Matching asks for. What cannot
// be matched stays, and a warning says why.
func (r *runner) match() error {
	r.subject = r.given
	kind := r.opt.Matching
	switch {
	case kind == "" || kind == MatchingNone:
		return nil
	case !slices.Contains(Matchings(), kind):
		return fmt.Errorf("%w %q", ErrUnknownMatching, kind)
	}
	why := ""
	rows := sparsity.Perm(nil)
	if a := r.given.pattern; !a.Square() {
		why = "the matrix is " + shape(a.Rows, a.Cols) + ", not square"
	} else if m := btf.MaximumMatching(a); m.Size < a.Cols {
		why = fmt.Sprintf("the structural rank is %s of %s", units.Integer(m.Size), units.Integer(a.Cols))
	} else {
		rows = m.RowOf
	}
	if why != "" {
		r.doc.warn(MatchingAbsent, "rows are not matched to columns: "+why)
		return nil
	}
	r.doc.Matching = &Matching{Kind: kind}
	for k, i := range rows {
		if int(i) != k {
			r.doc.Matching.MovedRows++
		}
	}
	if r.doc.Matching.MovedRows > 0 {
		moved := *r.first
		moved.Matrix = r.given.matrix.Permute(rows, nil)
		r.subject, r.rows = newSubject(&moved, false), rows
	}
	return nil
}

// sayMatched completes what the document says of the matching.
func (r *runner) sayMatched() {
	if m := r.doc.Matching; m != nil {
		m.PatternSymmetry = r.subject.stats().Symmetry.Pattern
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
