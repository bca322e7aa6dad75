package foresight

import "math/bits"

// A Predictor predicts the lengths of loops from the lengths before, and counts the
// surprises: lengths that it did not predict. A hash of what a loop did may take the place of its
// length.
//
// Method: a small TAGE predictor [1] of lengths in place of branches. Four tables are
// looked up by the last 0, 1, 4 and 16 lengths. The longest context that is known
// predicts. After a surprise, an entry for a longer context takes a place that
// has not been right lately.
//
// [1] A. Seznec, P. Michaud, Journal of Instruction-Level Parallelism 8, 2006.
type Predictor struct {
	Surprises int64 // since New, or since the caller set it

	tables [len(contexts)][]entry
	shift  uint                  // of a hash, to a place in a table
	sums   [len(contexts)]uint64 // hash of the last lengths, for each context
	last   [16]uint64            // the last lengths, in a ring
	at     int
}

// An entry is what comes after a context.
type entry struct {
	context uint32 // a part of its hash; 0: free
	length  uint32
	sure    uint8 // how often the length was right lately, up to 3
}

// contexts are the numbers of lengths that contexts have.
var contexts = [...]int{0, 1, 4, 16}

// spread is an odd number with random bits (of SplitMix64).
const spread = 0x9e3779b97f4a7c15

// leaving are the factors that the first length of a context has when it leaves.
var leaving = func() (p [len(contexts)]uint64) {
	for k, n := range contexts {
		p[k] = spread
		for range n {
			p[k] *= spread
		}
	}
	return p
}()

// New returns a predictor whose tables have so many entries, a power of two from 2 on.
func New(entries int) *Predictor {
	p := &Predictor{shift: uint(bits.LeadingZeros64(uint64(entries) - 1))}
	for k := range p.tables {
		p.tables[k] = make([]entry, entries)
	}
	return p
}

// Meet goes on to the next loop, which has a length. The sorts of loops have numbers.
//
// Cost: 10 to 30 ns.
func (p *Predictor) Meet(sort, length uint32) {
	var entries [len(contexts)]*entry
	var hashes [len(contexts)]uint32
	longest := len(contexts) - 1
	for ; longest >= 0; longest-- {
		h := Mix(p.sums[longest] + uint64(sort))
		entries[longest], hashes[longest] = &p.tables[longest][h>>(p.shift&63)], uint32(h)|1
		if entries[longest].context == hashes[longest] {
			break
		}
	}
	if longest < 0 || entries[longest].length != length {
		p.Surprises++
		for k := longest + 1; k < len(contexts); k++ {
			if e := entries[k]; e.sure == 0 {
				*e = entry{context: hashes[k], length: length}
				break
			}
			entries[k].sure--
		}
	}
	if longest >= 0 {
		switch e := entries[longest]; {
		case e.length == length:
			e.sure = min(e.sure+1, 3)
		case e.sure > 0:
			e.sure--
		default:
			e.length = length
		}
	}
	p.remember(uint64(sort)<<32 | uint64(length) + 1)
}

// remember adds a length to the contexts.
func (p *Predictor) remember(x uint64) {
	for k, n := range contexts {
		if n > 0 {
			p.sums[k] = (p.sums[k]+x)*spread - p.last[(p.at-n)&15]*leaving[k]
		}
	}
	p.last[p.at&15] = x
	p.at++
}

// Mix spreads the bits of a number over 64 bits (SplitMix64).
func Mix(x uint64) uint64 {
	x += spread
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
