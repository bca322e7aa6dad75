package series

// A Result says what the matrices of a series have in common. Its JSON form is the
// "series" part of the analyze/v1 document.
type Result struct {
	Files []File `json:"files"` // in the order of the series

	// Pattern compares the stored entries, explicit zeros included.
	Pattern Pattern `json:"pattern"`

	// Nonzero is the same comparison with explicit zeros dropped. It is absent
	// when no file stores a zero, since it would repeat Pattern, and when a
	// file has no values.
	Nonzero *Pattern `json:"pattern_without_explicit_zeros,omitempty"`

	// Values says how the values move. It is absent where ValuesAbsent says
	// why.
	Values       *Values `json:"values,omitempty"`
	ValuesAbsent string  `json:"values_absent,omitempty"`

	// Reuse is the conclusion as a word, Verdict as a sentence.
	Reuse   Reuse  `json:"symbolic_analysis"`
	Verdict string `json:"verdict"`
}

// A File is one matrix of the series.
type File struct {
	Name          string `json:"name"`
	Rows          int    `json:"rows"`
	Cols          int    `json:"cols"`
	NNZ           int    `json:"nnz"`
	ExplicitZeros int    `json:"explicit_zeros"`
	HasValues     bool   `json:"has_values"`
	Complex       bool   `json:"complex"`
}

// A Pattern compares the patterns of a series.
type Pattern struct {
	// Fixed says whether all files have the same entries; null when there are
	// fewer than two, which shows nothing.
	Fixed *bool `json:"fixed"`

	// First is where the pattern changes first; absent when it does not.
	First *Difference `json:"first_difference,omitempty"`

	// Steps has one element for each file after the first.
	Steps []Step `json:"steps"`

	// UnionNNZ counts the positions that some file has an entry in, CommonNNZ
	// those that every file has one in. Both are absent when shapes differ or
	// there are no files.
	UnionNNZ  *int `json:"union_nnz,omitempty"`
	CommonNNZ *int `json:"common_nnz,omitempty"`
}

// Kinds of a [Difference].
const (
	KindShape = "shape" // the files differ in their numbers of rows or columns
	KindEntry = "entry" // one file has an entry in a position and the other not
)

// A Difference is the first difference between a file and the file before it, in the
// order of the files and, between two files, by column and then by row.
type Difference struct {
	Kind string `json:"kind"`

	From int `json:"from"` // index of the earlier file in Result.Files
	To   int `json:"to"`   // index of the later one, From+1

	// Row and Col are the position, counted from 0; -1 when shapes differ.
	Row int `json:"row"`
	Col int `json:"col"`

	// PresentIn and AbsentIn name the file that has the entry and the one that
	// has not; empty when shapes differ.
	PresentIn string `json:"present_in,omitempty"`
	AbsentIn  string `json:"absent_in,omitempty"`

	// Text says it for people, who count rows and columns from 1.
	Text string `json:"text"`
}

// A Step is the change of the pattern from one file to the next.
type Step struct {
	From int `json:"from"` // index in Result.Files
	To   int `json:"to"`   // From+1

	// Added and Removed count entries; absent when shapes differ.
	Added   *int `json:"added,omitempty"`
	Removed *int `json:"removed,omitempty"`

	ShapeChanged bool `json:"shape_changed,omitempty"`
}

// Values says how the values of the entries move over a series. All files have
// values and the same shape.
//
// An entry of the union that a file lacks is zero there, and counts as
// changed.
type Values struct {
	Entries        int     `json:"entries"`         // positions in the union
	Unchanged      int     `json:"unchanged"`       // entries with the same bits in every file
	UnchangedShare float64 `json:"unchanged_share"` // Unchanged/Entries; 0 when there are none
	NonFinite      int     `json:"non_finite"`      // entries that are infinite or NaN in some file

	// Variation is how the relative range of an entry, (max − min)/max|x| over
	// the files, is distributed over the entries, the unchanged ones included
	// and the non-finite ones not. It lies between 0 and 2; an entry that is
	// always zero has 0. For a complex entry max − min is the diagonal of the
	// smallest upright rectangle around its values, or 2·max|x| if that is
	// less: at least the largest distance between two of them. Absent when
	// there is nothing to distribute.
	Variation *Distribution `json:"variation,omitempty"`
}

// A Distribution describes a set of numbers. The median of an even count is
// the mean of the two in the middle; P90 is the smallest element that at least
// 90 % do not exceed.
type Distribution struct {
	Min    float64 `json:"min"`
	Median float64 `json:"median"`
	Mean   float64 `json:"mean"`
	P90    float64 `json:"p90"`
	Max    float64 `json:"max"`
}

// Reuse says how often symbolic analysis is needed.
type Reuse string

// The conclusions.
const (
	ReuseOnce       Reuse = "once"       // the pattern is fixed
	ReuseUnion      Reuse = "union"      // once, on the union of the patterns, at most a quarter larger than the largest
	ReuseEach       Reuse = "each"       // again for each change
	ReuseUnverified Reuse = "unverified" // fewer than two files: nothing was compared
)
