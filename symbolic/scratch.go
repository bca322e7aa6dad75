package symbolic

// A Scratch is memory that one analysis leaves to the next. The zero value is
// ready; it must not be used by two analyses at the same time. Results share
// no memory with it.
type Scratch struct {
	queue    queue
	from, to []ranked
	path     []float64 // of each task, the work from it to its root
	rank     []int32   // of each task

	start []float64 // of each column or task: when its children are done
	level []int32   // of each column: its height in the tree
	depth []int32   // of each column: its ancestors

	counts []int32   // of each column in postorder: entries of U
	work   []float64 // of each column in postorder: its flops
}

// zeroed returns n zeros, in the memory of x where that suffices.
func zeroed[T any](x []T, n int) []T {
	if cap(x) < n {
		return make([]T, n)
	}
	x = x[:n]
	clear(x)
	return x
}
