package btf

import "github.com/nrkit/nrkit/sparsity"

// Components is a partition of the nodes of a graph.
//
// Of[v] is the number of the component of node v, from 0 to Count-1.
type Components struct {
	Count int
	Of    []int32
}

// StrongComponents returns the strongly connected components of the directed
// graph of a square pattern: two nodes are in one component if each can be
// reached from the other along entries off the diagonal.
//
// The numbers are a topological order: Of[i] ≤ Of[j] for each entry (i, j), so
// that sorting the nodes by component makes a block upper triangular.
//
// Method: Tarjan's depth-first search in the form of Pearce [2], with one
// number per node for its visit, its lowest link and its component; no
// recursion. It ends as soon as all nodes were visited and those that are open
// are known to be one component, which spares it a part of most irreducible
// matrices.
//
// Shapes: a is n×n; rows may be unsorted, duplicates are harmless. a is not
// modified and shares no memory with the result.
//
// Cost: O(|a| + n).
//
// It panics if a is not square. a must satisfy Check.
//
// [1] R. E. Tarjan, SIAM J. Computing 1(2):146–160, 1972.
// [2] D. J. Pearce, Information Processing Letters 116(1):47–52, 2016.
func StrongComponents(a *sparsity.Pattern) Components {
	if !a.Square() {
		panic(errNotSquare)
	}
	return strongComponents(a, nil, nil)
}

// A tarjan is the state of the search for strong components. Its nodes are the
// rows of a; the successors of row i are the rows of the column that goes with
// it.
type tarjan struct {
	a     *sparsity.Pattern
	colOf []int32 // column of each row; nil when row i goes with column i

	// number[i] is 0 before row i is visited. While its component is open, it
	// is at most the rank of its visit among the rows not closed yet, counted
	// from 1, and at least the least rank that can be reached from it. Closed
	// components carry numbers from n downwards, one each; there are not more
	// of them than closed rows, so every number of a closed row exceeds every
	// number of an open one.
	number  []int32
	outside int   // rows that are no part of the graph
	unseen  int   // rows of the graph that were not visited yet
	opened  int32 // rows visited, less those closed
	closed  int32 // number of the component to be closed next

	// stack holds two stacks: from the left the rows on the path from the root
	// of the search to where it is, from the right the open rows that are not
	// on the path, in the order in which they were left. next[d] tells which
	// entry of the d-th row on the path is to be looked at next; its lowest
	// bit, that a row visited earlier was reached. It holds the bits of a uint32.
	stack []int32
	next  []int32
	open  int // stack[open:] is the right stack
}

// strongComponents returns the components of the graph whose nodes are the
// rows of a, where colOf[i] is the column that goes with row i; a nil colOf
// gives row i column i. Rows for which outside is true, where it is not nil,
// are no part of the graph, and their component is -1.
func strongComponents(a *sparsity.Pattern, colOf []int32, outside []bool) Components {
	n := int32(a.Rows)
	s := &tarjan{a: a, colOf: colOf, number: make([]int32, n), stack: make([]int32, n), next: make([]int32, n)}
	for i, out := range outside {
		if out {
			s.number[i] = n + 1 // as if it had been closed before
			s.outside++
		}
	}
	s.run()
	// The component closed first comes first.
	for i, x := range s.number {
		s.number[i] = n - x
	}
	return Components{Count: s.count(), Of: s.number}
}

// run finds the components. Before, number is 0 for each row that is a part of
// the graph, and stack and next have room for a word for each; what they hold
// does not matter.
func (s *tarjan) run() {
	s.closed, s.open = int32(len(s.number)), len(s.stack)
	s.unseen = len(s.number) - s.outside
	for i, x := range s.number {
		switch row := int32(i); {
		case x != 0:
		case s.alone(row):
			s.number[i] = s.closed
			s.closed--
			s.unseen--
		default:
			s.search(row)
		}
	}
}

// alone reports whether no other row that was not visited can be reached from
// row. Where no row is open, row is a component then.
func (s *tarjan) alone(row int32) bool {
	j := row
	if s.colOf != nil {
		j = s.colOf[row]
	}
	for _, i := range s.a.RowIdx[s.a.ColPtr[j]:s.a.ColPtr[j+1]] {
		if s.number[i] == 0 && i != row {
			return false
		}
	}
	return true
}

// count returns the number of components, once all is done.
func (s *tarjan) count() int { return len(s.number) - int(s.closed) }

// blocks makes the numbers those of the components in the order in which they
// were closed, and returns where each begins when the rows are sorted by them,
// and where the last one ends. All rows are part of the graph. A single
// component has number 0, and leaves the numbers as they are.
func (s *tarjan) blocks() []int32 {
	count, n := s.count(), int32(len(s.number))
	ptr := make([]int32, count+1)
	ptr[count] = n
	if count == 1 {
		return ptr
	}
	for i, x := range s.number {
		s.number[i] = n - x
		ptr[n-x]++
	}
	first := int32(0)
	for b, size := range ptr[:count] {
		ptr[b] = first
		first += size
	}
	return ptr
}

// search visits what can be reached from row start, which was not visited.
func (s *tarjan) search(start int32) {
	number, stack, next := s.number, s.stack, s.next[:len(s.stack)]
	colPtr, rowIdx, colOf := s.a.ColPtr, s.a.RowIdx, s.colOf
	for depth, enter := 0, start; ; {
		// Either a row is entered, or the scan of the last row goes on.
		row, from := enter, uint32(0)
		if enter >= 0 {
			s.opened++
			s.unseen--
			number[row] = s.opened
			stack[depth] = row
		} else {
			row, from = stack[depth], uint32(next[depth])
		}
		if s.unseen == 0 && number[row] == 1 {
			s.closeAll(depth)
			return
		}
		j := row
		if colOf != nil {
			j = colOf[row]
		}
		first := colPtr[j]
		col := rowIdx[first:colPtr[j+1]]
		before, low := number[row], number[row]
		enter = -1
		at := uint32(0)
		for k := int(from >> 1); k < len(col); k++ {
			i := col[k]
			x := number[i]
			if x == 0 {
				enter, at = i, uint32(k+1)
				break
			}
			low = min(low, x)
		}
		lowered := from&1 | uint32(low-before)>>31
		number[row] = low
		if enter >= 0 {
			next[depth] = int32(at<<1 | lowered)
			depth++
			continue
		}
		s.leave(row, lowered)
		if depth == 0 {
			return
		}
		depth--
		if up := stack[depth]; number[row] < number[up] {
			number[up] = number[row]
			next[depth] |= 1
		}
	}
}

// closeAll makes a component of all open rows, of which depth+1 are on the path.
// It may be called once every row was visited and a row of the path has the
// number of the first: then it reaches that one, whatever it has yet to look at,
// as do the open rows, which reach the path.
func (s *tarjan) closeAll(depth int) {
	for _, row := range s.stack[:depth+1] {
		s.number[row] = s.closed
	}
	for _, row := range s.stack[s.open:] {
		s.number[row] = s.closed
	}
	s.open, s.opened = len(s.stack), 0
	s.closed--
}

// leave ends the visit of row. When nothing visited before it was reached, row
// and the open rows left since it was entered are a component.
func (s *tarjan) leave(row int32, lowered uint32) {
	if lowered != 0 {
		s.open--
		s.stack[s.open] = row
		return
	}
	root := s.number[row]
	s.opened--
	for s.open < len(s.stack) && s.number[s.stack[s.open]] >= root {
		s.number[s.stack[s.open]] = s.closed
		s.open++
		s.opened--
	}
	s.number[row] = s.closed
	s.closed--
}
