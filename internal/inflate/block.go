package inflate

import "io"

// header reads the header of a block.
func (z *Reader) header() error {
	if z.last {
		z.align()
		z.state = atEnd
		return io.EOF
	}
	z.last = z.take(1) == 1
	var ok bool
	switch z.take(2) {
	case 0:
		return z.storedHeader()
	case 1:
		ok = z.fixedCodes()
	case 2:
		ok = z.dynamicCodes()
	}
	if err := z.ended(); err != nil {
		return err
	}
	if !ok {
		return errData
	}
	z.state = codedBlock
	return nil
}

// storedHeader reads the length of a stored block.
func (z *Reader) storedHeader() error {
	z.take(z.nbits & 7)
	n, inverse := z.take(16), z.take(16)
	if err := z.ended(); err != nil {
		return err
	}
	if n != ^inverse&0xffff {
		return errData
	}
	z.stored, z.state = int(n), storedBlock
	return nil
}

// copyStored copies a part of a stored block.
func (z *Reader) copyStored() error {
	z.align()
	if z.stored > 0 && z.pos == len(z.in) {
		z.more()
	}
	if z.stored > 0 && z.pos == len(z.in) {
		if z.rerr != io.EOF {
			return z.rerr
		}
		return io.ErrUnexpectedEOF
	}
	n := min(z.stored, len(z.in)-z.pos, len(z.out)-z.have)
	copy(z.out[z.have:], z.in[z.pos:z.pos+n])
	z.have += n
	z.pos += n
	if z.stored -= n; z.stored == 0 {
		z.state = blockHeader
	}
	return nil
}

// fixedCodes sets the codes that need no description.
func (z *Reader) fixedCodes() bool {
	var n [288]uint8
	for k := range n {
		switch {
		case k < 144:
			n[k] = 8
		case k < 256:
			n[k] = 9
		case k < 280:
			n[k] = 7
		default:
			n[k] = 8
		}
	}
	ok := z.lit.build(n[:], z.symbols[0])
	for k := range 32 {
		n[k] = 5
	}
	return ok && z.dist.build(n[:32], z.symbols[1])
}

// dynamicCodes reads the codes of a block; it is false where they are none.
func (z *Reader) dynamicCodes() bool {
	nlit, ndist, ncode := int(z.take(5))+257, int(z.take(5))+1, int(z.take(4))+4
	if nlit > 286 || ndist > 30 {
		return false
	}
	var n [286 + 30]uint8
	order := [19]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}
	for _, k := range order[:ncode] {
		n[k] = uint8(z.take(3))
	}
	if !z.dist.build(n[:19], metaEntries()) {
		return false
	}
	n = [286 + 30]uint8{}
	for k := 0; k < nlit+ndist; {
		z.refill()
		e := z.dist.entries[z.bits&huffIndex]
		z.bits >>= e & 63
		z.nbits -= uint(e & 63)
		if e&huffBad != 0 || z.ended() != nil {
			return false
		}
		value, times := uint8(e>>16), 1
		switch value {
		case 16:
			if k == 0 {
				return false
			}
			value, times = n[k-1], 3+int(z.take(2))
		case 17:
			value, times = 0, 3+int(z.take(3))
		case 18:
			value, times = 0, 11+int(z.take(7))
		}
		if k+times > nlit+ndist {
			return false
		}
		for ; times > 0; times-- {
			n[k] = value
			k++
		}
	}
	return n[256] > 0 && z.lit.build(n[:nlit], z.symbols[0]) && z.dist.build(n[nlit:nlit+ndist], z.symbols[1])
}
