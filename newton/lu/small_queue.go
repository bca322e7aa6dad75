package lu

import "slices"

// A processor works on about 500 instructions at once, unless they wait for each other. Columns
// and steps are sorted by height: the number of columns or steps in the longest chain behind
// them, in which each waits for the one before. The greatest height comes first [1].
//
// [1] T. C. Hu, Operations Research 9(6):841–848, 1961.

// A queued is a column with its updates.
type queued[I index] struct {
	smallColumn[I]
	list []update[I]
}

// queueColumns orders the elimination.
func (b *smallBuilder[I]) queueColumns() {
	height := make([]int, b.n)
	for k := b.n - 1; k >= 0; k-- {
		for _, j := range b.f.U.Pattern.Col(k) {
			if len(b.f.L.Pattern.Col(int(j))) > 0 {
				height[j] = max(height[j], height[k]+1)
			}
		}
	}
	slices.SortStableFunc(b.queue, func(c, d queued[I]) int { return height[d.k] - height[c.k] })
	for _, c := range b.queue {
		b.columns = append(b.columns, c.smallColumn)
		b.updates = append(b.updates, c.list...)
	}
}

// A task is a step with its products and its height.
type task[I index] struct {
	smallStep[I]
	list   []product[I]
	height int
}

// step adds a step for element k.
func (b *smallBuilder[I]) step(k int, list []product[I], at int) {
	b.tasks = append(b.tasks, task[I]{smallStep[I]{I(k), I(len(list)), I(at)}, list, 0})
}

// queueSteps orders the substitution. Up to two steps write an element of y: first for L, then
// for U. Steps that read the value for L come before the step for U.
func (b *smallBuilder[I]) queueSteps() {
	// The least heights of earlier steps: of those that write an element which a later step
	// reads, and of those that read or write an element which a later step overwrites.
	read, write := make([]int, b.n), make([]int, b.n)
	for i := len(b.tasks) - 1; i >= 0; i-- {
		t := &b.tasks[i]
		t.height = max(read[t.k], write[t.k])
		for _, p := range t.list {
			t.height = max(t.height, write[p.b])
		}
		for _, p := range t.list {
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
