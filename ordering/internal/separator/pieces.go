package separator

import (
	"cmp"
	"slices"
)

// pieces puts whole components of g on the left and on the right, the heavy
// ones first and each on the lighter side, and nothing into the separator. It
// returns false if g has but one component, or a side is heavier than limit.
func (w *Work) pieces(g *Graph, side []int8, limit int32) bool {
	mark := w.words.used
	defer func() { w.words.used = mark }()
	n := g.Len()
	of, queue := w.words.take(n), w.words.take(n)
	for v := range of {
		of[v] = -1
	}
	if g.reach(0, 0, of, queue) == n {
		return false
	}
	count := int32(1)
	for v := range int32(n) {
		if of[v] < 0 {
			g.reach(v, count, of, queue)
			count++
		}
	}
	return pack(g, side, of, int(count)) <= int64(limit)
}

// reach sets of to c for what can be reached from v, and returns how many
// vertices that are. queue is as long as g.
func (g *Graph) reach(v, c int32, of, queue []int32) int {
	queue = append(queue[:0], v)
	of[v] = c
	for k := 0; k < len(queue); k++ {
		for _, e := range g.Of(queue[k]) {
			if of[e.To] < 0 {
				of[e.To] = c
				queue = append(queue, e.To)
			}
		}
	}
	return len(queue)
}

// pack distributes components, where of[v] is that of v, and returns the weight
// of the heavier side.
func pack(g *Graph, side []int8, of []int32, count int) int64 {
	heavy := make([]int64, count) // weight above, number below
	for c := range heavy {
		heavy[c] = int64(c)
	}
	for v, c := range of {
		heavy[c] += int64(g.Weight[v]) << 32
	}
	slices.SortFunc(heavy, func(a, b int64) int {
		if a>>32 != b>>32 {
			return cmp.Compare(b, a)
		}
		return cmp.Compare(a, b)
	})
	var weight [2]int64
	to := make([]int8, count)
	for _, h := range heavy {
		s := Left
		if weight[Right] < weight[Left] {
			s = Right
		}
		weight[s] += h >> 32
		to[int32(h)] = s
	}
	for v, c := range of {
		side[v] = to[c]
	}
	return max(weight[Left], weight[Right])
}
