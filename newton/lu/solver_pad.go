package lu

import "slices"

// A triangle is L by columns or U by rows, in pivot order: the indices of line j, which
// ascend and are larger than j, are idx[ptr[j]:ptr[j+1]].
type triangle struct{ ptr, idx []int32 }

func (t triangle) line(j int32) []int32 { return t.idx[t.ptr[j]:t.ptr[j+1]] }

// place returns where the entry i of line j is.
func (t triangle) place(j, i int32) int32 {
	at, ok := slices.BinarySearch(t.line(j), i)
	if !ok {
		panic(errOther)
	}
	return t.ptr[j] + int32(at)
}

// maxPadding is the most entries that are added to a line.
const maxPadding = 4

// pad returns t with entries added, so that more lines have the structure of the next but for
// its own place, and tells which have. Such lines are worked on together, and
// the short lines of networks take longer to begin and end than to work
// through. The added entries are zero and remain so: nothing ever
// fills them.
//
// The line j+1 may be joined to only if line j has an entry there: then
// what j changes, j+1 changes as well.
func (t triangle) pad() (padded triangle, joined []bool) {
	n := len(t.ptr) - 1
	joined = make([]bool, n)
	lines := make([][]int32, n) // those that change
	size := int64(len(t.idx))
	for j := int32(n) - 2; j >= 0; j-- {
		line, next := t.line(j), lines[j+1]
		if next == nil {
			next = t.line(j + 1)
		}
		added := len(next) + 1 - len(line)
		if len(line) == 0 || line[0] != j+1 || added < 0 || added > maxPadding || !contains(next, line[1:]) {
			continue
		}
		joined[j] = true
		if added > 0 {
			lines[j] = append(append(make([]int32, 0, len(next)+1), j+1), next...)
			size += int64(added)
		}
	}
	padded = triangle{make([]int32, 0, n+1), make([]int32, 0, size)}
	for j := range int32(n) {
		padded.ptr = append(padded.ptr, int32(len(padded.idx)))
		line := lines[j]
		if line == nil {
			line = t.line(j)
		}
		padded.idx = append(padded.idx, line...)
	}
	padded.ptr = append(padded.ptr, int32(len(padded.idx)))
	return padded, joined
}

// contains reports whether all of some are among list; both ascend.
func contains(list, some []int32) bool {
	for _, i := range some {
		at := 0
		for at < len(list) && list[at] < i {
			at++
		}
		if at == len(list) || list[at] != i {
			return false
		}
		list = list[at+1:]
	}
	return true
}

// ordered returns the pattern p, of which the rows of each column are sorted.
func ordered(ptr []int64, rows []int32) triangle {
	t := triangle{make([]int32, len(ptr)), slices.Clone(rows)}
	for j, at := range ptr {
		t.ptr[j] = int32(at)
	}
	for j := range len(ptr) - 1 {
		slices.Sort(t.line(int32(j)))
	}
	return t
}

// transposed returns the columns of t as lines.
func (t triangle) transposed() triangle {
	n := len(t.ptr) - 1
	r := triangle{make([]int32, n+1), make([]int32, len(t.idx))}
	for _, i := range t.idx {
		r.ptr[i+1]++
	}
	for i := range n {
		r.ptr[i+1] += r.ptr[i]
	}
	next := slices.Clone(r.ptr)
	for j := range int32(n) {
		for _, i := range t.line(j) {
			r.idx[next[i]] = j
			next[i]++
		}
	}
	return r
}
