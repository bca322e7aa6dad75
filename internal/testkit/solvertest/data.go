package solvertest

import (
	"encoding/binary"
	"math"
)

// Data is the data of a call: the words of its payload.
type Data [28]uint64

// Words of the data of a call, by docs/formats-solvers.md. The functions Int and Float
// make their values.
const (
	Number = iota + 1
	Status
	Context
	Frees
	Selector
	N
	Rows
	NRHS
	RHS
	UsesAnalysis
	UsesFactors
	Aside
	Last // phase << 56 | address of the right-hand side
	NNZ
	Pattern
	Values
	MakesAnalysis
	MakesFactors
	Matrix
	LNZ
	UNZ
	Flops
	RCond
	RGrowth
	Pivots
	Memory
	Iterations
)

// Blank returns data in which everything is unknown, and what the words in set say:
// pairs of a word and its value.
func Blank(set ...uint64) Data {
	var d Data
	d[Status], d[Selector] = 1<<63, 1<<63
	for _, k := range []int{N, Rows, NRHS, NNZ} {
		d[k] = math.MaxUint64
	}
	for k := LNZ; k <= Iterations; k++ {
		d[k] = Float(math.NaN())
	}
	for k := 0; k < len(set); k += 2 {
		d[set[k]] = set[k+1]
	}
	return d
}

// Float returns the word of a number.
func Float(x float64) uint64 { return math.Float64bits(x) }

func (d Data) bytes() []byte {
	var b []byte
	for _, x := range d {
		b = binary.LittleEndian.AppendUint64(b, x)
	}
	return b
}
