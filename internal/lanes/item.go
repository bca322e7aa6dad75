package lanes

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

// Order compares items by their begin, outer ones first.
func Order(a, b Item) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End), cmp.Compare(b.Rank, a.Rank))
}

// Arrange sorts items. Equal ones stay as they are.
func Arrange(s []Item) {
	if !slices.IsSortedFunc(s, Order) {
		slices.SortStableFunc(s, Order)
	}
}

// Nest returns the items that nest, and those that gave way to them, both in
// order. The items are arranged; the result shares
// their memory.
func Nest(s []Item) (kept, rest []Item) {
	n := Nesting{Gone: func(k int64) { s[k].gone = true }}
	for i := range s {
		n.Add(&s[i])
	}
	return split(s)
}

// A Nesting finds which of arranged items give way so that the others nest.
type Nesting struct {
	// Gone is called with the number, from 0, of each item that gives way: of the
	// last that was added, or of one before it that had not ended.
	Gone func(number int64)

	n    int64
	open []opened
}

// An opened is an item that has not ended.
type opened struct {
	end, number int64
	rank        uint8
}

// Add adds the next item.
//
// Memory: 24 bytes for each item that has not ended.
func (n *Nesting) Add(x *Item) {
	number := n.n
	n.n++
	if x.Rank == RankMark {
		return
	}
	k := len(n.open)
	for k > 0 && n.open[k-1].end <= x.Start {
		k--
	}
	n.open = n.open[:k]
	for i := k - 1; i >= 0 && n.open[i].end < x.End; i-- {
		if n.open[i].rank >= x.Rank {
			n.Gone(number)
			return
		}
	}
	for ; k > 0 && n.open[k-1].end < x.End; k-- {
		n.Gone(n.open[k-1].number)
	}
	n.open = append(n.open[:k], opened{x.End, number, x.Rank})
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
	a := Allotment{MayNest: mayNest}
	for i := range s {
		k := a.Lane(&s[i])
		switch {
		case k < 0:
			lost++
			continue
		case k == len(list):
			list = append(list, nil)
		}
		list[k] = append(list[k], s[i])
	}
	return list, lost
}

// An Allotment says on which lane each of arranged items is.
type Allotment struct {
	MayNest bool // items of a lane

	open [][]int64 // by lane: ends of what is open, innermost last
}

// Lane returns the lane of the next item, the first that takes it; -1 where none
// does. A lane that was not returned before is the one after those that were.
//
// Memory: 8 bytes for each item that has not ended.
func (a *Allotment) Lane(x *Item) int {
	k := 0
	for ; k < len(a.open); k++ {
		ends := a.open[k]
		for len(ends) > 0 && ends[len(ends)-1] <= x.Start {
			ends = ends[:len(ends)-1]
		}
		a.open[k] = ends
		if len(ends) == 0 || a.MayNest && ends[len(ends)-1] >= x.End {
			break
		}
	}
	if k == MaxLanes {
		return -1
	}
	if k == len(a.open) {
		a.open = append(a.open, nil)
	}
	a.open[k] = append(a.open[k], x.End)
	return k
}
