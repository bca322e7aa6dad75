package named

import "github.com/nrkit/nrkit/sparsity"

// A Method is an ordering with a name: a row of the table.
type Method struct {
	Name string // as --ordering takes it

	Is   string // what it does
	Wins string // when to use it
	Time string // to order, in multiples of the time of amd

	Peers []Peer // what other programs call it

	// Graph says that Order takes the graph of A+Aᵀ, and so needs a square A.
	// Otherwise it takes A.
	Graph bool

	// AnyPivots says that the order is for any choice of row pivots: it keeps the
	// factor of AᵀA sparse. Otherwise the order is for pivots from the diagonal.
	AnyPivots bool

	Unasked  When // where analyze runs it that was asked for no ordering
	InBlocks When // the same of the ordering inside diagonal blocks
	Role     Role // in the portfolio of analyze

	// Work estimates the operations for each row, column and entry. It decides
	// whether a method runs that nobody asked for.
	Work float64

	// Linear says that Order takes time in proportion to the entries, and so does not
	// ask whether to stop.
	Linear bool

	// Order returns a permutation of the columns and what it counted of the
	// factors. If c stops it, the permutation is nil or of no use.
	Order func(a *sparsity.Pattern, c Control) (sparsity.Perm, Count)
}

// Apply orders the columns of a: of the graph of A+Aᵀ, which it forms, or of A.
// The result is nil if c stops it.
//
// It panics if the method takes the graph and a is not square.
func (m *Method) Apply(a *sparsity.Pattern, c Control) (sparsity.Perm, Count) {
	if m.Graph {
		a = sparsity.Symmetrize(a)
	}
	return m.Order(a, c)
}

// A Peer is a hint for names that other programs use.
type Peer struct {
	Hint  string   // which begins with the name of the method
	Names []string // in lower case, without spaces, hyphens and underscores
}

// A Count is what an ordering knows about the factors of a matrix, for pivots from
// the diagonal. It is zero for orderings that count nothing.
type Count struct {
	NNZL    int64   // entries of L with its diagonal, an upper bound
	FlopsLU float64 // of the factorization, an upper bound
}

// A Control is what an ordering may use, and who may stop it. The zero value is
// one goroutine, and nobody.
type Control struct {
	Workers int // goroutines; 0 means 1

	// Stop is called repeatedly with the sums over the columns that are done. If it
	// returns true, the ordering stops. nil never stops.
	Stop func(Count) bool
}

// When says for which matrices a method runs by default.
type When int

const (
	Never       When = iota
	Always           // on every matrix that it can order
	Reducible        // where the block triangular form is not the matrix itself
	Inside           // where orderings are better inside the blocks of the block triangular form
	Outside          // where they are not
	Unsymmetric      // on reducible matrices whose pattern is not nearly symmetric
)

// A Role is the part of a method in a portfolio, which runs methods side by side
// and stops those that cannot win.
type Role int

const (
	NoRole    Role = iota // of no use there
	Baseline              // takes no time; outside of blocks only
	Reference             // runs to its end and sets the limits
	ByFill                // may win by fill or by flops; starts after the references
	ByTime                // the same, and by parallel time with more of both: never stopped for these
	ByPivots              // as ByFill, on unsymmetric and on rectangular matrices
	Last                  // as ByFill, but only time stops it once it has begun, on matrices that are not large
)

// Waits reports whether methods of the role start when the references have ended.
func (r Role) Waits() bool { return r == ByFill || r == ByPivots || r == Last }
