package sparseio

import (
	"fmt"

	"github.com/nrkit/nrkit/sparsity"
)

// Bounds on the entries of an elemental pattern, which lists no values: v
// variables of an element stand for v² entries.
const (
	freeElementEntries = 1 << 20 // always allowed
	entriesPerVariable = 256     // beyond it, for each variable listed
)

// readElements reads the values of an elemental matrix and assembles it: the
// matrix is the sum of dense elements, element e on the variables
// ind[ptr[e]:ptr[e+1]]. An element is stored by columns, of a symmetric one
// the lower triangle, of a skew-symmetric one without its diagonal.
//
// That elements overlap is the point of the form: File.Duplicates is 0.
func (p *rbReader) readElements(f *File, ptr []int64, ind []int32) error {
	h := &p.h
	listed, entries := p.elementSizes(ptr)
	if h.hasValues() && listed != int64(h.elemental) {
		return &SyntaxError{File: p.in.file, Line: 3, Col: 1, Msg: fmt.Sprintf(
			"the elements have %d values together, but the header says %d", listed, h.elemental)}
	}
	if most := max(freeElementEntries, entriesPerVariable*int64(h.indices)); entries > most {
		return &SyntaxError{File: p.in.file, Line: 3, Col: 1, Msg: fmt.Sprintf(
			"the elements have %d entries together: want at most %d for %d variables", entries, most, h.indices)}
	}
	if most := p.in.mostEntries(); entries/packedElements > int64(most) {
		return &SyntaxError{File: p.in.file, Line: 3, Col: 1, Msg: tooDense(int(entries), most)}
	}
	re, im, err := p.readValues(int(listed))
	if err != nil {
		return err
	}
	f.Entries = int(listed)
	t := p.expandElements(ptr, ind, re, im, int(entries))
	f.Matrix, _ = sparsity.CompressParts([]sparsity.Triplets{t}, sparsity.CompressOptions{Workers: p.workers(), Own: true})
	return nil
}

// elementSizes returns how many values all elements list and how many entries
// they have.
func (p *rbReader) elementSizes(ptr []int64) (listed, entries int64) {
	for e := range ptr[:len(ptr)-1] {
		v := ptr[e+1] - ptr[e]
		if v > 1<<24 {
			v = 1 << 24 // far too many already, and v² must not overflow the sum
		}
		switch p.h.symmetry {
		case 's', 'h':
			listed, entries = listed+v*(v+1)/2, entries+v*v
		case 'z':
			listed, entries = listed+v*(v-1)/2, entries+v*(v-1)
		default:
			listed, entries = listed+v*v, entries+v*v
		}
		if entries > 1<<60 {
			return listed, entries
		}
	}
	return listed, entries
}

// expandElements lists the entries of all elements.
func (p *rbReader) expandElements(ptr []int64, ind []int32, re, im []float64, entries int) sparsity.Triplets {
	h := &p.h
	t := sparsity.Triplets{Rows: h.rows, Cols: h.rows,
		Row: make([]int32, 0, entries), Col: make([]int32, 0, entries)}
	if re != nil {
		t.Values = make([]float64, 0, entries)
	}
	if im != nil {
		t.Imag = make([]float64, 0, entries)
	}
	k := 0
	put := func(i, j int32, sign, conj float64) {
		t.Row, t.Col = append(t.Row, i), append(t.Col, j)
		if re != nil {
			t.Values = append(t.Values, sign*re[k])
		}
		if im != nil {
			t.Imag = append(t.Imag, sign*conj*im[k])
		}
	}
	sign, conj := 1.0, 1.0 // of the mirror
	below := 0             // the first row stored of a column, relative to the diagonal
	switch h.symmetry {
	case 'z':
		sign, below = -1, 1
	case 'h':
		conj = -1
	}
	mirrored := h.mirror() != sparsity.MirrorNone
	for e := range ptr[:len(ptr)-1] {
		vars := ind[ptr[e]:ptr[e+1]]
		for b, j := range vars {
			begin := 0
			if mirrored {
				begin = b + below
			}
			for a := begin; a < len(vars); a++ {
				put(vars[a], j, 1, 1)
				if mirrored && a > b {
					put(j, vars[a], sign, conj)
				}
				k++
			}
		}
	}
	return t
}
