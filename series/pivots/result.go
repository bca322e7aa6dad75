package pivots

// A Result says how long pivots hold in a series. Its JSON form is the "pivots" part of
// the analyze/v1 document.
type Result struct {
	Method    string  `json:"method"`          // ordering before pivoting
	Threshold float64 `json:"pivot_threshold"` // share of its column that a preferred pivot must have when pivots are chosen

	// componentwise backward error of a solution above which pivots do not hold. The
	// right-hand side of each solution is A·x for a vector x with elements ±1
	Limit float64 `json:"limit"`

	Iterations []Iteration `json:"iterations"` // one element for each matrix that was checked, in their order

	// the runs of matrices with the same pivots
	Runs []Run `json:"runs"`

	GrowthRule GrowthRule `json:"growth_rule"` // the rule `rgrowth < √ε`, beside what the solutions show

	Unchecked int `json:"unchecked,omitempty"` // number of matrices after `iterations` that were not checked; absent if all were

	Stopped string `json:"stopped,omitempty"` // why these matrices were not checked

	Verdict string `json:"verdict"` // the result as a sentence
}

// Reasons to choose pivots.
const (
	WhyFirst   = "first"   // the first matrix
	WhyError   = "error"   // the backward error with the old pivots is above the limit
	WhyZero    = "zero"    // an old pivot is zero, or elimination with the old pivots overflows
	WhyPattern = "pattern" // the matrix has an entry that no earlier matrix has
)

// An Iteration is a matrix of the series.
type Iteration struct {
	Name string `json:"name"` // name of the file

	// index in `iterations` of the matrix for which the pivots were chosen: its own
	// index, if new pivots were chosen
	PivotsOf int `json:"pivots_of"`

	// why new pivots were chosen: `first`, the first matrix. `error`, the backward
	// error of the old pivots is above the limit. `zero`, an old pivot is zero, or
	// elimination with the old pivots overflows. `pattern`, the matrix has an entry that no earlier matrix has; the new pivots
	// are chosen in the union of all patterns so far. Absent if the old pivots hold
	Why string `json:"why,omitempty"`

	Kept *Figures `json:"kept,omitempty"` // with the pivots of the matrix before; absent for `first`, `zero` and `pattern`
	New  *Figures `json:"new,omitempty"`  // with new pivots; absent if the old pivots hold

	// estimate of the condition number in the 1-norm, as LAPACK's gecon and
	// klu_condest compute it: seldom less than a third of the truth. It uses the
	// pivots with which the series goes on. Absent if it overflows, and for order 0
	Condition float64 `json:"condition,omitempty"`
}

// Figures say how good pivots are for a matrix.
type Figures struct {
	// klu_rgrowth: the least, over the columns, of the largest entry of the column in
	// the scaled matrix divided by the largest in U. Within diagonal blocks
	ReciprocalGrowth float64 `json:"reciprocal_growth"`

	LeastPivot float64 `json:"least_pivot"` // least share of a pivot in the largest entry of its column on and below the diagonal

	// backward error of a solution by components: ω₁+ω₂ of Arioli, Demmel and Duff,
	// which is the error of Oettli and Prager except in rows with vanishing terms
	Componentwise float64 `json:"backward_componentwise"`

	Normwise float64 `json:"backward_normwise"` // ‖b−Ax‖ / (‖A‖·‖x‖+‖b‖) in the maximum norm
}

// A Run is a sequence of matrices with the same pivots.
type Run struct {
	From int    `json:"from"`          // index in `iterations` of the matrix for which the pivots were chosen
	To   int    `json:"to"`            // index of the last matrix for which they hold
	End  string `json:"end,omitempty"` // why they do not hold for the next matrix, as `why` says it; absent at the end of the series
}

// A GrowthRule is how the rule "choose new pivots if the reciprocal growth is below √ε"
// does on the figures of kept pivots.
type GrowthRule struct {
	Limit    float64 `json:"limit"`    // √ε: 1.49e-8
	Agrees   int     `json:"agrees"`   // matrices for which the rule and the backward error say the same
	Missed   []int   `json:"missed"`   // indices of matrices whose backward error is above the limit, and the rule keeps the pivots
	Needless []int   `json:"needless"` // indices of matrices whose old pivots hold, and the rule chooses new ones
}
