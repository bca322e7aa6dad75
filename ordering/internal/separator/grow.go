package separator

// grow starts with all vertices on the right, takes one of them to the left,
// and lets that side grow until it is half of the whole: each time by the
// separator vertex that takes the fewest along. Where there is none, in
// another component, it starts again.
func (d *division) grow(r *random) {
	n := d.g.Len()
	for v := range d.side {
		d.side[v] = Right
	}
	d.begin()
	d.pass++
	d.moves, d.taken = d.moves[:0], d.taken[:0]
	h := d.heap
	for d.weight[Left] < d.weight[Right] {
		if len(h.items) == 0 {
			v := r.below(n)
			for d.side[v] != Right {
				v = (v + 1) % int32(n)
			}
			d.side[v] = Separator
			d.weight[Right] -= d.g.Weight[v]
			d.weight[Separator] += d.g.Weight[v]
			d.taken = append(d.taken, v)
			d.push(v, Left)
			continue
		}
		d.move(h.items[0].vertex, Left)
	}
	d.list = d.list[:0]
	d.close()
}
