package separator

// reach is how many steps from a separator a lighter one is looked for. With 1
// meshes of three dimensions need 2.5 % more flops, with 3 hardly any less.
const reach = 2

// bend replaces the separator of a division by a lightest one within so many
// steps, if that is better, and reports whether it is.
//
// Method: a minimum vertex cut of the band around the separator, as Ashcraft and
// Liu have it for wide separators [1], and Sanders and Schulz for partitions [2].
// Of all lightest cuts the first and the last are looked at, and the better by
// score and charge is taken. If no cut is lighter than the separator, it stays.
//
// Cost: the flow, see flow.go, and O(n) to number the vertices of the band.
//
// [1] C. Ashcraft, J. W. H. Liu, SIAM J. Matrix Anal. Appl. 19(2):325–354, 1998.
// [2] P. Sanders, C. Schulz, 19th European Symposium on Algorithms, 469–480,
// 2011.
func (w *Work) bend(d *division, steps int) bool {
	mark := w.words.used
	defer func() { w.words.used = mark }()
	b, ok := w.bandOf(d, steps)
	if !ok {
		return false
	}
	f := w.maximum(&b, d.weight[Separator])
	if f == nil {
		return false
	}
	least := d.charged(charge)
	better := false
	trial, best := w.words.take(len(b.ids)), w.words.take(len(b.ids))
	for _, cut := range [2]func(func(int, int8)){f.cutLeft, f.cutRight} {
		weight := d.weight
		cut(func(k int, side int8) {
			old := d.side[b.ids[k]]
			weight[old] -= b.weight[k]
			weight[side] += b.weight[k]
			trial[k] = int32(side)
		})
		c := division{weight: weight, total: d.total, limit: d.limit}
		if sc := c.charged(charge); sc.better(least) {
			least, better = sc, true
			best, trial = trial, best
		}
	}
	if better {
		d.adopt(&b, best)
	}
	return better
}

// adopt puts the vertices of a band on the sides given.
func (d *division) adopt(b *band, side []int32) {
	d.list = d.list[:0]
	for k, v := range b.ids {
		s := int8(side[k])
		d.weight[d.side[v]] -= b.weight[k]
		d.weight[s] += b.weight[k]
		d.side[v] = s
		if s == Separator {
			d.list = append(d.list, v)
		}
	}
}
