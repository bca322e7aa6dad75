package analysis

// A Candidate is an ordering under a matching that may be [Winners.Recommended], and
// how far a numeric LU went with it.
type Candidate struct {
	Method   string `json:"method"`
	Matching string `json:"matching"` // one of Matchings

	NNZPredicted   int64   `json:"nnz_predicted"`   // entries of L+U and between blocks, for pivots from the diagonal
	FlopsPredicted float64 `json:"flops_predicted"` // the same

	State string `json:"state"` // Factored, Beaten, Bounded, Failed or Untried

	// What the numeric LU had when it ended; absent where there was none.
	NNZ               int64   `json:"nnz,omitempty"` // with the entries between blocks
	Flops             float64 `json:"flops,omitempty"`
	OffDiagonalPivots *int    `json:"off_diagonal_pivots,omitempty"`

	Because string `json:"because,omitempty"` // why it was not factored to its end
}

// The states of a candidate.
const (
	Factored = "factored" // the numeric LU ran to its end
	Beaten   = "beaten"   // it was stopped: its factors are certain to have more entries than the best candidate, or under another matching more than 99 % of them
	Bounded  = "bounded"  // no LU: a lower bound of its entries is not below what another candidate has
	Failed   = "failed"   // a budget ended the LU, or it broke down
	Untried  = "untried"  // the budget of all candidates was used up, or the first LU, which had the best prospects, did not end
)

// The values of [Winners.Criterion].
const (
	CriterionExact     = "exact"     // the fewest entries that a numeric LU found
	CriterionPredicted = "predicted" // the fewest entries predicted for pivots from the diagonal
)
