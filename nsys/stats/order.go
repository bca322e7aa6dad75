package stats

import (
	"cmp"
	"slices"
)

// sortedBy returns the numbers from 0 to n−1 by their keys, those of equal keys
// in their order.
func sortedBy(n int, key func(int) int64) []int {
	type entry struct {
		key int64
		i   int
	}
	order := make([]int, n)
	sorted := true
	for i := range order {
		order[i] = i
		sorted = sorted && (i == 0 || key(i-1) <= key(i))
	}
	if sorted {
		return order
	}
	entries := make([]entry, n)
	for i := range entries {
		entries[i] = entry{key(i), i}
	}
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.i, b.i)) })
	for k, e := range entries {
		order[k] = e.i
	}
	return order
}

// sortByInt sorts the rows that were added by a column of whole numbers.
func (t *Table) sortByInt(column int) {
	rows := make([][]Cell, len(t.added))
	for k, i := range sortedBy(len(t.added), func(i int) int64 { return t.added[i][column].Int() }) {
		rows[k] = t.added[i]
	}
	t.added = rows
}
