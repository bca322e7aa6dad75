package circuit

import (
	"math"
	"unsafe"
)

// numbers is an array whose elements devices read and change without a check of the index.
// Their indices come from the numbering of the circuit, and Load checks once that the
// arrays are as long as the circuit needs.
type numbers struct{ first *float64 }

func numbersOf(list []float64) numbers { return numbers{unsafe.SliceData(list)} }

// place returns the address of element i.
func (v numbers) place(i int32) *float64 {
	return (*float64)(unsafe.Add(unsafe.Pointer(v.first), uintptr(i)*unsafe.Sizeof(*v.first)))
}

// at returns element i.
func (v numbers) at(i int32) float64 { return *v.place(i) }

// add adds x to element i.
func (v numbers) add(i int32, x float64) { *v.place(i) += x }

// sub subtracts x from element i.
func (v numbers) sub(i int32, x float64) { *v.place(i) -= x }

// raise raises element i to the largest of three sizes.
func (v numbers) raise(i int32, a, b, c uint64) {
	p := (*uint64)(unsafe.Pointer(v.place(i)))
	*p = max(a, b, c, *p)
}

// lift raises element i to a size.
func (v numbers) lift(i int32, a uint64) {
	p := (*uint64)(unsafe.Pointer(v.place(i)))
	*p = max(a, *p)
}

// size returns the bits of |x|. Such bits have the order of the numbers, and the larger of two
// integers takes no branch, which the processor could guess wrong.
func size(x float64) uint64 { return math.Float64bits(x) &^ (1 << 63) }

// These return so many elements from i on.
func (v numbers) three(i int32) *[3]float64 { return (*[3]float64)(unsafe.Pointer(v.place(i))) }
func (v numbers) eight(i int32) *[8]float64 { return (*[8]float64)(unsafe.Pointer(v.place(i))) }
func (v numbers) kept(i int32) *[keptAll]float64 {
	return (*[keptAll]float64)(unsafe.Pointer(v.place(i)))
}
