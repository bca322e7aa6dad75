package stats

import (
	"cmp"
	"slices"
)

// sortedBy returns the numbers from 0 to n−1 by their keys, those of equal keys
// in their order.
//
// Cost: O(n) when they are in order already, and when there are many.
func sortedBy(n int, key func(int) int64) []int32 {
	order := make([]int32, n)
	sorted := true
	for i := range order {
		order[i] = int32(i)
		sorted = sorted && (i == 0 || key(i-1) <= key(i))
	}
	switch {
	case sorted:
	case n < 1<<10:
		slices.SortFunc(order, func(a, b int32) int { return cmp.Or(cmp.Compare(key(int(a)), key(int(b))), cmp.Compare(a, b)) })
	default:
		return radixSort(order, key)
	}
	return order
}

// radixSort sorts numbers by their keys and leaves those of equal keys in their
// order. It returns list or another one.
//
// Method: least significant digit first, digits of 11 bits, of which those that
// all keys have in common are left out.
func radixSort(list []int32, key func(int) int64) []int32 {
	const bits = 11
	least, most := key(int(list[0])), key(int(list[0]))
	for _, i := range list {
		k := key(int(i))
		least, most = min(least, k), max(most, k)
	}
	span := uint64(most) - uint64(least)
	other := make([]int32, len(list))
	for shift := 0; span>>shift != 0; shift += bits {
		digit := func(i int32) uint64 { return (uint64(key(int(i))) - uint64(least)) >> shift & (1<<bits - 1) }
		var next [1 << bits]int32 // where the next number with that digit goes
		for _, i := range list {
			next[digit(i)]++
		}
		at := int32(0)
		for d, n := range next {
			next[d] = at
			at += n
		}
		for _, i := range list {
			d := digit(i)
			other[next[d]] = i
			next[d]++
		}
		list, other = other, list
	}
	return list
}

// sortByInt sorts the rows that were added by a column of whole numbers.
func (t *Table) sortByInt(column int) {
	rows := make([][]Cell, len(t.added))
	for k, i := range sortedBy(len(t.added), func(i int) int64 { return t.added[i][column].Int() }) {
		rows[k] = t.added[i]
	}
	t.added = rows
}
