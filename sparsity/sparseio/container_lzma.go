package sparseio

import "slices"

// A lzmaDecoder decodes LZMA chunks into a window, which later chunks refer
// to.
//
// Source: I. Pavlov, LZMA specification, draft of 2015-06-14; the LZMA2 chunks
// around it are those of container_xz.go.
type lzmaDecoder struct {
	rc rangeDecoder

	// window holds what was decoded last, at least dict bytes of it once there
	// are so many. It grows with the data, not with what a header claims.
	window []byte
	dict   int
	begin  int // data before it was made before the last reset of the dictionary

	lc, lp, pb uint32 // literal context bits, literal position bits, position bits
	at         uint32 // position in the data since the last reset of the dictionary

	state uint32    // what the last symbols were
	rep   [4]uint32 // the last distances, minus one

	isMatch    [lzmaStates << lzmaMaxPosBits]prob
	isRep      [lzmaStates]prob
	isRep0     [lzmaStates]prob // is not the last distance
	isRep1     [lzmaStates]prob
	isRep2     [lzmaStates]prob
	isRep0Long [lzmaStates << lzmaMaxPosBits]prob

	matchLength, repLength lzmaLength

	slot    [4][64]prob   // distance slots, by match length
	special [1 + 114]prob // middle distances, from slots 4 to 13
	align   [16]prob      // the low bits of long distances
	literal []prob        // 0x300 for each context
}

const (
	lzmaStates     = 12
	lzmaMaxPosBits = 4
	lzmaMinMatch   = 2
)

// A lzmaLength is the model of match lengths.
type lzmaLength struct {
	choice, choice2 prob
	low, mid        [1 << lzmaMaxPosBits][8]prob
	high            [256]prob
}

// setProps sets the parameters from their byte; ok is false where LZMA2
// forbids them.
func (d *lzmaDecoder) setProps(b byte) (ok bool) {
	if b >= 9*5*5 {
		return false
	}
	v := uint32(b)
	d.lc, d.lp, d.pb = v%9, v/9%5, v/45
	return d.lc+d.lp <= 4
}

// reset forgets what was learned, but not the window.
func (d *lzmaDecoder) reset() {
	d.state, d.rep = 0, [4]uint32{}
	if n := 0x300 << (d.lc + d.lp); len(d.literal) != n {
		d.literal = make([]prob, n)
	}
	for _, probs := range [][]prob{
		d.isMatch[:], d.isRep[:], d.isRep0[:], d.isRep1[:], d.isRep2[:], d.isRep0Long[:],
		d.slot[0][:], d.slot[1][:], d.slot[2][:], d.slot[3][:], d.special[:], d.align[:], d.literal,
	} {
		fillProbs(probs)
	}
	for _, l := range []*lzmaLength{&d.matchLength, &d.repLength} {
		l.choice, l.choice2 = probStart, probStart
		for k := range l.low {
			fillProbs(l.low[k][:])
			fillProbs(l.mid[k][:])
		}
		fillProbs(l.high[:])
	}
}

// fillProbs makes zeros and ones equally likely.
func fillProbs(p []prob) {
	for k := range p {
		p[k] = probStart
	}
}

// resetDictionary forgets the window.
func (d *lzmaDecoder) resetDictionary() { d.begin, d.at = len(d.window), 0 }

// makeRoom drops data that is out of reach, so that the next chunk does not
// let the window grow forever. What was not taken out of the window yet must
// not be dropped: makeRoom is called when all was.
func (d *lzmaDecoder) makeRoom() {
	keep := min(d.dict, len(d.window)-d.begin)
	if drop := len(d.window) - keep; drop > keep/4+lzmaChunkSize {
		copy(d.window, d.window[drop:])
		d.window = d.window[:keep]
		d.begin = max(0, d.begin-drop)
	}
}

// stored appends data that is not compressed.
func (d *lzmaDecoder) stored(data []byte) {
	d.window = append(d.window, data...)
	d.at += uint32(len(data))
}

