package structure

import "github.com/nrkit/nrkit/sparsity"

// A Band says how far from the diagonal the entries lie.
type Band struct {
	Lower int `json:"bandwidth_lower"` // largest row − column of an entry; 0 without entries below the diagonal
	Upper int `json:"bandwidth_upper"` // largest column − row of an entry; 0 without entries above the diagonal

	// size of the envelope of A+Aᵀ: sum of i − j over the rows i, where j ≤ i is
	// the first column with an entry; absent unless the matrix is square
	Profile *int64 `json:"profile,omitempty"`

	DistanceSum int64 `json:"distance_sum"` // sum of abs(row − column) over the entries
}

// A rowSurvey is what one pass over the columns tells of the rows.
type rowSurvey struct {
	count    []int32 // entries of each row
	first    []int32 // its least column; of no meaning for an empty row
	distance int64   // sum of |i−j| over all entries
}

// surveyRows goes over the entries once.
func surveyRows(a *sparsity.Pattern) rowSurvey {
	s := rowSurvey{count: make([]int32, a.Rows), first: make([]int32, a.Rows)}
	for j := range int32(a.Cols) {
		sum := int64(0)
		for _, i := range a.Col(int(j)) {
			if s.count[i] == 0 {
				s.first[i] = j // columns ascend: the first is the least
			}
			s.count[i]++
			d := int64(i) - int64(j)
			sum += max(d, -d)
		}
		s.distance += sum
	}
	return s
}

// bandOf returns the band of a canonical pattern.
func bandOf(a *sparsity.Pattern, rows rowSurvey) Band {
	b := Band{DistanceSum: rows.distance}
	profile := int64(0)
	for j := range int32(a.Cols) {
		first := j // least row or column joined to j, up to j
		if col := a.Col(int(j)); len(col) > 0 {
			b.Upper = max(b.Upper, int(j-col[0]))
			b.Lower = max(b.Lower, int(col[len(col)-1]-j))
			first = min(first, col[0])
		}
		if int(j) < a.Rows && rows.count[j] > 0 {
			first = min(first, rows.first[j])
		}
		profile += int64(j - first)
	}
	if a.Square() {
		b.Profile = &profile
	}
	return b
}
