package oracle

// ListSchedule simulates workers that take tasks of a tree, children first,
// and returns when the last is done. A free worker takes the ready task from
// which the path to the root costs most, of several the one with the lowest
// number. It searches all tasks for each decision.
func ListSchedule(parent []int32, cost []float64, workers int) float64 {
	priority := make([]float64, len(parent))
	waits := make([]int, len(parent)) // children that are not done
	for j, p := range parent {
		if p >= 0 {
			waits[p]++
		}
		// From the root down, so that rounding is as in one sum from there.
		path := []int32{}
		for i := int32(j); i >= 0; i = parent[i] {
			path = append(path, i)
		}
		for k := len(path) - 1; k >= 0; k-- {
			priority[j] = cost[path[k]] + priority[j]
		}
	}
	started := make([]bool, len(parent))
	running := map[int]float64{} // end of each task that runs
	now := 0.0
	for {
		for len(running) < workers {
			best := -1
			for j := range parent {
				if !started[j] && waits[j] == 0 && (best < 0 || priority[j] > priority[best]) {
					best = j
				}
			}
			if best < 0 {
				break
			}
			started[best] = true
			running[best] = now + cost[best]
		}
		if len(running) == 0 {
			return now
		}
		now = least(running)
		for j, end := range running {
			if end == now {
				delete(running, j)
				if p := parent[j]; p >= 0 {
					waits[p]--
				}
			}
		}
	}
}

func least(of map[int]float64) float64 {
	first, best := true, 0.0
	for _, x := range of {
		if first || x < best {
			first, best = false, x
		}
	}
	return best
}
