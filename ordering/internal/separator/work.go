package separator

// A Work is memory to work in, for one goroutine at a time. It grows to what
// the largest graph needs and is used again for the next. The zero value is
// ready.
type Work struct {
	words arena[int32]
	edges arena[Edge]
	heap  heap
	moves []move
	taken []int32 // vertices that moves took into the separator
	list  []int32 // the separator
}

// An arena hands out slices and takes them back last first.
type arena[T any] struct {
	block []T
	used  int
	most  int // that was in use at the same time, with what did not fit
}

// take returns n elements, which hold anything.
func (a *arena[T]) take(n int) []T {
	a.used += n
	a.most = max(a.most, a.used)
	if a.used > len(a.block) {
		return make([]T, n)
	}
	return a.block[a.used-n : a.used : a.used]
}

// shrink gives back all but n elements of x, which was taken last.
func (a *arena[T]) shrink(x []T, n int) []T {
	a.used -= len(x) - n
	return x[:n:n]
}

// reset takes everything back and makes room for as much as was in use.
func (a *arena[T]) reset() {
	if a.most > len(a.block) {
		a.block = make([]T, a.most+a.most/4)
	}
	a.used = 0
}
