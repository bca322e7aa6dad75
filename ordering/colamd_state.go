package ordering

import (
	"math"

	"github.com/nrkit/nrkit/sparsity"
)

// A colamd is the state of [COLAMD]: the columns still to order, as lists of
// rows, and the rows, as lists of columns, each the mirror of the other.
//
// A column list only ever shrinks and never moves: a new pivot row takes the
// place of a row it absorbed. A row list that fits in the place of a row it
// absorbed goes there, else it is appended at free; what dead rows leave
// behind is squeezed out when the store is full.
type colamd struct {
	rows, cols int
	opt        COLAMDOptions
	stats      COLAMDStats

	list []colamdCol // cols+1 heads of lists of columns by score, then the columns
	mark []rowMark
	span []rowSpan

	colList []uint32 // rows of columns
	rowList []uint32 // columns of rows, as indices of list
	free    int      // first unused element of rowList

	next     int32    // place of the next column to be ordered
	last     int32    // place after which dense and empty columns stand
	tag      int32    // row marks below tag are stale
	degree   int32    // largest degree of a row since tag was 1
	absorbed int32    // columns outside the pivot row of a row that dies: 0, or -1 if none does
	pivot    []uint32 // scratch: columns of the pivot row at hand
	bucket   []uint32 // scratch of sumScores: first column of a chain, or 0; all 0 between uses
}

// A colamdCol is a column. It leaves the game, with thickness 0, when it is
// ordered or absorbed. Of a head, only next and prev are used.
type colamdCol struct {
	start     uint32 // of its rows in colList; ordered: the first place of what it stands for; absorbed: the column that absorbed it
	end       uint32 // of its rows; or colOrdered, colAbsorbed
	thickness int32  // columns it stands for; negative while the pivot row is being formed
	score     int32

	// The neighbours in the list of the score, as indices of list. While the
	// column is in the pivot row at hand, and so in no list of a score: next is the next
	// column of its bucket or 0, prev a hash of its rows. Once it is ordered,
	// prev is its place.
	next, prev uint32
}

const (
	colOrdered  = 1<<32 - 1
	colAbsorbed = 1<<32 - 2
)

// A rowMark is the part of a row that the set differences need. The mark is
// less than the tag when the row has not been met in this step or is dead, else
// it is the tag + the columns the row has outside the pivot row.
type rowMark struct {
	mark   int32
	degree int32 // columns, each counted with its thickness; rowDead
}

// rowDead is a degree so low that a mark counted down from it never reaches a
// tag: no test for dead rows is needed while set differences are formed.
const rowDead = -1 << 30

// A rowSpan is where the columns of a row stand in rowList.
type rowSpan struct{ start, end uint32 }

// newColamd returns the state for a before any entry is loaded.
func newColamd(a *sparsity.Pattern, opt COLAMDOptions) *colamd {
	n := a.Cols
	s := &colamd{
		rows: a.Rows, cols: n, opt: opt,
		list:    make([]colamdCol, 2*n+1),
		mark:    make([]rowMark, a.Rows),
		span:    make([]rowSpan, a.Rows),
		colList: make([]uint32, a.NNZ()),
		rowList: make([]uint32, a.NNZ()+a.NNZ()/2),
		pivot:   make([]uint32, n+1),
		last:    int32(n),
		tag:     1,
	}
	if opt.NoAggressive {
		s.absorbed = -1
	}
	return s
}

// columns returns the columns without the heads of the lists.
func (s *colamd) columns() []colamdCol { return s.list[s.cols+1:] }

// placeLast orders column c before the columns placed last so far.
func (s *colamd) placeLast(c *colamdCol) {
	s.last--
	*c = colamdCol{end: colOrdered, prev: uint32(s.last)}
}

// placeNext orders column c and what it stands for as the next.
func (s *colamd) placeNext(c *colamdCol) {
	at := s.next
	s.next += c.thickness
	*c = colamdCol{start: uint32(at), end: colOrdered, prev: uint32(s.next) - 1}
}

// nextTag makes all row marks stale.
func (s *colamd) nextTag() {
	s.tag += s.degree + 1
	if int(s.tag) < math.MaxInt32-s.cols {
		return
	}
	s.tag = 1
	for i := range s.mark {
		s.mark[i].mark = 0
	}
}

// permutation returns the ordering found. The columns of a supercolumn stand
// together, in ascending order but for the one that absorbed the others, which
// comes last.
func (s *colamd) permutation() sparsity.Perm {
	p := make(sparsity.Perm, s.cols)
	col := s.columns()
	for j := range col {
		c := &col[j]
		if c.end == colOrdered {
			p[c.prev] = int32(j)
			continue
		}
		c = s.absorber(c)
		p[c.start] = int32(j)
		c.start++
	}
	return p
}

// absorber returns the ordered column that stands for the absorbed column c,
// and makes the path to it short.
func (s *colamd) absorber(c *colamdCol) *colamdCol {
	root := c.start
	for s.list[root].end == colAbsorbed {
		root = s.list[root].start
	}
	for c.end == colAbsorbed {
		c, c.start = &s.list[c.start], root
	}
	return c
}
