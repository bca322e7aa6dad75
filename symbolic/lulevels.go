package symbolic

import (
	"slices"

	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/sparsity"
)

// LULevels are the levels in which solvers for circuits eliminate the columns of a
// matrix without pivoting: columns of a level are done at the same time, after all
// earlier levels. The levels follow from the exact structure of L and U. The
// elimination tree follows from a structure that can be larger.
//
// The rules say which columns i < k column k waits for; both figures of a
// column are of L and U without the diagonal.
type LULevels struct {
	// reason why the other figures are missing, such as the limit of entries;
	// absent otherwise
	NotComputed string `json:"not_computed,omitempty"`

	// entries of L, including its diagonal; exact, while `nnz_l` of the ordering
	// can be a bound
	NNZL int64 `json:"nnz_l"`

	NNZU  int64   `json:"nnz_u"` // entries of U, including its diagonal
	Flops float64 `json:"flops"` // flops: one per division, two per update of an entry

	// pivots at which neither the matrix nor the fill has an entry. If there are
	// any, the factorization fails; `--matching` moves rows to prevent this. The
	// other figures take these pivots as nonzero
	//
	// See LUStructure.
	NoPivot int `json:"pivots_no_entry"`

	Path float64 `json:"critical_path_flops"` // T∞ of the columns in `u_graph`, in flops; each column is one task

	// levels if column k waits for column i when U(i, k) is an entry and column i
	// of L has entries. Left-looking solvers use this rule, such as KLU's
	// refactorization and NICSLU
	//
	// Left-looking solvers compute a column from the columns that it needs. In
	// NICSLU it is the EGraph (its function CreateAEGraphForRefact; NICSLU goes by
	// rows, that is, on Aᵀ).
	UGraph *LevelSets `json:"u_graph,omitempty"`

	// levels of `u_graph` if column k also waits for column i when L(k, i) is an
	// entry, and U has entries (i, m) and (k, m) for some m > k. GLU 2.0 needs at
	// least these waits
	//
	// The right-looking solver GLU needs them because column i then writes the
	// entry (k, m) that column k reads. Source: Peng and Tan, IEEE Des. Test
	// 37(3):78–90, 2020, §II-C, who find these waits by three nested loops.
	DoubleU *LevelSets `json:"double_u,omitempty"`

	// levels of `u_graph` if column k also waits for column i when L(k, i) is an
	// entry: the rule of GLU 3.0
	//
	// It has all waits of DoubleU and more, and is cheaper to find (the same
	// source, §III-A; its function leveling).
	Relaxed *LevelSets `json:"relaxed,omitempty"`

	Kernels *GLUKernels `json:"glu_kernels,omitempty"` // number of levels of `relaxed` by the kernel with which GLU 3.0 runs them

	Modes []ThreadModes `json:"modes,omitempty"` // how NICSLU and CKTSO run the levels of `u_graph`, for 8, 16 and 32 threads
}

// LULevelOptions are the limits of [LULevelsOf]. The zero value has the
// defaults.
type LULevelOptions struct {
	MaxEntries int64       // of L and U off the diagonal where they are formed, 4 bytes each, default 100,000,000
	Stop       func() bool // asked now and then whether to give up, default never
	Threads    []int       // for Modes, default 8, 16, 32
}

// LULevelsOf returns the levels of the LU factorization of the matrix with
// pattern a that takes its pivots from the diagonal.
//
// Method: [StructureOf], and a sweep over the columns of L and U for each rule.
// For DoubleU one test for each entry of L is enough: where L(t, i) and U(i, k)
// are entries and k > t, so is U(t, k). Column t waits for i where L(t, i) is an
// entry and the last entry of row i of U is right of t.
//
// Where the pattern is symmetric, L and U are not formed: all rules wait for the
// same columns, in which L has an entry of the row, and the levels equal the levels
// of the elimination tree by height, see addSolveLevels.
//
// Shapes: a is canonical. It is not modified.
//
// Cost: as StructureOf, plus O(|L| + |U| + n). If the pattern is symmetric, O(|a|
// α(|a|, n)), without a limit.
//
// It panics if a is not square.
func LULevelsOf(a *sparsity.Pattern, opt LULevelOptions) *LULevels {
	if !a.Square() {
		panic(errNotSquare)
	}
	if opt.MaxEntries == 0 {
		opt.MaxEntries = 100_000_000
	}
	if opt.Threads == nil {
		opt.Threads = []int{8, 16, 32}
	}
	x := &LULevels{}
	if g := sparsity.Symmetrize(a); g.NNZ()+diagonalEntries(a) == a.NNZ() {
		x.addSymmetric(a, g)
	} else if s, err := StructureOf(a, opt.MaxEntries, opt.Stop); err != nil {
		x.NotComputed = err.Error()
		return x
	} else {
		x.addStructure(s)
	}
	x.Kernels = gluKernels(x.Relaxed.Widths)
	for _, threads := range opt.Threads {
		x.Modes = append(x.Modes, Modes(x.UGraph.Widths, threads, 2*threads))
	}
	return x
}

