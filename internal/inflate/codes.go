package inflate

import "encoding/binary"

// refillFast is refill where there are 8 bytes: 56 bits or more afterwards.
func refillFast(in []byte, pos int, bits uint64, nbits uint) (int, uint64, uint) {
	return pos + int(63-nbits)>>3, bits | binary.LittleEndian.Uint64(in[pos:])<<(nbits&63), nbits | 56
}

// drop drops the bits of entry e.
func drop(bits uint64, nbits uint, e uint32) (uint64, uint) {
	return bits >> (e & 63), nbits - uint(e&63)
}

// value returns the length or distance of entry e: its base and extra bits.
func value(bits uint64, e uint32) int {
	return int(e>>16) + int(uint32(bits)&(1<<(e&63)-1)>>(e>>8&15))
}

// codes decodes until the block ends or the room does.
//
// The bits, their number and the places in input and output are kept in
// variables here. After a refill there are 56 bits, which is more than a
// length and a distance with their extra bits take, 48.
func (z *Reader) codes() error {
	in, pos, bits, nbits := z.in, z.pos, z.bits, z.nbits
	out, have := z.out, z.have
	lit, dist := &z.lit.entries, &z.dist.entries
	limit := len(out) - slackSize
	sure := have // what is out before that is certain, near the end of the input
	var err error
	for have < limit {
		if len(in)-pos >= 8 {
			pos, bits, nbits = refillFast(in, pos, bits, nbits)
		} else {
			z.pos, z.bits, z.nbits = pos, bits, nbits
			z.refill()
			in, pos, bits, nbits = z.in, z.pos, z.bits, z.nbits
			if err = z.ended(); err != nil {
				break
			}
			sure = have
		}
		e := lit[bits&huffIndex]
		if e&huffLiteral != 0 {
			// Literals come in runs: two more of them without a refill.
			bits, nbits = drop(bits, nbits, e)
			out[have] = byte(e >> 16)
			have++
			if e = lit[bits&huffIndex]; e&huffLiteral != 0 {
				bits, nbits = drop(bits, nbits, e)
				out[have] = byte(e >> 16)
				have++
				if e = lit[bits&huffIndex]; e&huffLiteral != 0 {
					bits, nbits = drop(bits, nbits, e)
					out[have] = byte(e >> 16)
					have++
					continue
				}
			}
			if nbits < 48 {
				if len(in)-pos < 8 {
					continue
				}
				pos, bits, nbits = refillFast(in, pos, bits, nbits)
			}
		}
		if e&huffSub != 0 {
			bits, nbits = bits>>huffBits, nbits-huffBits
			e = lit[(e>>16+uint32(bits)&(1<<(e>>8&15)-1))&huffAll]
			if e&huffLiteral != 0 {
				bits, nbits = drop(bits, nbits, e)
				out[have] = byte(e >> 16)
				have++
				continue
			}
		}
		length := value(bits, e)
		bits, nbits = drop(bits, nbits, e)
		if e&(huffEnd|huffBad) != 0 {
			if z.state = blockHeader; e&huffBad != 0 {
				err = errData
			}
			break
		}
		e = dist[bits&huffIndex]
		if e&huffSub != 0 {
			bits, nbits = bits>>huffBits, nbits-huffBits
			e = dist[(e>>16+uint32(bits)&(1<<(e>>8&15)-1))&huffAll]
		}
		from := have - value(bits, e)
		bits, nbits = drop(bits, nbits, e)
		if e&huffBad != 0 || from < 0 {
			err = errData
			break
		}
		have = appendMatch(out, have, from, length)
	}
	z.pos, z.bits, z.nbits, z.have = pos, bits, nbits, have
	if short := z.ended(); short != nil {
		z.have, err = sure, short // the rest came from zeros that are not there
	}
	return err
}

// appendMatch appends n bytes that begin at from, which may overlap what they
// make; it may write up to 16 bytes. It returns the end.
func appendMatch(out []byte, have, from, n int) int {
	if have-from >= 8 && n <= 16 {
		to, src := out[have:have+16], out[from:from+16]
		binary.LittleEndian.PutUint64(to, binary.LittleEndian.Uint64(src))
		binary.LittleEndian.PutUint64(to[8:], binary.LittleEndian.Uint64(src[8:]))
		return have + n
	}
	return repeat(out, have, from, n)
}

// repeat is appendMatch for any distance and length.
func repeat(out []byte, have, from, n int) int {
	end := have + n
	for n > have-from {
		k := copy(out[have:end], out[from:have])
		have, n = have+k, n-k
	}
	copy(out[have:end], out[from:from+n])
	return end
}
