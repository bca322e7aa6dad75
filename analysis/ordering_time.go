package analysis

import (
	"strings"

	"github.com/nrkit/nrkit/ordering/named"
	"github.com/nrkit/nrkit/prediction"
)

// orderingTime predicts how long it takes to find the order of a method under a
// matching, with f of the matrix under the ordering that baseOf names, for pivots from
// the diagonal.
func orderingTime(m *prediction.Model, method, matching string, f *prediction.Features, on *prediction.Machine) prediction.Interval {
	name, ending, _ := strings.Cut(strings.TrimPrefix(method, named.BlocksPrefix), "+")
	if name == Tuned { // takes a search at least
		name = "search"
	}
	var t prediction.Interval
	if method != "natural" { // it moves nothing
		t = timeOf(m, name, f, on)
	}
	if strings.HasPrefix(method, named.BlocksPrefix) {
		t = sum(t, timeOfBlocks(m, f, on))
	}
	if ending != "" { // takes about as long as amd
		t = sum(t, timeOf(m, reference, f, on))
	}
	switch matching {
	case MatchingNone:
	case MatchingStructural: // the block form begins with such a matching
		t = sum(t, timeOfBlocks(m, f, on))
	default:
		if match, ok := m.OrderingTime(matching, f, on); ok {
			t = sum(t, match)
		}
	}
	return t
}

// timeOfBlocks predicts the time of the block triangular form.
func timeOfBlocks(m *prediction.Model, f *prediction.Features, on *prediction.Machine) prediction.Interval {
	t, _ := m.OrderingTime(strings.TrimSuffix(named.BlocksPrefix, "+"), f, on)
	return t
}

// baseOf returns the ordering whose features the time of a method is predicted from: amd,
// with blocks if the method has them.
func baseOf(method string) string {
	if strings.HasPrefix(method, named.BlocksPrefix) {
		return named.BlocksPrefix + reference
	}
	return reference
}

// reference is the ordering with whose time others are compared.
const reference = "amd"

// unmodelled is the factor by which the ends of an interval are away from the time of
// an ordering that the model does not have.
const unmodelled = 3

// timeOf predicts the time of a method without an ending and without blocks. A method
// that the model does not have takes the time of amd, times the quotient of their
// estimates of work.
func timeOf(m *prediction.Model, name string, f *prediction.Features, on *prediction.Machine) prediction.Interval {
	if t, ok := m.OrderingTime(name, f, on); ok {
		return t
	}
	t, _ := m.OrderingTime(reference, f, on)
	work := map[string]float64{}
	for _, row := range named.Methods() {
		work[row.Name] = row.Work
	}
	by := work[name] / work[reference]
	return prediction.Interval{Seconds: t.Seconds * by, Low: t.Low * by / unmodelled, High: t.High * by * unmodelled}
}

// sum adds intervals end by end: errors of one machine and matrix go together.
func sum(a, b prediction.Interval) prediction.Interval {
	return prediction.Interval{Seconds: a.Seconds + b.Seconds, Low: a.Low + b.Low, High: a.High + b.High}
}