// addStructure fills in what L and U say.
func (x *LULevels) addStructure(s *LUStructure) {
	n := int64(s.L.Cols)
	x.NNZL, x.NNZU, x.NoPivot = int64(s.L.NNZ())+n, int64(s.U.NNZ())+n, s.NoPivot
	x.Flops, x.Path = s.work()
	last := s.lastOfRows()
	x.UGraph = s.levelSets(nil)
	x.DoubleU = s.levelSets(func(i, t int32) bool { return last[i] > t })
	x.Relaxed = s.levelSets(func(i, t int32) bool { return true })
}

// addSymmetric fills in what the elimination tree says where the pattern of a is
// symmetric and g is that of a without its diagonal.
//
// Column k takes as many flops as it has entries below the diagonal, and two for
// each entry that a column it waits for has there. It waits for its children,
// and the longest chain of columns through the others goes through a child.
func (x *LULevels) addSymmetric(a, g *sparsity.Pattern) {
	t := etree.Symmetric(g)
	post := t.Postorder()
	counts := etree.LowerCounts(g, t, post)
	below := make([]float64, len(counts))
	for j, c := range counts {
		below[j] = float64(c - 1)
		x.NNZL += int64(c)
		x.Flops += etree.LUFlops(c)
	}
	x.NNZU = x.NNZL
	own := etree.LowerRowSums(g, t, post, below)
	for j, sum := range own {
		own[j] = 2*sum + below[j]
	}
	x.Path = t.CriticalPath(own)
	x.NoPivot = barePivots(a, t)
	sets := levelSets(t.Levels().Widths)
	x.UGraph, x.DoubleU, x.Relaxed = &sets, &sets, &sets
}

// barePivots counts the leaves of t without an entry of a on the diagonal. All
// other nodes get one when their children are eliminated.
func barePivots(a *sparsity.Pattern, t etree.Tree) int {
	count := 0
	for j, children := range t.Children() {
		if children == 0 && !slices.Contains(a.Col(j), int32(j)) {
			count++
		}
	}
	return count
}

// lastOfRows returns for each row of U the column of its last entry, or -1.
func (s *LUStructure) lastOfRows() []int32 {
	last := make([]int32, s.U.Cols)
	for i := range last {
		last[i] = -1
	}
	for k := range s.U.Cols {
		for _, i := range s.U.Col(k) {
			last[i] = int32(k)
		}
	}
	return last
}

// levelSets returns the levels of the columns where column k waits for i when
// U(i, k) is an entry and column i of L has any, or when L(k, i) is an entry and
// left(i, k) says so; left may be nil, which never does.
func (s *LUStructure) levelSets(left func(i, k int32) bool) *LevelSets {
	level := make([]int32, s.L.Cols)
	for k := range level {
		// Here level[k] is at least that of the columns i with L(k, i), and one.
		for _, i := range s.U.Col(k) {
			if len(s.L.Col(int(i))) > 0 {
				level[k] = max(level[k], level[i]+1)
			}
		}
		if left == nil {
			continue
		}
		for _, t := range s.L.Col(k) {
			if left(int32(k), t) {
				level[t] = max(level[t], level[k]+1)
			}
		}
	}
	sets := levelSets(widths(level))
	return &sets
}

// work returns the flops of all columns, each computed from those it needs, and
// of the longest chain of columns that wait for each other in the U graph.
func (s *LUStructure) work() (flops, path float64) {
	end := make([]float64, s.L.Cols)
	for k := range end {
		own, start := float64(len(s.L.Col(k))), 0.0
		for _, i := range s.U.Col(k) {
			if below := len(s.L.Col(int(i))); below > 0 {
				own += 2 * float64(below)
				start = max(start, end[i])
			}
		}
		end[k] = start + own
		flops += own
		path = max(path, end[k])
	}
	return flops, path
}
