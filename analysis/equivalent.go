package analysis

import (
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/equivalent"
	"github.com/nrkit/nrkit/ordering/named"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// The endings of a method's name that ask for another order with the same fill.
const (
	Lower   = "+lower"   // with the least height of the elimination tree
	Shorter = "+shorter" // with the fewest flops on the critical path
)

// Endings returns what may stand behind the name of a method for the tree of
// A+Aᵀ.
func Endings() []string { return []string{Lower, Shorter} }

// EquivalentStats are the figures of an [Equivalent]: entries of L, height of the tree
// and critical path before and after. docs/formats.md describes each.
type EquivalentStats = equivalent.Stats

// An Equivalent says what a reordering with the same filled graph has achieved.
type Equivalent struct {
	Of string `json:"of"` // the method before the ending
	equivalent.Stats
}

// withEnding returns m with an ending behind its name.
func (m method) withEnding(ending string) method {
	m.of, m.Name, m.ending = m.Name, m.Name+ending, ending
	m.when, m.role = named.Never, named.NoRole
	return m
}

// Known reports whether a method has the name, with an ending or without.
func Known(name string) bool {
	list := methods()
	for _, ending := range Endings() {
		if base, ok := strings.CutSuffix(name, ending); ok {
			return slices.ContainsFunc(list, func(m method) bool { return m.Name == base && !m.AnyPivots })
		}
	}
	return slices.ContainsFunc(list, func(m method) bool { return m.Name == name })
}

// reorder returns an order equivalent to ord, of the method that m started from,
// and false where the filled graph is too large.
func (m *method) reorder(s *subject, ord symbolic.Order) (symbolic.Order, *Equivalent, bool) {
	improve := equivalent.Lower
	if m.ending == Shorter {
		improve = equivalent.Shorten
	}
	out := ord
	out.Method = m.Name
	e := &Equivalent{Of: m.of}
	if len(ord.BlockPtr) <= 2 && (ord.Rows == nil || slices.Equal(ord.Rows, ord.Cols)) {
		out.Cols, e.Stats = improve(s.graph(), ord.Cols, equivalent.Options{})
		out.Rows = nil
		return out, e, !e.TooLarge
	}
	p, ok := s.blocks().Places(ord)
	if !ok {
		panic("internal error: an order outside of its blocks")
	}
	p, e.Stats = improve(s.blocks().Graph, p, equivalent.Options{})
	p = byBlock(p, ord.BlockPtr)
	out.Rows, out.Cols = s.form().RowPerm.Compose(p), s.form().ColPerm.Compose(p)
	return out, e, !e.TooLarge
}

// inBlocks returns the matrix under ord without the entries between its diagonal
// blocks.
func inBlocks(a *sparsity.Pattern, ord symbolic.Order) *sparsity.Pattern {
	rows := ord.Rows
	if rows == nil {
		rows = ord.Cols
	}
	b := sparsity.Permute(a, rows, ord.Cols)
	if len(ord.BlockPtr) <= 2 {
		return b
	}
	block := make([]int32, b.Cols)
	for k := range len(ord.BlockPtr) - 1 {
		for j := ord.BlockPtr[k]; j < ord.BlockPtr[k+1]; j++ {
			block[j] = int32(k)
		}
	}
	inside := &sparsity.Pattern{Rows: b.Rows, Cols: b.Cols, ColPtr: make([]int64, b.Cols+1), RowIdx: make([]int32, 0, b.NNZ())}
	for j := range b.Cols {
		for _, i := range b.Col(j) {
			if block[i] == block[j] {
				inside.RowIdx = append(inside.RowIdx, i)
			}
		}
		inside.ColPtr[j+1] = int64(len(inside.RowIdx))
	}
	return inside
}

// byBlock returns p with the columns of each block together, in the order of the
// blocks. No entry joins two blocks, so the fill is the same.
func byBlock(p sparsity.Perm, ptr []int32) sparsity.Perm {
	if len(ptr) <= 2 {
		return p
	}
	block := make([]int32, len(p))
	next := slices.Clone(ptr)
	for k := range len(ptr) - 1 {
		for j := ptr[k]; j < ptr[k+1]; j++ {
			block[j] = int32(k)
		}
	}
	out := make(sparsity.Perm, len(p))
	for _, i := range p {
		b := block[i]
		out[next[b]] = i
		next[b]++
	}
	return out
}
