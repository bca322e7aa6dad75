package lu

import (
	"cmp"
	"slices"
)

// A run is the adjacent columns first ≤ k < last.
type run struct{ first, last int32 }

// A schedule divides columns among goroutines: subtrees first, which need nothing from
// each other, and then the columns above them, each as soon as a goroutine is free.
// The latter wait for what they need while it is computed.
type schedule struct {
	workers int     // 1: no goroutines but the caller's, and nothing below is set
	serial  float64 // predicted seconds of one goroutine
	time    float64 // predicted seconds

	runs  []run   // of the tasks, and then of the links
	tasks []int32 // where the runs of each task start, and of the first link
	links []run   // columns above the subtrees, in the order in which they are begun

	inTask []bool // columns of tasks
}

// newSchedule divides the columns of the forest among workers so that each gets some
// tasks, the pieces. Columns without weight belong to nobody. A link has columns up
// to the number of grain, all of which follow each other.
func newSchedule(f forest, workers, pieces int, grain int32) *schedule {
	sum := 0.0
	for _, w := range f.weight {
		sum += w
	}
	most := sum / float64(workers*pieces)
	root := f.cut(most)
	s := &schedule{workers: workers, inTask: make([]bool, len(root))}
	s.addTasks(f, root, most)
	for k := int32(0); int(k) < len(root); k++ {
		switch last := len(s.links) - 1; {
		case root[k] != none || f.weight[k] == 0:
			s.inTask[k] = true
		case last >= 0 && s.links[last].last == k && k-s.links[last].first < grain:
			s.links[last].last = k + 1
		default:
			s.links = append(s.links, run{k, k + 1})
		}
	}
	return s
}

// addTasks makes tasks of the subtrees with these roots, several of one if they are
// small, the heaviest first.
func (s *schedule) addTasks(f forest, root []int32, most float64) {
	type task struct {
		at     int32
		weight float64
	}
	var list []task
	of := make([]int32, len(root)) // the task of each root
	for k, r := range root {
		if int(r) != k || f.total[k] == 0 {
			continue
		}
		if last := len(list) - 1; last >= 0 && list[last].weight+f.total[k] <= most {
			list[last].weight += f.total[k]
		} else {
			list = append(list, task{int32(len(list)), f.total[k]})
		}
		of[k] = int32(len(list) - 1)
	}
	slices.SortStableFunc(list, func(a, b task) int { return cmp.Compare(b.weight, a.weight) })
	rank := make([]int32, len(list))
	for r, t := range list {
		rank[t.at] = int32(r)
	}
	runs := make([][]run, len(list))
	for k, r := range root {
		if r == none || f.weight[k] == 0 {
			continue
		}
		own := &runs[rank[of[r]]]
		if last := len(*own) - 1; last >= 0 && int((*own)[last].last) == k {
			(*own)[last].last++
		} else {
			*own = append(*own, run{int32(k), int32(k) + 1})
		}
	}
	for _, list := range runs {
		s.tasks = append(s.tasks, int32(len(s.runs)))
		s.runs = append(s.runs, list...)
	}
	s.tasks = append(s.tasks, int32(len(s.runs)))
}

// task returns the runs of task t.
func (s *schedule) task(t int) []run { return s.runs[s.tasks[t]:s.tasks[t+1]] }
