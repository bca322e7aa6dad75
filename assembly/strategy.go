package assembly

import "slices"

// A Colouring splits the devices into sets. No two devices of a set write the same
// position, so each set can be assembled in parallel without atomics.
type Colouring struct {
	Colours    int `json:"colours"`     // number of colours: passes that need no atomics
	LowerBound int `json:"lower_bound"` // the most writers of a position; no colouring has fewer colours
	Smallest   int `json:"smallest"`    // devices of the smallest colour
	Median     int `json:"median"`      // devices of the median colour; of two the smaller
	Largest    int `json:"largest"`     // devices of the largest colour

	Cover90 int `json:"cover_90"` // number of colours, largest first, that contain 90 % of the devices
	Cover95 int `json:"cover_95"` // number of colours, largest first, that contain 95 % of the devices
	Cover99 int `json:"cover_99"` // number of colours, largest first, that contain 99 % of the devices
}

// newColouring returns the figures of a colouring with n colours of a graph
// in which some position has most writers.
func newColouring(colours []int32, n, most int) Colouring {
	c := Colouring{Colours: n, LowerBound: most}
	if n == 0 {
		return c
	}
	c.LowerBound = max(most, 1)
	sizes := make([]int, n)
	for _, k := range colours {
		sizes[k]++
	}
	slices.Sort(sizes)
	c.Smallest, c.Median, c.Largest = sizes[0], sizes[(n-1)/2], sizes[n-1]
	slices.Reverse(sizes)
	c.Cover90 = covering(sizes, len(colours), 90)
	c.Cover95 = covering(sizes, len(colours), 95)
	c.Cover99 = covering(sizes, len(colours), 99)
	return c
}

// covering returns how many of the sizes, which descend, add up to a
// percentage of total.
func covering(sizes []int, total, percent int) int {
	sum := 0
	for k, n := range sizes {
		if sum += n; 100*int64(sum) >= int64(percent)*int64(total) {
			return k + 1
		}
	}
	return len(sizes)
}

// Names of strategies.
const (
	Atomics      = "atomics"       // each slot is added to its position by an atomic operation
	Colours      = "colours"       // one pass for each colour, with plain additions
	SegmentedSum = "segmented_sum" // values are stored slot by slot, then summed position by position through a list made once
)

// A Strategy is the cost of one way of assembly. Values are float64 and slot numbers
// have 32 bits. The evaluation of the devices costs the same in all strategies and
// is left out.
type Strategy struct {
	// `atomics`: atomic additions. `colours`: one pass per colour.
	// `segmented_sum`: values are stored slot by slot, then summed through a list
	// made once
	Name string `json:"name"`

	Passes int `json:"passes"` // number of passes that wait for each other

	// number of additions to the Jacobian in memory, each a read and a write; 0 if
	// sums are made in registers
	Adds int `json:"adds"`

	SerialDepth  int   `json:"serial_depth"`  // longest chain of additions that follow each other; segments are not split
	ReadBytes    int64 `json:"read_bytes"`    // bytes read: 4 + 8 per slot
	WrittenBytes int64 `json:"written_bytes"` // bytes written to the Jacobian: 8 per slot, or 8 per position for `segmented_sum`
	StagedBytes  int64 `json:"staged_bytes"`  // bytes that the evaluation stores for a later read
	Reproducible bool  `json:"reproducible"`  // true if the order of additions, and so the last bit, is the same in every run
}

// strategies returns the costs for S slots at P positions: with atomics and
// with colours 4S+8S bytes are read and 8S written, with a segmented sum 4S+8S
// read and 8P written after 8S have been staged.
func strategies(s *Scatter) []Strategy {
	slots, positions := int64(s.Slots), int64(s.Positions)
	passes := s.Colouring.Colours
	if s.Slots == 0 {
		passes = 0
	}
	one := min(s.Slots, 1)
	return []Strategy{
		{Name: Atomics, Passes: one, Adds: s.Slots, SerialDepth: s.Adds.Max, ReadBytes: 12 * slots, WrittenBytes: 8 * slots},
		{Name: Colours, Passes: passes, Adds: s.Slots, SerialDepth: s.Adds.Max, ReadBytes: 12 * slots, WrittenBytes: 8 * slots, Reproducible: true},
		{Name: SegmentedSum, Passes: one, SerialDepth: s.Adds.Max, ReadBytes: 12 * slots, WrittenBytes: 8 * positions,
			StagedBytes: 8 * slots, Reproducible: true},
	}
}
