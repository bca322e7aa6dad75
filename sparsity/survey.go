package sparsity

// A Survey is what is known about the order of a list of entries. The zero value is
// the survey of an empty list.
type Survey struct {
	some           bool   // there are entries
	columnDescends bool   // not by column, then row, strictly ascending
	rowDescends    bool   // not by row, then column, strictly ascending
	below, above   bool   // there are entries below, above the diagonal
	first, last    uint64 // positions as column<<32 | row
}

// Survey returns the survey of t. Cost: O(|t|).
//
// It panics if an index is out of range.
func (t *Triplets) Survey() Survey {
	n := len(t.Row)
	if n == 0 {
		return Survey{}
	}
	col := t.Col[:n]
	lastRow, lastCol := int32(t.Rows-1), int32(t.Cols-1)
	outside, below, above := int32(0), int32(0), int32(0) // negative when there are such entries
	columns, byRow := int64(0), int64(0)                  // the same for positions that do not ascend
	last, lastByRow := int64(-1), int64(-1)
	for k, i := range t.Row {
		j := col[k]
		outside |= i | j | (lastRow - i) | (lastCol - j)
		below |= j - i
		above |= i - j
		at, atByRow := int64(j)<<32|int64(i), int64(i)<<32|int64(j)
		columns |= at - last - 1
		byRow |= atByRow - lastByRow - 1
		last, lastByRow = at, atByRow
	}
	if outside < 0 {
		panic(errIndex)
	}
	return Survey{
		some: true, columnDescends: columns < 0, rowDescends: byRow < 0,
		below: below < 0, above: above < 0,
		first: uint64(col[0])<<32 | uint64(t.Row[0]), last: uint64(last),
	}
}

// Join returns the survey of the list of s followed by the list of t.
func (s Survey) Join(t Survey) Survey {
	if !s.some {
		return t
	}
	if !t.some {
		return s
	}
	swap := func(x uint64) uint64 { return x<<32 | x>>32 }
	return Survey{
		some:           true,
		columnDescends: s.columnDescends || t.columnDescends || s.last >= t.first,
		rowDescends:    s.rowDescends || t.rowDescends || swap(s.last) >= swap(t.first),
		below:          s.below || t.below, above: s.above || t.above,
		first: s.first, last: t.last,
	}
}
