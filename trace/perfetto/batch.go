package perfetto

import (
	"io"

	"github.com/klauspost/compress/zlib"

	"github.com/nrkit/nrkit/internal/protowire"
)

// batchBytes is how much is deflated at a time: 32 KiB make the file 7 %
// larger, 512 KiB 2 % smaller, and whoever reads it has to hold one.
const batchBytes = 128 << 10

// level is the effort of the compressor. An NR range without arguments takes
// 234 ns and 6.2 bytes at level 1, 246 ns and 5.4 bytes at 4, 275 ns and 5.0
// bytes at 5, and half as long again for 4.7 bytes at 6 (BenchmarkWrite).
const level = 4

// A batch collects packets and writes them deflated.
type batch struct {
	w       io.Writer
	packets protowire.Message // not yet written
	squeeze *zlib.Writer
	framed  protowire.Message // the packet around the deflated ones
}

func newBatch(w io.Writer) *batch {
	z, err := zlib.NewWriterLevel(io.Discard, level)
	if err != nil {
		panic("internal error: perfetto: " + err.Error())
	}
	return &batch{w: w, squeeze: z, packets: make(protowire.Message, 0, batchBytes+4096)}
}

// Write appends to the framed packet; it is where the compressor writes to.
func (b *batch) Write(p []byte) (int, error) {
	b.framed = append(b.framed, p...)
	return len(p), nil
}

// flush writes what was collected.
func (b *batch) flush() error {
	if len(b.packets) == 0 {
		return nil
	}
	var outer, inner int
	b.framed, outer = b.framed[:0].Open(tracePacket)
	b.framed, inner = b.framed.Open(packetCompressed)
	b.squeeze.Reset(b)
	if _, err := b.squeeze.Write(b.packets); err != nil {
		return err
	}
	if err := b.squeeze.Close(); err != nil {
		return err
	}
	b.framed = b.framed.Close(inner).Close(outer)
	b.packets = b.packets[:0]
	_, err := b.w.Write(b.framed)
	return err
}
