package analysis

// A Candidate is an ordering under a matching that may be [Winners.Recommended], and
// how far a numeric LU went with it.
type Candidate struct {
	Method   string `json:"method"`   // ordering of the candidate
	Matching string `json:"matching"` // matching of the candidate: `none`, `structural` or `product`

	// predicted entries for pivots from the diagonal: `nnz_total` of the ordering,
	// or of its `no_pivoting`
	NNZPredicted int64 `json:"nnz_predicted"`

	FlopsPredicted float64 `json:"flops_predicted"` // predicted flops for pivots from the diagonal

	// `factored`: the LU ran to its end. `beaten`: the LU was stopped, because its
	// factors have more entries, or under another matching more than 99 % of the
	// entries. `bounded`: no LU, because a lower bound of the entries is not below
	// the best. `failed`: a budget ended the LU, or it broke down. `untried`: the
	// budget of all candidates was used up, or the first LU did not end
	State string `json:"state"`

	// entries of the factors at the end of the LU, including entries between
	// blocks; absent without an LU
	NNZ int64 `json:"nnz,omitempty"`

	Flops             float64 `json:"flops,omitempty"`               // flops of the LU until its end; absent without an LU
	OffDiagonalPivots *int    `json:"off_diagonal_pivots,omitempty"` // off-diagonal pivots until the end of the LU; absent without an LU

	Because string `json:"because,omitempty"` // reason why the candidate was not factored to its end, in words; absent if it was
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
