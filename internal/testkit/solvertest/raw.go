package solvertest

import (
	"bytes"
	"encoding/binary"
)

// A rawFile is a file of the format nvtxraw, by docs/formats-nvtxraw.md. Its ticks are
// ns of the monotonic clock.
type rawFile struct {
	b    bytes.Buffer
	last uint64
}

// Kinds of records, and of what is defined.
const (
	kindPush   = 1
	kindPop    = 2
	kindLong   = 4
	kindAnchor = 6
	kindThread = 7
	kindDefine = 9

	defineText   = 1
	defineDomain = 2
	defineSchema = 5

	longMark = 2
	longPop  = 5
)

const (
	clockNS    = 3
	payloadExt = 0xDFBD0009
)

func newRaw(pid, number, tick uint64) *rawFile {
	f := &rawFile{last: tick}
	f.b.WriteString("NRnvtx\r\n")
	f.words(1|clockNS<<32, pid, 1, number, tick, tick, 1e18+tick)
	return f
}

func (f *rawFile) words(list ...uint64) {
	for _, x := range list {
		f.b.Write(binary.LittleEndian.AppendUint64(nil, x))
	}
}

// padded writes bytes and fills up the last word.
func (f *rawFile) padded(b []byte) {
	f.b.Write(b)
	f.b.Write(make([]byte, -len(b)&7))
}

// at writes the first word of a record.
func (f *rawFile) at(kind, domain, name, tick uint64) {
	if tick-f.last >= 1<<32 {
		f.words(kindAnchor, tick, tick)
		f.last = tick
	}
	f.words(kind | domain<<4 | name<<12 | (tick-f.last)<<32)
	f.last = tick
}

func (f *rawFile) define(what, id, of uint64, text []byte) {
	f.words(kindDefine|what<<4|uint64(len(text))<<32, id, of)
	f.padded(text)
}

// schema defines a schema of bytes with a name alone.
func (f *rawFile) schema(id, domain uint64, name string) {
	text := binary.LittleEndian.AppendUint64(nil, uint64(len(name)))
	text = append(text, name...)
	f.define(defineSchema, id, domain, append(text, make([]byte, 5*8)...))
}

// long writes a pop or a mark with a payload.
func (f *rawFile) long(sort, domain, tick, schema uint64, data []byte) {
	f.at(kindLong, sort, uint64(5+3+(len(data)+7)/8), tick)
	f.words(domain, payloadExt<<32, 1, 0, schema, uint64(len(data)), uint64(len(data)))
	f.padded(data)
}
