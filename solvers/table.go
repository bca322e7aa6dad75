package solvers

import "fmt"

// A Table is the binary form of functions, which the library that watches a program
// maps. Method MarshalBinary writes it, method UnmarshalBinary reads it.
type Table struct {
	Functions []Function
	Options
}

// Options say what the watching library records besides the calls.
type Options struct {
	// Matrices says of which calls the matrices are saved.
	Matrices Matrices
	// Ranges are the first and last numbers of such calls, if Matrices is
	// MatricesNumbers.
	Ranges [][2]uint64
	// Sample is the number of bytes of an array above which its hash is of samples.
	// 0 stands for no such limit.
	Sample uint64
}

// DefaultSample is the usual value of Options.Sample: 64 MiB.
const DefaultSample = 64 << 20

// Matrices says of which calls matrices are saved.
type Matrices uint32

// The policies.
const (
	MatricesNone     Matrices = iota
	MatricesPatterns          // the first matrix of each pattern
	MatricesChanged           // each matrix whose pattern and values were not saved before, and the vectors of each solve
	MatricesAll               // at every factorisation and solve
	MatricesNumbers           // at the calls in Options.Ranges
)

const (
	tableMagic     = "NRsolvr1"
	headerSize     = 56
	functionSize   = 128
	expressionSize = 64
	rangeSize      = 16
)

func (o Options) check() error {
	if o.Matrices > MatricesNumbers {
		return fmt.Errorf("policy of matrices %d, want 0 to %d", o.Matrices, MatricesNumbers)
	}
	for _, r := range o.Ranges {
		if r[0] > r[1] {
			return fmt.Errorf("range of calls %d to %d ends before it begins", r[0], r[1])
		}
	}
	return nil
}

// symbolHash is the hash of a name in DT_GNU_HASH.
func symbolHash(symbol string) uint32 {
	h := uint32(5381)
	for k := range len(symbol) {
		h = h*33 + uint32(symbol[k])
	}
	return h
}

// A pool keeps each value once, in order of first use.
type pool struct {
	data []byte
	at   map[string]int
}

func (p *pool) add(s []byte) int {
	if at, ok := p.at[string(s)]; ok {
		return at
	}
	if p.at == nil {
		p.at = map[string]int{}
	}
	at := len(p.data)
	p.at[string(s)] = at
	p.data = append(p.data, s...)
	return at
}

func (p *pool) text(s string) uint32 { return uint32(p.add(append([]byte(s), 0))) }
