package trace

import "math/bits"

// maxBins is how many bins of time steps there are at most.
const maxBins = 64

// StepBins are the durations of phases by the number of their time step, or of their
// iteration in traces without time steps. A bin holds 2^Shift steps in sequence. The
// largest number decides Shift, so that there are at most 64 bins: bins of several
// traces are joined in pairs until they are equally wide, which is exact.
type StepBins struct {
	Last  int64    `json:"last_step"`        // largest number of a step, from 0; −1 without steps
	Shift int      `json:"shift"`            // a bin holds 2^shift steps
	Rows  []BinRow `json:"phases,omitempty"` // by name
}

// A BinRow is the bins of a phase.
type BinRow struct {
	Name string `json:"name"` // name of the phase
	Bins []Cell `json:"bins"` // element k: durations in steps k × 2^shift to (k + 1) × 2^shift − 1
}

// bins collects them by number of the name.
type bins struct {
	last  int64
	shift int
	rows  [][]Cell
}

// shiftOf returns the width of bins up to a step.
func shiftOf(last int64) int { return max(bits.Len64(uint64(max(last, 0)))-bits.Len64(maxBins-1), 0) }

// reach makes bins wide enough for a step.
func (b *bins) reach(step int64) {
	if step <= b.last {
		return
	}
	b.last = step
	for shift := shiftOf(step); b.shift < shift; b.shift++ {
		for i, row := range b.rows {
			b.rows[i] = halved(row)
		}
	}
}

// halved joins bins in pairs.
func halved(row []Cell) []Cell {
	for k := range row {
		if k%2 == 0 {
			row[k/2] = row[k]
		} else {
			row[k/2].Add(&row[k])
		}
	}
	return row[:(len(row)+1)/2]
}

// cell returns the bin of a step for a name.
func (b *bins) cell(name int32, step int64) *Cell {
	b.reach(step)
	for len(b.rows) <= int(name) {
		b.rows = append(b.rows, nil)
	}
	k := int(step >> b.shift)
	for len(b.rows[name]) <= k {
		b.rows[name] = append(b.rows[name], Cell{})
	}
	return &b.rows[name][k]
}
