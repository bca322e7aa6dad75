package phasetable

import "github.com/nrkit/nrkit/trace"

// A Pooled is what a summary file has besides the table of phases. Durations are of
// ranges that lie in no range of the same name, and only of ranges that were timed.
type Pooled struct {
	Captures int        `json:"captures"` // number of captures that were added up
	Bad      []Bad      `json:"bad"`      // files that could not be read and are not in the figures, by name
	Keys     []KeyGroup `json:"keys"`     // captures by the key of their start, by hash; captures without a key have the hash ""
	Steps    *StepTable `json:"steps"`    // durations by time step, or by iteration without time steps; null without both
}

// A Bad is a file that could not be read.
type Bad struct {
	Name    string `json:"name"`    // name of the file
	Message string `json:"message"` // the error
}

// A KeyGroup is the captures with one key.
type KeyGroup struct {
	Hash     string    `json:"hash"`     // first 16 hexadecimal digits of the SHA-256 of the key; "" without a key
	Captures int       `json:"captures"` // number of captures
	Example  string    `json:"example"`  // name of the first capture
	Differs  []string  `json:"differs"`  // parts of the key that differ from the key with the most captures
	Phases   []CellRow `json:"phases"`   // durations by phase, largest total first
}

// A CellRow is the durations of a phase.
type CellRow struct {
	Name      string  `json:"name"`         // name of the phase
	Count     int64   `json:"count"`        // number of durations
	Total     int64   `json:"total_ns"`     // sum
	Mean      float64 `json:"mean_ns"`      // mean
	Deviation float64 `json:"deviation_ns"` // standard deviation
	Min       int64   `json:"min_ns"`       // shortest
	Max       int64   `json:"max_ns"`       // longest

	// histogram: element 0 is the number of durations of 0 ns, element k the number
	// of durations from 2^(k−1) ns to less than 2^k ns
	Octaves []int64 `json:"octaves"`
}

// A StepTable is durations by time step. The number of a step is the number that the
// program gave it, otherwise its place on its thread, from 0.
type StepTable struct {
	Unit  string    `json:"unit"`  // name of the ranges that are numbered
	Width int64     `json:"width"` // number of steps per bin: a power of 2, such that there are at most 64 bins
	Bins  []StepBin `json:"bins"`  // bins with durations, in order
}

// A StepBin is some time steps in sequence.
type StepBin struct {
	From   int64     `json:"from"`   // number of the first step
	To     int64     `json:"to"`     // number of the last step
	Phases []CellRow `json:"phases"` // durations by phase, largest total first
}

// RowOf returns the row of durations.
func RowOf(name string, c *trace.Cell) CellRow {
	return CellRow{name, c.Count, c.Total, c.Mean(), c.Deviation(), c.Min, c.Max, c.Octaves}
}
