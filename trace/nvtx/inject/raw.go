package inject

import (
	"encoding/binary"
	"errors"
	"io"
)

// The format nvtxraw, version 1: docs/formats-nvtxraw.md. All is made of words
// of 64 bits, little-endian.
const (
	magic       = "NRnvtx\r\n"
	rawVersion  = 1
	headerWords = 8
)

// Kinds of records.
const (
	kindPush = iota + 1
	kindPop
	kindMark
	kindLong
	kindSkip
	kindAnchor
	kindThread
	kindThreadEnd
	kindDefine
	kindStart
	kindEnd
)

// Sorts of long records.
const (
	longPush = iota + 1
	longMark
	longStart
	longEnd
	longPop
)

// What a definition defines.
const (
	defineText = iota + 1
	defineDomain
	defineCategory
	defineThread
	defineSchema
	defineEnum
	defineProgram
)

const (
	longWords  = 5
	payloadExt = 0xDFBD0009
	noName     = 0
	lostName   = 1
	maxNames   = 1 << 20
)

// Clocks.
const (
	clockTSC = iota + 1
	clockCNTVCT
	clockNS
)

var le = binary.LittleEndian

// A header is the start of a file.
type header struct {
	clock       uint32
	pid, parent uint32
	image       uint64 // ns of the monotonic clock at which the program began to record
	number      uint64 // of the file in the process
	anchor      anchor
	wall        uint64 // ns since 1970, at the anchor
}

var errHeader = errors.New("no header of nvtxraw, version 1")

func parseHeader(b []byte) (header, error) {
	if len(b) < headerWords*8 || string(b[:8]) != magic || le.Uint32(b[8:]) != rawVersion {
		return header{}, errHeader
	}
	h := header{
		clock: le.Uint32(b[12:]), pid: le.Uint32(b[16:]), parent: le.Uint32(b[20:]),
		image: le.Uint64(b[24:]), number: le.Uint64(b[32:]),
		anchor: anchor{le.Uint64(b[40:]), le.Uint64(b[48:])}, wall: le.Uint64(b[56:]),
	}
	if h.clock < clockTSC || h.clock > clockNS {
		return header{}, errHeader
	}
	return h, nil
}

// A record is one that was read. A long one has the kind that it stands for.
// What a record does not have is left as it was.
type record struct {
	kind     uint8
	sort     uint8 // of long ones longPush …, of define defineText …, else 0
	domain   uint32
	name     uint32
	tick     uint64 // when it happened; of others that of the record before
	id       uint64 // of start and end; of define what is defined; of thread the tid; of anchor ns
	of       uint64 // of define: the domain
	category uint32 // this and the next three of long ones
	payload  uint32 // type of value
	value    uint64
	data     []byte // the payloads; of define the text; valid until the next one
}

// A reader goes through the records of a file. It ends at the first that is not
// there.
type reader struct {
	src  io.ReaderAt
	size int64
	off  int64 // of the next record
	last uint64
	buf  []byte
	at   int64 // offset of buf

	damaged bool // it ended at something that is no record
	err     error
}

const readSize = 256 << 10

// bytes returns n bytes at the next record, nil when the file has not so many.
func (r *reader) bytes(n int64) []byte {
	if r.off >= r.at && r.off+n <= r.at+int64(len(r.buf)) {
		return r.buf[r.off-r.at:][:n]
	}
	return r.fill(n)
}

func (r *reader) fill(n int64) []byte {
	if n > r.size-r.off {
		return nil
	}
	want := min(max(n, readSize), r.size-r.off)
	if int64(cap(r.buf)) < want {
		r.buf = make([]byte, want)
	}
	r.buf, r.at = r.buf[:want], r.off
	if got, err := r.src.ReadAt(r.buf, r.off); got < len(r.buf) {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		r.err, r.buf = err, r.buf[:0]
		return nil
	}
	return r.buf[:n]
}

// next reads a record and reports whether there is one.
func (r *reader) next(x *record) bool {
	for {
		b := r.bytes(8)
		if b == nil {
			return false
		}
		w := le.Uint64(b)
		x.kind, x.sort = uint8(w&15), 0
		x.domain, x.name = uint32(w>>4)&0xff, uint32(w>>12)&0xfffff
		switch x.kind {
		case kindPush, kindPop, kindMark, kindThreadEnd:
			r.off += 8
			r.last += w >> 32
			x.tick = r.last
			return true
		case kindSkip:
			if n := int64(w>>32) * 8; n > 0 {
				r.off += n
				continue
			}
		case 0:
			if w == 0 {
				return false
			}
		default:
			if r.more(x, w) {
				return true
			}
		}
		r.damaged = r.err == nil
		return false
	}
}

// more reads a record of several words.
func (r *reader) more(x *record, w uint64) bool {
	switch x.kind {
	case kindAnchor, kindThread:
		b := r.bytes(24)
		if b == nil {
			return false
		}
		if x.kind == kindAnchor {
			r.last, x.id = le.Uint64(b[8:]), le.Uint64(b[16:])
		} else {
			x.id, r.last = le.Uint64(b[8:]), le.Uint64(b[16:])
		}
		x.tick = r.last
		r.off += 24
		return true
	case kindStart, kindEnd:
		b := r.bytes(16)
		if b == nil {
			return false
		}
		r.last += w >> 32
		x.tick, x.id = r.last, le.Uint64(b[8:])
		r.off += 16
		return true
	case kindDefine:
		size := int64(w >> 32)
		b := r.bytes(24 + (size+7)/8*8)
		if b == nil {
			return false
		}
		x.sort, x.id, x.of, x.data = uint8(x.domain), le.Uint64(b[8:]), le.Uint64(b[16:]), b[24:24+size]
		x.tick = r.last
		r.off += int64(len(b))
		return true
	case kindLong:
		return r.long(x, w)
	}
	return false
}

// long reads a long record; it becomes one of the kind it stands for.
func (r *reader) long(x *record, w uint64) bool {
	b := r.bytes(int64(x.name) * 8)
	kinds := [...]uint8{longPush: kindPush, longMark: kindMark, longStart: kindStart, longEnd: kindEnd, longPop: kindPop}
	if len(b) < longWords*8 || x.domain == 0 || int(x.domain) >= len(kinds) {
		return false
	}
	x.sort = uint8(x.domain)
	x.kind = kinds[x.sort]
	x.domain, x.name = le.Uint32(b[8:]), le.Uint32(b[12:])
	x.category, x.payload, x.value, x.id = le.Uint32(b[16:]), le.Uint32(b[20:]), le.Uint64(b[24:]), le.Uint64(b[32:])
	x.data = b[longWords*8:]
	r.last += w >> 32
	x.tick = r.last
	r.off += int64(len(b))
	return true
}

// A payload is one of a long record.
type payload struct {
	schema, size uint64 // size that the program said; data may have less
	data         []byte
}

// payloads yields the payloads of a long record, as far as they are whole.
func (x *record) payloads(yield func(payload) bool) {
	if x.payload != payloadExt {
		return
	}
	b := x.data
	for n := x.value; n > 0 && len(b) >= 24; n-- {
		p := payload{schema: le.Uint64(b), size: le.Uint64(b[8:])}
		stored := le.Uint64(b[16:])
		if b = b[24:]; stored > uint64(len(b)) {
			return
		}
		p.data = b[:stored]
		b = b[min(int((stored+7)/8*8), len(b)):]
		if !yield(p) {
			return
		}
	}
}
