package lu

import "unsafe"

// numbers and indices are arrays whose elements are read and written without a check. Whoever
// uses them knows that each index is in the array, and keeps the array in use.
type (
	numbers struct{ first unsafe.Pointer }
	indices struct{ first unsafe.Pointer }
)

func numbersOf(list []float64) numbers { return numbers{unsafe.Pointer(unsafe.SliceData(list))} }
func indicesOf(list []int32) indices   { return indices{unsafe.Pointer(unsafe.SliceData(list))} }

// at returns the address of element i.
func (v numbers) at(i int) *float64 { return (*float64)(unsafe.Add(v.first, i*8)) }

// at returns element i.
func (v indices) at(i int) int { return int(*(*int32)(unsafe.Add(v.first, i*4))) }

// check panics if an index that is used without a check is out of range.
func (p *solverPlan) check() {
	n := len(p.heads) - 1
	inRange(p.l.idx, n)
	inRange(p.u.idx, n)
	inRange(p.offAt, n)
	inRange(p.uPos, len(p.u.idx))
	fit(p.lGroups, len(p.l.idx), n)
	fit(p.segs, len(p.l.idx), n)
	fit(p.uGroups, len(p.u.idx), n)
	total := len(p.offAt)
	for _, h := range p.heads {
		if h.off < 0 || int(h.off) > total {
			panic(errOther)
		}
	}
	for _, g := range p.offLines {
		if g.start < 0 || g.start > g.end || int(g.end) > total {
			panic(errOther)
		}
	}
}

// inRange panics if an element of list is not an index of n elements.
func inRange(list []int32, n int) {
	for _, i := range list {
		if uint64(uint32(i)) >= uint64(n) {
			panic(errOther)
		}
	}
}

// fit panics if a segment has entries outside of an array of so many, or columns
// outside of n.
func fit(list []segment, entries, n int) {
	for _, g := range list {
		w, m := int64(g.width), int64(g.len)
		within := (w-1)*m + w*(w-1)/2 // entries before the last column
		if w < 1 || w > maxWidth || g.first < 0 || int64(g.first)+w > int64(n) || m < 0 ||
			int64(g.start) < within || int64(g.start)+m > int64(entries) {
			panic(errOther)
		}
	}
}
