package sparsity

import "slices"

// place puts each entry, and its mirror, in its column, in the order of the
// list.
//
// The rows of each column ascend strictly after that where the list is in
// either order and, with mirrors, on one side of the diagonal. For entries
// below it the mirrors left in column j come before its own entries, whose
// rows are larger, as they are listed before those in either order; for
// entries above it, after them.
func (c *compressor) place() {
	cursors := c.count()
	c.each(func(w int, s share) {
		for k := s.first; k < s.last; k++ {
			t := &c.parts[k]
			switch {
			case c.mirror != MirrorNone:
				c.placeMirrored(t, cursors[w])
			case c.imag:
				c.placeComplex(t, cursors[w])
			case c.real:
				c.placeReal(t, cursors[w])
			default:
				c.placePattern(t, cursors[w])
			}
		}
	})
	c.ptr = c.ptr[:c.cols+1]
}

// count sets ptr and returns for each worker the places of its first entry in
// each column. With one worker the places are ptr[1:] itself: when all entries
// are placed, each has become the end of its column, which ptr[1:] has to be.
func (c *compressor) count() [][]int64 {
	c.ptr = make([]int64, c.cols+2)
	cursors := make([][]int64, len(c.shares))
	if len(c.shares) == 1 {
		c.countShare(c.shares[0], c.ptr[2:])
		for j := range c.cols {
			c.ptr[j+2] += c.ptr[j+1]
		}
		cursors[0] = c.ptr[1:]
		c.allocate(int(c.ptr[c.cols+1]))
		return cursors
	}
	c.each(func(w int, s share) {
		cursors[w] = make([]int64, c.cols)
		c.countShare(s, cursors[w])
	})
	at := int64(0)
	for j := range c.cols {
		for _, cur := range cursors {
			n := cur[j]
			cur[j] = at
			at += n
		}
		c.ptr[j+1] = at
	}
	c.allocate(int(at))
	return cursors
}

// countShare adds to n[j] the number of entries of s in column j.
func (c *compressor) countShare(s share, n []int64) {
	n = n[:c.cols]
	for k := s.first; k < s.last; k++ {
		t := &c.parts[k]
		for _, j := range t.Col {
			n[j]++
		}
		if c.mirror == MirrorNone {
			continue
		}
		for e, i := range t.Row {
			if i != t.Col[e] {
				n[i]++
			}
		}
	}
}

func (c *compressor) placePattern(t *Triplets, cursor []int64) {
	for k, j := range t.Col {
		d := cursor[j]
		cursor[j] = d + 1
		c.row[d] = t.Row[k]
	}
}

func (c *compressor) placeReal(t *Triplets, cursor []int64) {
	row, values := t.Row[:len(t.Col)], t.Values[:len(t.Col)]
	for k, j := range t.Col {
		d := cursor[j]
		cursor[j] = d + 1
		c.row[d] = row[k]
		c.values[d] = values[k]
	}
}

func (c *compressor) placeComplex(t *Triplets, cursor []int64) {
	for k, j := range t.Col {
		d := cursor[j]
		cursor[j] = d + 1
		c.row[d] = t.Row[k]
		c.values[d] = t.Values[k]
		c.imags[d] = t.Imag[k]
	}
}

// placeMirrored places entries and their mirrors.
func (c *compressor) placeMirrored(t *Triplets, cursor []int64) {
	realSign, imagSign := 1.0, 1.0
	switch c.mirror {
	case MirrorNegated:
		realSign, imagSign = -1, -1
	case MirrorConjugate:
		imagSign = -1
	}
	for k, j := range t.Col {
		i := t.Row[k]
		d := cursor[j]
		cursor[j] = d + 1
		m := d // of the mirror
		if i != j {
			m = cursor[i]
			cursor[i] = m + 1
		}
		c.row[m] = j
		c.row[d] = i
		if c.real {
			v := t.Values[k]
			c.values[m] = realSign * v
			c.values[d] = v
		}
		if c.imag {
			v := t.Imag[k]
			c.imags[m] = imagSign * v
			c.imags[d] = v
		}
	}
}

// canonicalize sorts the columns, sums duplicates, and returns how many
// entries of the list these were.
func (c *compressor) canonicalize() (duplicates int) {
	bounds := c.columnShares()
	kept := make([]int32, c.cols) // entries left in each column
	merged := make([]int, len(bounds)-1)
	diagonal := make([]int, len(bounds)-1) // merged entries on the diagonal
	parallel(len(bounds)-1, func(w int) {
		var s columnSorter
		for j := bounds[w]; j < bounds[w+1]; j++ {
			n, d := s.sort(c, j)
			kept[j] = int32(n)
			merged[w] += int(c.ptr[j+1]-c.ptr[j]) - n
			diagonal[w] += d
		}
	})
	for w := range merged {
		duplicates += merged[w]
		if c.mirror != MirrorNone {
			duplicates += diagonal[w] // counted once, all others twice
		}
	}
	if duplicates > 0 {
		c.closeGaps(kept)
	}
	if c.mirror != MirrorNone {
		duplicates /= 2
	}
	return duplicates
}

// columnShares splits the columns among as many workers as there are shares,
// roughly equal in entries. It returns their bounds.
func (c *compressor) columnShares() []int {
	n := len(c.shares)
	bounds := make([]int, n+1)
	for w := 1; w < n; w++ {
		target := c.ptr[c.cols] * int64(w) / int64(n)
		bounds[w], _ = slices.BinarySearch(c.ptr[:c.cols], target)
	}
	bounds[n] = c.cols
	return bounds
}

// closeGaps moves the entries that are left in each column together.
func (c *compressor) closeGaps(kept []int32) {
	at := int64(0)
	for j, n := range kept {
		from, to := c.ptr[j], c.ptr[j]+int64(n)
		c.ptr[j] = at
		copy(c.row[at:], c.row[from:to])
		if c.real {
			copy(c.values[at:], c.values[from:to])
		}
		if c.imag {
			copy(c.imags[at:], c.imags[from:to])
		}
		at += int64(n)
	}
	c.ptr[c.cols] = at
	c.row = c.row[:at]
	if c.real {
		c.values = c.values[:at]
	}
	if c.imag {
		c.imags = c.imags[:at]
	}
}
