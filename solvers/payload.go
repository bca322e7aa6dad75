package solvers

import (
	"encoding/binary"
	"math"
)

// Domain is the NVTX domain of the ranges of watched calls.
const Domain = "nrkit.solvers"

// Schemas of payloads: their names, and the ids that they have in all processes.
const (
	schemaCall    = "nrkit.solvers.call"
	schemaTable   = "nrkit.solvers.table"
	schemaCallID  = 0x01534C01
	schemaTableID = 0x01534C02
)

const (
	payloadWords = 28
	payloadSize  = payloadWords * 8
	said0        = 18       // word of the first number that a library says
	unknown64    = -1 << 63 // status or selector that is not known
	addressBits  = 56       // of the last word; the phase is above
)

// pointers are the addresses and hashes of a call, which are numbered in order of
// time when all calls are known.
type pointers struct {
	pattern, values, rhs        uint64
	makesAnalysis, makesFactors uint64
	usesAnalysis, usesFactors   uint64
	frees, context, matrix      uint64
}

// decode reads a payload of a call into c and p. It returns the row of the function.
// The payload has payloadSize bytes.
func decode(b []byte, c *Call, p *pointers) (row uint32) {
	word := func(k int) uint64 { return binary.LittleEndian.Uint64(b[8*k:]) }
	row = uint32(word(0))
	c.Flags = c.Flags&^(NoData|payloadFlags) | CallFlags(word(0)>>32)&payloadFlags
	c.Number = int64(min(word(1), math.MaxInt64))
	c.Status, c.Selector = small(word(2)), small(word(3))
	c.N, c.Rows, c.NNZ = size(word(4)), size(word(5)), size(word(6))
	c.NRHS = int32(min(size(word(7)), math.MaxInt32))
	*p = pointers{word(8), word(9), word(10), word(11), word(12), word(13), word(14), word(15), word(16), word(17)}
	c.Said = said(b[8*said0:])
	c.Aside = size(min(word(26), math.MaxInt64))
	c.RHSAt = word(27) & (1<<addressBits - 1)
	if phase := Phase(word(27) >> addressBits); phase.valid() {
		c.Phase = phase
	}
	return row
}

// small returns a status or a selector.
func small(word uint64) int32 {
	if int64(word) == unknown64 {
		return Unknown
	}
	return int32(min(max(int64(word), Unknown+1), math.MaxInt32))
}

// size returns a number that is not negative; -1 for others.
func size(word uint64) int64 { return max(int64(word), -1) }

// said returns what the library says; nil if it says nothing.
func said(b []byte) *Said {
	var x [8]float64
	any := false
	for k := range x {
		x[k] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*k:]))
		any = any || !math.IsNaN(x[k])
	}
	if !any {
		return nil
	}
	return &Said{x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]}
}

// schemaName returns the name in the data of a blob "nvtx.schema".
func schemaName(b []byte) string {
	if len(b) < 8 {
		return ""
	}
	n := min(binary.LittleEndian.Uint64(b), uint64(len(b)-8))
	return string(b[8 : 8+n])
}
