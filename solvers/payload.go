package solvers

import (
	"encoding/binary"
	"math"
)

// Domain is the NVTX domain of the ranges of watched calls.
const Domain = "nrkit.solvers"

// schemaCall names the schema of the payload of a call. Schemas of its first words have
// this name with a suffix.
const schemaCall = "nrkit.solvers.call"

// Ids of the schemas in all processes.
const (
	schemaCallID = 0x01534C01 + iota
	schemaSolveID
	schemaBriefID
)

const (
	payloadWords = 28
	payloadSize  = payloadWords * 8
	leastWords   = 2
	unknown64    = -1 << 63 // status or selector that is not known
	addressBits  = 56       // of the phase's word; the phase is above
)

// Words of a payload.
const (
	wordFunction = iota // and the flags, above
	wordNumber
	wordStatus
	wordContext
	wordFrees
	wordSelector
	wordN
	wordRows
	wordNRHS
	wordRHS
	wordUsesAnalysis
	wordUsesFactors
	wordAside
	wordPhase // and the address of the right-hand sides
	wordNNZ
	wordPattern
	wordValues
	wordMakesAnalysis
	wordMakesFactors
	wordMatrix
	wordSaid // the first number that a library says
)

// words are the words of a payload.
type words [payloadWords]uint64

// blank are the words of a call of which nothing is known.
var blank = func() (w words) {
	w[wordStatus], w[wordSelector] = 1<<63, 1<<63
	for _, k := range []int{wordN, wordRows, wordNRHS, wordNNZ} {
		w[k] = math.MaxUint64 // -1
	}
	for k := wordSaid; k < payloadWords; k++ {
		w[k] = math.Float64bits(math.NaN())
	}
	return w
}()

// whole reports whether b is a payload: the first words, at least two.
func whole(b []byte) bool { return len(b) >= 8*leastWords && (len(b)%8 == 0 || len(b) > payloadSize) }

// pointers are the addresses and hashes of a call, which are numbered in order of
// time when all calls are known.
type pointers struct {
	pattern, values, rhs        uint64
	makesAnalysis, makesFactors uint64
	usesAnalysis, usesFactors   uint64
	frees, context, matrix      uint64
}

// decode reads a payload of a call into c and p. It returns the row of the function.
func decode(b []byte, c *Call, p *pointers) (row uint32) {
	w := blank
	for k := range min(len(b)/8, payloadWords) {
		w[k] = binary.LittleEndian.Uint64(b[8*k:])
	}
	c.Flags = c.Flags&^(NoData|payloadFlags) | CallFlags(w[wordFunction]>>32)&payloadFlags
	c.Number = int64(min(w[wordNumber], math.MaxInt64))
	c.Status, c.Selector = small(w[wordStatus]), small(w[wordSelector])
	c.N, c.Rows, c.NNZ = size(w[wordN]), size(w[wordRows]), size(w[wordNNZ])
	c.NRHS = int32(min(size(w[wordNRHS]), math.MaxInt32))
	*p = pointers{w[wordPattern], w[wordValues], w[wordRHS], w[wordMakesAnalysis], w[wordMakesFactors], w[wordUsesAnalysis], w[wordUsesFactors],
		w[wordFrees], w[wordContext], w[wordMatrix]}
	c.Said = said(&w)
	c.Aside = size(min(w[wordAside], math.MaxInt64))
	c.RHSAt = w[wordPhase] & (1<<addressBits - 1)
	if phase := Phase(w[wordPhase] >> addressBits); phase.valid() {
		c.Phase = phase
	}
	return uint32(w[wordFunction])
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
func said(w *words) *Said {
	var x [8]float64
	any := false
	for k := range x {
		x[k] = math.Float64frombits(w[wordSaid+k])
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
