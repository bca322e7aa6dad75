package inject

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// A rawWriter writes a file as the library does, by the text of the format.
type rawWriter struct {
	b    bytes.Buffer
	last uint64
}

func newRaw(pid uint32, image, number, tick uint64) *rawWriter {
	w := &rawWriter{last: tick}
	w.b.WriteString("NRnvtx\r\n")
	w.words(1|3<<32, uint64(pid), image, number, tick, tick, 1e18+tick)
	return w
}

func (w *rawWriter) words(list ...uint64) {
	for _, x := range list {
		w.b.Write(binary.LittleEndian.AppendUint64(nil, x))
	}
}

// at makes the first word of a record that happens at tick.
func (w *rawWriter) at(kind, domain, name, tick uint64) uint64 {
	d := tick - w.last
	w.last = tick
	return kind | domain<<4 | name<<12 | d<<32
}

func (w *rawWriter) thread(tid, tick uint64)          { w.words(7, tid, tick); w.last = tick }
func (w *rawWriter) threadEnd(tick uint64)            { w.words(w.at(8, 0, 0, tick)) }
func (w *rawWriter) anchor(tick, ns uint64)           { w.words(6, tick, ns); w.last = tick }
func (w *rawWriter) push(domain, name, tick uint64)   { w.words(w.at(1, domain, name, tick)) }
func (w *rawWriter) pop(domain, tick uint64)          { w.words(w.at(2, domain, 0, tick)) }
func (w *rawWriter) mark(domain, name, tick uint64)   { w.words(w.at(3, domain, name, tick)) }
func (w *rawWriter) start(domain, name, id, t uint64) { w.words(w.at(10, domain, name, t), id) }
func (w *rawWriter) end(id, tick uint64)              { w.words(w.at(11, 0, 0, tick), id) }

// skip leaves n words that a reader must not look at.
func (w *rawWriter) skip(n int) {
	w.words(5 | uint64(n+1)<<32)
	for range n {
		w.words(0xffff_ffff_ffff_ffff)
	}
}

func (w *rawWriter) define(what, id, of uint64, text string) {
	w.words(9|what<<4|uint64(len(text))<<32, id, of)
	w.b.WriteString(text)
	w.b.Write(make([]byte, -len(text)&7))
}

// long writes a long record with payloads of a schema.
func (w *rawWriter) long(sort, domain, name, tick, category, payload, value, id uint64, schema uint64, data ...string) {
	var b rawWriter
	for _, d := range data {
		b.words(schema, uint64(len(d)), uint64(len(d)))
		b.b.WriteString(d)
		b.b.Write(make([]byte, -len(d)&7))
	}
	n := uint64(5 + b.b.Len()/8)
	w.words(w.at(4, sort, n, tick), domain|name<<32, category|payload<<32, value, id)
	w.b.Write(b.b.Bytes())
}

// file returns what was written, and zeros behind it as the library leaves.
func (w *rawWriter) file(name string) File {
	b := append(bytes.Clone(w.b.Bytes()), make([]byte, 64)...)
	return File{name, bytes.NewReader(b), int64(len(b))}
}

func text(i uint64) string { return fmt.Sprintf("name %d", i) }
