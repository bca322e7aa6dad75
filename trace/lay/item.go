package lay

import (
	"cmp"
	"math"
	"slices"
)

// Open is the End of an Item that has none.
const Open = math.MaxInt64

// Ranks of items: of two that overlap without one being inside the other, the
// lower one gives way.
const (
	RankOS = iota
	RankAPI
	RankRange // of a program
	RankOwn   // a phase
	RankMark  // an instant: gives way to nothing
)

// Values of Item.Arg that are no name.
const (
	NoNumber = -1
	IsIndex  = -2
)

// An Item is what becomes a range or an instant: 40 bytes, since there may be
// ten million.
type Item struct {
	Start, End int64 // ns
	Number     int64 // the index, or the bits of an argument
	Name       int32
	Arg        int32 // name of the argument; NoNumber or IsIndex
	Flow       int32 // 1 + number of the flow that comes in, negative: that goes out
	Rank       uint8
	gone       bool // gave way
}

// order sorts items by their begin, outer ones first.
func order(a, b Item) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End), cmp.Compare(b.Rank, a.Rank))
}

// Arrange sorts items. Equal ones stay as they are.
func Arrange(s []Item) {
	if !slices.IsSortedFunc(s, order) {
		slices.SortStableFunc(s, order)
	}
}

// Nest returns the items that nest, and those that gave way to them, both in
// order. The items are arranged; the result shares
// their memory.
func Nest(s []Item) (kept, rest []Item) {
	var stack []int
	for i := range s {
		x := &s[i]
		if x.Rank == RankMark {
			continue
		}
		stack = closed(s, stack, x.Start)
		for k := len(stack) - 1; k >= 0 && s[stack[k]].End < x.End; k-- {
			if top := &s[stack[k]]; top.Rank >= x.Rank {
				x.gone = true
				break
			}
		}
		if x.gone {
			continue
		}
		for k := len(stack) - 1; k >= 0 && s[stack[k]].End < x.End; k-- {
			s[stack[k]].gone = true
			stack = stack[:k]
		}
		stack = append(stack, i)
	}
	return split(s)
}

// closed returns the stack without what ends by that time.
func closed(s []Item, stack []int, time int64) []int {
	for k := len(stack) - 1; k >= 0 && s[stack[k]].End <= time; k-- {
		stack = stack[:k]
	}
	return stack
}

// split parts the items that are gone from the others.
func split(s []Item) (kept, rest []Item) {
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

// MaxLanes is how many lanes [Lanes] makes at most.
const MaxLanes = 256

// Lanes puts arranged items on lanes, each on the first that takes it, and
// returns how many none took. On a lane items nest if they may.
func Lanes(s []Item, mayNest bool) (list [][]Item, lost int64) {
	var stacks [][]int64 // by lane: ends of what is open, innermost last
	for _, x := range s {
		k := 0
		for ; k < len(stacks); k++ {
			ends := stacks[k]
			for len(ends) > 0 && ends[len(ends)-1] <= x.Start {
				ends = ends[:len(ends)-1]
			}
			stacks[k] = ends
			if len(ends) == 0 || mayNest && ends[len(ends)-1] >= x.End {
				break
			}
		}
		if k == MaxLanes {
			lost++
			continue
		}
		if k == len(stacks) {
			stacks, list = append(stacks, nil), append(list, nil)
		}
		stacks[k] = append(stacks[k], x.End)
		list[k] = append(list[k], x)
	}
	return list, lost
}
