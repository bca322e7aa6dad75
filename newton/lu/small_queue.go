package lu

import "slices"

// A processor works on some dozens of columns or steps at once, as far as they do not wait
// for each other: 500 instructions or so. The order here is that of list scheduling by
// heights [1]: first what most others wait for, one after the other.
//
// [1] T. C. Hu, Operations Research 9(6):841–848, 1961.

// queueColumns orders the elimination.
func (b *smallBuilder[I]) queueColumns() {
	height := make([]int, b.n) // columns that wait for column k, one for the other
	for k := b.n - 1; k >= 0; k-- {
		for _, j := range b.f.U.Pattern.Col(k) {
			height[j] = max(height[j], height[k]+1)
		}
	}
	first, at := make([]int32, b.n), int32(0)
	for _, c := range b.columns {
		first[c.k] = at
		at += c.updates
	}
	b.queue = slices.Clone(b.columns)
	slices.SortStableFunc(b.queue, func(c, d smallColumn[I]) int { return height[d.k] - height[c.k] })
	for _, c := range b.queue {
		b.queued = append(b.queued, b.updates[first[c.k]:][:c.updates]...)
	}
}

// A task is a step and its products, and how many steps wait for it, one for the other.
type task[I index] struct {
	smallStep[I]
	list   []product[I]
	height int
}

// step adds a step for element k.
func (b *smallBuilder[I]) step(k int, list []product[I], at int) {
	b.tasks = append(b.tasks, task[I]{smallStep[I]{I(k), I(len(list)), I(at)}, list, 0})
}

// queueSteps orders the substitution. An element of y is written up to twice, once for L and
// once for U, and what reads the first value comes before the second.
func (b *smallBuilder[I]) queueSteps() {
	// The least heights of what comes before the readers of an element, and before its next writer.
	read, write := make([]int, b.n), make([]int, b.n)
	for i := len(b.tasks) - 1; i >= 0; i-- {
		t := &b.tasks[i]
		t.height = max(read[t.k], write[t.k])
		for _, p := range t.list {
			t.height = max(t.height, write[p.b])
			read[p.b] = max(read[p.b], t.height+1)
		}
		read[t.k], write[t.k] = 0, t.height+1
	}
	slices.SortStableFunc(b.tasks, func(s, t task[I]) int { return t.height - s.height })
	products := 0
	for _, t := range b.tasks {
		b.steps = append(b.steps, t.smallStep)
		products += copy(b.subtract[products:], t.list)
	}
}
