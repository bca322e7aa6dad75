package timeline

import (
	"cmp"
	"math"
	"slices"
)

// open is the end of an item that has none.
const open = math.MaxInt64

// Ranks of items: of two that overlap without one being inside the other, the
// lower one gives way.
const (
	rankOS = iota
	rankAPI
	rankRange // of a program
	rankOwn   // of the domain nrkit
	rankMark  // an instant: gives way to nothing
)

// Values of item.arg that are no name.
const (
	noNumber = -1
	isIndex  = -2
)

// An item is what becomes a range or an instant: 40 bytes, since there may be
// ten million.
type item struct {
	start, end int64
	number     int64 // the index, or the bits of an argument
	name       int32
	arg        int32 // name of the argument; noNumber or isIndex
	flow       int32 // 1 + number of the flow that comes in, negative: that goes out
	rank       uint8
	gone       bool // gave way
}

// order sorts items so that outer ones come first.
func order(a, b item) int {
	return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end), cmp.Compare(b.rank, a.rank))
}

// arrange sorts items. Equal ones stay as they are.
func arrange(s []item) {
	if !slices.IsSortedFunc(s, order) {
		slices.SortStableFunc(s, order)
	}
}

// nest returns the items that nest, and those that gave way to them, both in
// order. The items are arranged; the result shares their memory.
func nest(s []item) (kept, rest []item) {
	var stack []int
	for i := range s {
		x := &s[i]
		if x.rank == rankMark {
			continue
		}
		stack = closed(s, stack, x.start)
		for k := len(stack) - 1; k >= 0 && s[stack[k]].end < x.end; k-- {
			if top := &s[stack[k]]; top.rank >= x.rank {
				x.gone = true
				break
			}
		}
		if x.gone {
			continue
		}
		for k := len(stack) - 1; k >= 0 && s[stack[k]].end < x.end; k-- {
			s[stack[k]].gone = true
			stack = stack[:k]
		}
		stack = append(stack, i)
	}
	return split(s)
}

// closed returns the stack without what ends by that time.
func closed(s []item, stack []int, time int64) []int {
	for k := len(stack) - 1; k >= 0 && s[stack[k]].end <= time; k-- {
		stack = stack[:k]
	}
	return stack
}

// split parts the items that are gone from the others.
func split(s []item) (kept, rest []item) {
	kept = s[:0]
	for _, x := range s {
		if x.gone {
			x.gone = false
			rest = append(rest, x)
		} else {
			kept = append(kept, x)
		}
	}
	return kept, rest
}

// maxLanes is how many lanes a track has at most.
const maxLanes = 256

// lanes puts arranged items on lanes, each on the first that takes it, and
// returns how many none took. On a lane items nest if they may.
func lanes(s []item, mayNest bool) (list [][]item, lost int64) {
	var stacks [][]int64 // by lane: ends of what is open, innermost last
	for _, x := range s {
		k := 0
		for ; k < len(stacks); k++ {
			ends := stacks[k]
			for len(ends) > 0 && ends[len(ends)-1] <= x.start {
				ends = ends[:len(ends)-1]
			}
			stacks[k] = ends
			if len(ends) == 0 || mayNest && ends[len(ends)-1] >= x.end {
				break
			}
		}
		if k == maxLanes {
			lost++
			continue
		}
		if k == len(stacks) {
			stacks, list = append(stacks, nil), append(list, nil)
		}
		stacks[k] = append(stacks[k], x.end)
		list[k] = append(list[k], x)
	}
	return list, lost
}
