package inject

import "math"

// A Writer makes the text of a raw file that another source of ranges than NVTX
// fills: docs/formats-nvtxraw.md. All times are ns of CLOCK_MONOTONIC and ascend.
//
// Bytes returns whole records. The caller appends them to a file of the folder with
// the name PID-IMAGE-NUMBER.nvtx, where the image is in hexadecimal. The caller chooses
// the ids of domains, names and schemas.
type Writer struct {
	b    []byte
	last uint64
}

// Ids that are taken, and the types of records that [Writer.Define] takes.
const (
	FirstName    = lostName + 1
	DefineText   = defineText
	DefineDomain = defineDomain
	DefineSchema = defineSchema
)

// NewWriter begins a file: of a process that began at the time image, the number of
// the file in this process, and the time now with its wall-clock time, both in ns.
func NewWriter(pid, parent uint32, image, number, now, wall uint64) *Writer {
	w := &Writer{last: now}
	w.b = append(w.b, magic...)
	w.words(rawVersion|clockNS<<32, uint64(pid)|uint64(parent)<<32, image, number, now, now, wall)
	return w
}

// Bytes returns what was written since the last call.
func (w *Writer) Bytes() []byte {
	b := w.b
	w.b = nil
	return b
}

// Thread says that the records that follow are of a thread.
func (w *Writer) Thread(tid, now uint64) {
	w.words(kindThread, tid, now)
	w.last = now
}

// Define says what an id stands for.
func (w *Writer) Define(what uint64, id, domain uint64, text []byte) {
	w.words(kindDefine|what<<4|uint64(len(text))<<32, id, domain)
	w.pad(text)
}

// Push opens a range.
func (w *Writer) Push(domain, name uint32, now uint64) {
	w.words(w.head(kindPush, uint64(domain), uint64(name), now))
}

// Pop closes the innermost range of the domain, with a payload of a schema.
func (w *Writer) Pop(domain uint32, now, schema uint64, payload []byte) {
	w.long(longPop, domain, 0, now, schema, payload)
}

// Mark writes a moment, with a payload of a schema.
func (w *Writer) Mark(domain uint32, now, schema uint64, payload []byte) {
	w.long(longMark, domain, noName, now, schema, payload)
}

func (w *Writer) long(sort uint64, domain, name uint32, now, schema uint64, payload []byte) {
	n := longWords + 3 + (uint64(len(payload))+7)/8
	w.words(w.head(kindLong, sort, n, now), uint64(domain)|uint64(name)<<32, payloadExt<<32, 1, 0,
		schema, uint64(len(payload)), uint64(len(payload)))
	w.pad(payload)
}

// head makes the first word of a record, after an anchor where the ticks since the
// last record do not fit.
func (w *Writer) head(kind, domain, name, now uint64) uint64 {
	now = max(now, w.last)
	if now-w.last > math.MaxUint32 {
		w.words(kindAnchor, now, now)
		w.last = now
	}
	d := now - w.last
	w.last = now
	return kind | domain<<4 | name<<12 | d<<32
}

func (w *Writer) words(list ...uint64) {
	for _, x := range list {
		w.b = le.AppendUint64(w.b, x)
	}
}

func (w *Writer) pad(text []byte) {
	w.b = append(w.b, text...)
	w.b = append(w.b, make([]byte, -len(text)&7)...)
}
