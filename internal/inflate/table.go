package inflate

import "math/bits"

// A huffTable decodes a prefix code of DEFLATE: the next huffBits bits of the
// input index its first part. Codes that are longer go on in a subtable, which
// is as large as the longest of those that begin alike. An entry holds, from
// the low bits on:
//
//	 8 bits: how many bits to drop, those of the code and the extra ones
//	 4 bits: how many of them are code; of a subtable, how many bits index it
//	 4 bits: what it is, see below; none of these means a length or a distance
//	16 bits: the literal, the base of a length or distance, the begin of a
//	         subtable
type huffTable struct {
	entries [1 << (huffBits + 1)]uint32
}

const (
	huffBits = 11
	huffMax  = 15 // bits of the longest code

	huffLiteral = 8 << 12
	huffSub     = 4 << 12
	huffEnd     = 2 << 12 // of the block
	huffBad     = 1 << 12 // no such code

	huffIndex = 1<<huffBits - 1     // mask of the first part
	huffAll   = 1<<(huffBits+1) - 1 // mask of all: 288 codes of 15 bits take 2342 entries at most
)

// lengthEntries returns the entries of the code of literals and lengths, as
// they are without the bits of the code: RFC 1951, 3.2.5.
func lengthEntries() []uint32 {
	e := make([]uint32, 288)
	for k := range 256 {
		e[k] = uint32(k)<<16 | huffLiteral
	}
	e[256] = huffEnd
	fillBases(e[257:285], 3, 4)
	e[285] = 258 << 16
	e[286], e[287] = huffBad, huffBad
	return e
}

// distanceEntries returns the entries of the code of distances.
func distanceEntries() []uint32 {
	e := make([]uint32, 32)
	fillBases(e[:30], 1, 2)
	e[30], e[31] = huffBad, huffBad
	return e
}

// fillBases sets lengths or distances from base on: 2·same of them have no
// extra bits, then each group of that many has one more.
func fillBases(e []uint32, base uint32, same int) {
	for k := range e {
		extra := max(0, k/same-1)
		e[k] = base<<16 | uint32(extra)
		base += 1 << extra
	}
}

// metaEntries returns the entries of the code that describes the other two.
func metaEntries() []uint32 {
	e := make([]uint32, 19)
	for k := range e {
		e[k] = uint32(k)<<16 | huffLiteral
	}
	return e
}

// build sets the table to the canonical code with these lengths, of the
// symbols with these entries; ok is false where they make no complete prefix
// code. One symbol alone may have one bit and leave the other value unused,
// and no symbols make a code of which nothing is right.
func (t *huffTable) build(lengths []uint8, symbols []uint32) (ok bool) {
	var count [huffMax + 1]int
	for _, n := range lengths {
		count[n]++
	}
	used := len(lengths) - count[0]
	left := 1
	var first [huffMax + 2]uint16 // first[n] is the first code of n bits
	for n := 1; n <= huffMax; n++ {
		if left = 2*left - count[n]; left < 0 {
			return false
		}
		first[n+1] = (first[n] + uint16(count[n])) << 1
	}
	if left > 0 && !(used == 0 || used == 1 && count[1] == 1) {
		return false
	}
	if left > 0 {
		for k := range t.entries[:1<<huffBits] {
			t.entries[k] = huffBad | 1
		}
	}
	t.reserve(lengths, first)
	for symbol, n := range lengths {
		if n > 0 {
			t.put(reversed(first[n], n), uint32(n), symbols[symbol])
			first[n]++
		}
	}
	return true
}

// reversed returns a code of n bits with its first bit lowest, as it stands in
// the input.
func reversed(code uint16, n uint8) uint32 { return uint32(bits.Reverse16(code)) >> (16 - n) }

// reserve makes the subtables.
func (t *huffTable) reserve(lengths []uint8, first [huffMax + 2]uint16) {
	var width [1 << huffBits]uint8 // of the subtable of each prefix
	long := false
	for _, n := range lengths {
		if n > huffBits {
			prefix := reversed(first[n], n) & huffIndex
			width[prefix] = max(width[prefix], n-huffBits)
			long = true
		}
		first[n]++
	}
	begin := uint32(1 << huffBits)
	for prefix := 0; long && prefix < len(width); prefix++ {
		if w := width[prefix]; w > 0 {
			t.entries[prefix] = begin<<16 | huffSub | uint32(w)<<8 | huffBits
			begin += 1 << w
		}
	}
}

// put enters a code of n bits wherever the bits behind it may lead.
func (t *huffTable) put(code, n, symbol uint32) {
	table, size := t.entries[:1<<huffBits], uint32(1<<huffBits)
	if n > huffBits {
		sub := t.entries[code&huffIndex]
		size = 1 << (sub >> 8 & 15)
		table = t.entries[sub>>16:][:size]
		code, n = code>>huffBits, n-huffBits
	}
	entry := symbol&^0xff | n<<8 | (n + symbol&0xff)
	for k := code; k < size; k += 1 << n {
		table[k] = entry
	}
}
