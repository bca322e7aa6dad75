package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
)

// writeNPY writes x as an array of 32-bit integers in NumPy's format 1.0, of
// shape (len(x),).
func writeNPY[T ~[]int32](w io.Writer, x T) error {
	header := fmt.Sprintf("{'descr': '<i4', 'fortran_order': False, 'shape': (%d,), }", len(x))
	// The data starts at a multiple of 64 bytes.
	const prefix = 10
	pad := 63 - (prefix+len(header))%64
	header += strings.Repeat(" ", pad) + "\n"
	out := bufio.NewWriter(w)
	out.WriteString("\x93NUMPY\x01\x00")
	buf := binary.LittleEndian.AppendUint16(nil, uint16(len(header)))
	out.Write(buf)
	out.WriteString(header)
	for _, v := range x {
		buf = binary.LittleEndian.AppendUint32(buf[:0], uint32(v))
		out.Write(buf) // a bufio.Writer keeps its first error for Flush
	}
	return out.Flush()
}
