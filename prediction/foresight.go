package prediction

// A foresight predicts the lengths of loops from the lengths before, as the branch
// predictor of a processor does, and counts the surprises: lengths that it did not predict.
//
// Method: a small TAGE predictor [1] of lengths in place of branches. Four tables are
// looked up by the last 0, 1, 4 and 16 lengths. The longest context that is known
// predicts. After a surprise, an entry for a longer context takes a place that
// has not been right lately.
//
// [1] A. Seznec, P. Michaud, Journal of Instruction-Level Parallelism 8, 2006.
type foresight struct {
	tables    [len(contexts)][1 << foreseenBits]foreseen
	sums      [len(contexts)]uint64 // hash of the last lengths, for each context
	last      [16]uint64            // the last lengths, in a ring
	at        int
	surprises int64
}

// A foreseen is what comes after a context.
type foreseen struct {
	context uint32 // a part of its hash; 0: free
	length  uint32
	sure    uint8 // how often the length was right lately, up to 3
}

// contexts are the numbers of lengths that contexts have.
var contexts = [...]int{0, 1, 4, 16}

// foreseenBits says how many entries a table has: 4,096.
const foreseenBits = 12

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

// meet goes on to the next loop, which has a length. The sorts of loops have numbers.
func (f *foresight) meet(sort, length uint32) {
	var entries [len(contexts)]*foreseen
	var hashes [len(contexts)]uint32
	longest := len(contexts) - 1
	for ; longest >= 0; longest-- {
		h := mix(f.sums[longest] + uint64(sort))
		entries[longest], hashes[longest] = &f.tables[longest][h>>(64-foreseenBits)], uint32(h)|1
		if entries[longest].context == hashes[longest] {
			break
		}
	}
	if longest < 0 || entries[longest].length != length {
		f.surprises++
		for k := longest + 1; k < len(contexts); k++ {
			if e := entries[k]; e.sure == 0 {
				*e = foreseen{context: hashes[k], length: length}
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
	f.remember(uint64(sort)<<32 | uint64(length) + 1)
}

// remember adds a length to the contexts.
func (f *foresight) remember(x uint64) {
	for k, n := range contexts {
		if n > 0 {
			f.sums[k] = (f.sums[k]+x)*spread - f.last[(f.at-n)&15]*leaving[k]
		}
	}
	f.last[f.at&15] = x
	f.at++
}

// surprises follows loops twice, as the same work is repeated, and counts the surprises of
// the second time.
func surprises(follow func(meet func(sort, length uint32))) int64 {
	f := new(foresight)
	follow(f.meet)
	f.surprises = 0
	follow(f.meet)
	return f.surprises
}