// chunk decodes one chunk, which must give n bytes; ok is false when it is
// corrupt.
func (d *lzmaDecoder) chunk(src []byte, n int) (ok bool) {
	if !d.rc.start(src) {
		return false
	}
	end := len(d.window) + n
	d.window = slices.Grow(d.window, n)
	for len(d.window) < end {
		if d.rc.pos > len(src) {
			return false
		}
		posState := d.at & (1<<d.pb - 1)
		if d.rc.bit(&d.isMatch[d.state<<lzmaMaxPosBits+posState]) == 0 {
			d.putLiteral()
			continue
		}
		length := uint32(1)
		if d.rc.bit(&d.isRep[d.state]) == 0 {
			length = d.newMatch(posState)
		} else {
			length = d.repeated(posState)
		}
		if int(length) > end-len(d.window) || !d.copyMatch(int(d.rep[0])+1, int(length)) {
			return false
		}
	}
	return d.rc.finished()
}

// putLiteral decodes a byte.
func (d *lzmaDecoder) putLiteral() {
	previous := uint32(0)
	if len(d.window) > d.begin {
		previous = uint32(d.window[len(d.window)-1])
	}
	context := (d.at&(1<<d.lp-1))<<d.lc + previous>>(8-d.lc)
	probs := d.literal[0x300*context:][:0x300]
	var b uint32
	if match := len(d.window) - int(d.rep[0]) - 1; d.state >= 7 && match >= d.begin {
		b = d.rc.matched(probs, uint32(d.window[match]))
	} else {
		b = d.rc.tree(probs, 0x100)
	}
	d.window = append(d.window, byte(b))
	d.at++
	switch {
	case d.state < 4:
		d.state = 0
	case d.state < 10:
		d.state -= 3
	default:
		d.state -= 6
	}
}

// newMatch decodes a match with a distance of its own and returns its length.
func (d *lzmaDecoder) newMatch(posState uint32) uint32 {
	length := d.length(&d.matchLength, posState)
	d.rep[3], d.rep[2], d.rep[1] = d.rep[2], d.rep[1], d.rep[0]
	d.rep[0] = d.distance(length)
	d.setState(7, 10)
	return length
}

// repeated decodes a match with one of the last distances and returns its
// length.
func (d *lzmaDecoder) repeated(posState uint32) uint32 {
	if d.rc.bit(&d.isRep0[d.state]) == 0 {
		if d.rc.bit(&d.isRep0Long[d.state<<lzmaMaxPosBits+posState]) == 0 {
			d.setState(9, 11)
			return 1
		}
	} else {
		k := 1
		if d.rc.bit(&d.isRep1[d.state]) != 0 {
			k = 2 + int(d.rc.bit(&d.isRep2[d.state]))
		}
		distance := d.rep[k]
		copy(d.rep[1:k+1], d.rep[:k])
		d.rep[0] = distance
	}
	length := d.length(&d.repLength, posState)
	d.setState(8, 11)
	return length
}

// setState notes a match, after a literal or not.
func (d *lzmaDecoder) setState(afterLiteral, afterMatch uint32) {
	if d.state < 7 {
		d.state = afterLiteral
	} else {
		d.state = afterMatch
	}
}

// length decodes the length of a match.
func (d *lzmaDecoder) length(l *lzmaLength, posState uint32) uint32 {
	switch {
	case d.rc.bit(&l.choice) == 0:
		return lzmaMinMatch + d.rc.tree(l.low[posState][:], 8) - 8
	case d.rc.bit(&l.choice2) == 0:
		return lzmaMinMatch + 8 + d.rc.tree(l.mid[posState][:], 8) - 8
	}
	return lzmaMinMatch + 16 + d.rc.tree(l.high[:], 256) - 256
}

// distance decodes the distance of a match of that length, minus one.
func (d *lzmaDecoder) distance(length uint32) uint32 {
	slot := d.rc.tree(d.slot[min(length-lzmaMinMatch, 3)][:], 64) - 64
	if slot < 4 {
		return slot
	}
	bits := slot/2 - 1
	base := (2 | slot&1) << bits
	if slot < 14 {
		return base + d.rc.reverse(d.special[base-slot:], bits)
	}
	return base + d.rc.direct(bits-4)<<4 + d.rc.reverse(d.align[:], 4)
}

// copyMatch repeats n bytes from distance bytes back; ok is false where there
// are none.
func (d *lzmaDecoder) copyMatch(distance, n int) (ok bool) {
	from := len(d.window) - distance
	if from < d.begin || distance > d.dict {
		return false
	}
	d.at += uint32(n)
	// What is there from that place on repeats itself with period distance, and
	// is a whole number of periods long.
	for n > len(d.window)-from {
		n -= len(d.window) - from
		d.window = append(d.window, d.window[from:]...)
	}
	d.window = append(d.window, d.window[from:from+n]...)
	return true
}
