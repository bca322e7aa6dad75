package sparseio

// A rangeDecoder undoes the binary arithmetic coding of LZMA on one chunk of
// compressed data. Reading beyond the chunk gives zeros; the caller sees it
// from pos.
type rangeDecoder struct {
	src  []byte
	pos  int
	size uint32 // "range" in the specification; at least topValue after each bit
	code uint32 // below size
}

const (
	probBits  = 11                  // of a probability
	probStart = 1 << (probBits - 1) // one half
	moveBits  = 5                   // how slowly probabilities adapt
	topValue  = 1 << 24
)

// A prob is the probability of a zero bit, in units of 2^-probBits.
type prob = uint16

// start begins a chunk; ok is false if src cannot be one.
func (r *rangeDecoder) start(src []byte) (ok bool) {
	if len(src) < 5 || src[0] != 0 {
		return false
	}
	r.src, r.pos, r.size = src, 5, 1<<32-1
	r.code = uint32(src[1])<<24 | uint32(src[2])<<16 | uint32(src[3])<<8 | uint32(src[4])
	return r.code != r.size
}

// finished reports whether the chunk was used up exactly.
func (r *rangeDecoder) finished() bool { return r.pos == len(r.src) && r.code == 0 }

// next returns the next byte of src, 0 behind its end.
func (r *rangeDecoder) next() uint32 {
	pos := r.pos
	r.pos++
	if uint(pos) < uint(len(r.src)) {
		return uint32(r.src[pos])
	}
	return 0
}

// bit decodes one bit with the probability p, and adapts p.
func (r *rangeDecoder) bit(p *prob) uint32 {
	bound := (r.size >> probBits) * uint32(*p)
	var bit uint32
	if r.code < bound {
		r.size = bound
		*p += (1<<probBits - *p) >> moveBits
	} else {
		r.size -= bound
		r.code -= bound
		*p -= *p >> moveBits
		bit = 1
	}
	if r.size < topValue {
		r.size <<= 8
		r.code = r.code<<8 | r.next()
	}
	return bit
}

// tree decodes the bits of a number, the highest first, whose prefix with a 1
// before it indexes probs, until that prefix reaches limit, a power of two. It
// returns the prefix.
func (r *rangeDecoder) tree(probs []prob, limit uint32) uint32 {
	size, code := r.size, r.code
	m := uint32(1)
	probs = probs[:limit]
	for m < uint32(len(probs)) {
		p := uint32(probs[m])
		bound := (size >> probBits) * p
		if code < bound {
			size = bound
			probs[m] = prob(p + (1<<probBits-p)>>moveBits)
			m <<= 1
		} else {
			size -= bound
			code -= bound
			probs[m] = prob(p - p>>moveBits)
			m = m<<1 | 1
		}
		if size < topValue {
			size <<= 8
			code = code<<8 | r.next()
		}
	}
	r.size, r.code = size, code
	return m
}

// matched decodes a literal that follows a match: as long as its bits agree
// with those of the byte match, which stands where the match would go on, they
// have probabilities of their own.
func (r *rangeDecoder) matched(probs []prob, match uint32) uint32 {
	size, code := r.size, r.code
	m, offset := uint32(1), uint32(0x100)
	probs = probs[:0x300]
	for m < 0x100 {
		match <<= 1
		want := match & offset
		k := offset + want + m
		p := uint32(probs[k])
		bound := (size >> probBits) * p
		if code < bound {
			size = bound
			probs[k] = prob(p + (1<<probBits-p)>>moveBits)
			m <<= 1
			offset &^= want
		} else {
			size -= bound
			code -= bound
			probs[k] = prob(p - p>>moveBits)
			m = m<<1 | 1
			offset &= want
		}
		if size < topValue {
			size <<= 8
			code = code<<8 | r.next()
		}
	}
	r.size, r.code = size, code
	return m & 0xff
}

// reverse decodes n bits, the lowest first, with probabilities indexed as in
// tree.
func (r *rangeDecoder) reverse(probs []prob, n uint32) uint32 {
	m, v := uint32(1), uint32(0)
	for k := range n {
		b := r.bit(&probs[m])
		m = m<<1 | b
		v |= b << k
	}
	return v
}

// direct decodes n bits of equal probability, the highest first.
func (r *rangeDecoder) direct(n uint32) uint32 {
	v := uint32(0)
	for range n {
		r.size >>= 1
		mask := (r.code-r.size)>>31 - 1 // all ones where code ≥ size
		r.code -= r.size & mask
		v = v<<1 | mask&1
		if r.size < topValue {
			r.size <<= 8
			r.code = r.code<<8 | r.next()
		}
	}
	return v
}
