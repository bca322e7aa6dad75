package series

// A Result says what the matrices of a series have in common. Its JSON form is the
// "series" part of the analyze/v1 document.
type Result struct {
	Files []File `json:"files"` // the files in their order

	Pattern Pattern `json:"pattern"` // comparison of the stored entries, including stored zeros

	// the same comparison without stored zeros. Absent if no file stores a zero,
	// or if a file has no values
	Nonzero *Pattern `json:"pattern_without_explicit_zeros,omitempty"`

	Values       *Values `json:"values,omitempty"`        // how the values change; absent if `values_absent` gives a reason
	ValuesAbsent string  `json:"values_absent,omitempty"` // reason why `values` is absent; absent otherwise

	// when to repeat the symbolic analysis. `once`: never. `union`: never, if it
	// uses the union of the patterns. `each`: after each change. `unverified`:
	// fewer than two files
	Reuse Reuse `json:"symbolic_analysis"`

	Verdict string `json:"verdict"` // `symbolic_analysis` as a sentence
}

// A File is one matrix of the series.
type File struct {
	Name          string `json:"name"`           // name of the file
	Rows          int    `json:"rows"`           // number of rows
	Cols          int    `json:"cols"`           // number of columns
	NNZ           int    `json:"nnz"`            // number of stored positions
	ExplicitZeros int    `json:"explicit_zeros"` // number of positions whose stored value is zero
	HasValues     bool   `json:"has_values"`     // true if the file has values, or no entries
	Complex       bool   `json:"complex"`        // true if the values are complex
}

// A Pattern compares the patterns of a series.
type Pattern struct {
	Fixed *bool `json:"fixed"` // true if all files have the same entries; null with fewer than two files

	First *Difference `json:"first_difference,omitempty"` // first change of the pattern; absent if the pattern is fixed

	Steps []Step `json:"steps"` // one element for each file after the first

	// number of positions in at least one file; absent if shapes differ or there
	// is no file
	UnionNNZ *int `json:"union_nnz,omitempty"`

	CommonNNZ *int `json:"common_nnz,omitempty"` // number of positions in every file; absent if shapes differ or there is no file
}

// Kinds of a [Difference].
const (
	KindShape = "shape" // the files differ in their numbers of rows or columns
	KindEntry = "entry" // one file has an entry in a position and the other not
)

// A Difference is the first difference between a file and the file before it, in the
// order of the files and, between two files, by column and then by row.
type Difference struct {
	// `entry`: one file has an entry that the other lacks. `shape`: the numbers of
	// rows or columns differ
	Kind string `json:"kind"`

	From int `json:"from"` // index of the earlier file in `files`
	To   int `json:"to"`   // index of the later file: `from` + 1

	Row int `json:"row"` // row of the entry, from 0; −1 for a `shape`
	Col int `json:"col"` // column of the entry, from 0; −1 for a `shape`

	PresentIn string `json:"present_in,omitempty"` // name of the file that has the entry; absent for a `shape`
	AbsentIn  string `json:"absent_in,omitempty"`  // name of the file that lacks the entry; absent for a `shape`

	Text string `json:"text"` // the difference as a sentence; rows and columns count from 1
}

// A Step is the change of the pattern from one file to the next.
type Step struct {
	From int `json:"from"` // index of the earlier file in `files`
	To   int `json:"to"`   // index of the later file: `from` + 1

	Added   *int `json:"added,omitempty"`   // number of new entries; absent if the shape changes
	Removed *int `json:"removed,omitempty"` // number of removed entries; absent if the shape changes

	ShapeChanged bool `json:"shape_changed,omitempty"` // true if the shape changes; absent otherwise
}

// Values says how the values of the entries move over a series. All files have
// values and the same shape.
//
// An entry of the union that a file lacks is zero there, and counts as
// changed.
type Values struct {
	Entries        int     `json:"entries"`         // positions of the union of the patterns
	Unchanged      int     `json:"unchanged"`       // entries with the same bits in every file
	UnchangedShare float64 `json:"unchanged_share"` // `unchanged` divided by `entries`; 0 without entries
	NonFinite      int     `json:"non_finite"`      // entries that are infinite or NaN in at least one file

	// (max − min) / max abs of each entry over the files, from 0 to 2. Entries
	// with infinite or NaN values do not count. Absent without entries
	//
	// Unchanged entries count; an entry that is always zero has 0. For a complex
	// entry max − min is the diagonal of the smallest upright rectangle around its
	// values, or 2·max|x| if that is less: at least the largest distance between
	// two of the values.
	Variation *Distribution `json:"variation,omitempty"`
}

// A Distribution describes a set of numbers. The median of an even count is
// the mean of the two in the middle; P90 is the smallest element that at least
// 90 % do not exceed.
type Distribution struct {
	Min    float64 `json:"min"`    // smallest variation of an entry
	Median float64 `json:"median"` // median over the entries
	Mean   float64 `json:"mean"`   // mean over the entries, including unchanged entries
	P90    float64 `json:"p90"`    // smallest variation that at least 90 % of the entries do not exceed
	Max    float64 `json:"max"`    // largest variation of an entry
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
