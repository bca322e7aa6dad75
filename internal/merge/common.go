package merge

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/nrkit/nrkit/trace"
)

// A Clock says how the clock of an input was made that of all by ranges that
// they have in common. Times are ns.
type Clock struct {
	Offset int64 `json:"offset_ns"` // time by which the times of this rank were moved; 0 for the rank that moved least

	Matches int   `json:"matches"`   // number of compared ranges
	Spread  int64 `json:"spread_ns"` // median distance of its ranges from the ranges of all ranks, after the move

	// how much faster its clock runs than the median of all clocks, in parts per
	// million; 0 if noise explains it. The drift is reported but not removed
	Drift float64 `json:"drift_ppm"`

	// mean time by which this rank reached the ranges after the earliest rank; the
	// slowest rank has the largest lag. 0 for `--align begin:RANGE`
	Lag int64 `json:"lag_ns"`
}

// A moment is a range that inputs have in common.
type moment struct{ index, begin, end int64 }

// at returns the edge that is one moment in all inputs.
func (m *moment) at(a Align) int64 {
	if a == Begin {
		return m.begin
	}
	return m.end
}

// commonClocks finds the clocks of inputs from the ranges of a name, of which
// the begins or the ends are one moment in all of them.
//
// Method: the offset of an input is the median over the ranges of its distance
// from the median of all inputs at that range, found in three rounds from what
// the first input says. Medians pass over single ranges that went wrong.
//
// Cost: one reading of the inputs. Memory: 24 bytes for each range.
func commonClocks(inputs []*trace.Trace, name string, a Align) ([]Clock, error) {
	lists := make([][]moment, len(inputs))
	for k, in := range inputs {
		lists[k] = momentsOf(in, name)
		if err := in.Err(); err != nil {
			return nil, &InputError{k, err}
		}
		if len(lists[k]) == 0 {
			return nil, &InputError{k, fmt.Errorf("has no range %q", name)}
		}
	}
	lists, err := match(lists, name)
	if err != nil {
		return nil, err
	}
	clocks := make([]Clock, len(inputs))
	reference := make([]int64, len(lists[0]))
	for i, m := range lists[0] {
		reference[i] = m.at(a)
	}
	values := make([]int64, len(inputs))
	for range 3 {
		for k, list := range lists {
			clocks[k].Offset = median(distances(list, reference, a))
		}
		for i := range reference {
			for k, list := range lists {
				values[k] = list[i].at(a) + clocks[k].Offset
			}
			reference[i] = median(values)
		}
	}
	judgeAll(clocks, lists, reference, a)
	if a == End {
		lags(clocks, lists)
	}
	least := slices.MinFunc(clocks, func(a, b Clock) int { return cmp.Compare(a.Offset, b.Offset) }).Offset
	for k := range clocks {
		clocks[k].Offset -= least
	}
	return clocks, nil
}

// momentsOf returns the ranges of a name in the order in which they end.
func momentsOf(t *trace.Trace, name string) []moment {
	var list []moment
	for r := range t.Ranges() {
		if t.Names[r.Name] == name {
			list = append(list, moment{r.Index, r.Start, r.End})
		}
	}
	slices.SortStableFunc(list, func(a, b moment) int { return cmp.Compare(a.end, b.end) })
	return list
}

// match returns the ranges that all inputs have, in one order: those of the same
// index where every input has distinct ones, else by their place.
func match(lists [][]moment, name string) ([][]moment, error) {
	count := map[int64]int{} // inputs with an index
	indexed := true
	for _, list := range lists {
		seen := map[int64]bool{}
		for _, m := range list {
			indexed = indexed && m.index != trace.NoIndex && !seen[m.index]
			seen[m.index] = true
			count[m.index]++
		}
	}
	if !indexed {
		for k, list := range lists[1:] {
			if len(list) != len(lists[0]) {
				return nil, &InputError{k + 1, fmt.Errorf("has %d ranges %q, input 1 has %d: they cannot be matched", len(list), name, len(lists[0]))}
			}
		}
		return lists, nil
	}
	for k, list := range lists {
		list = slices.DeleteFunc(list, func(m moment) bool { return count[m.index] < len(lists) })
		if len(list) == 0 {
			return nil, &InputError{k, fmt.Errorf("has no range %q whose number occurs in all inputs", name)}
		}
		slices.SortFunc(list, func(a, b moment) int { return cmp.Compare(a.index, b.index) })
		lists[k] = list
	}
	return lists, nil
}

// distances returns how much later than each moment the reference is.
func distances(list []moment, reference []int64, a Align) []int64 {
	d := make([]int64, len(list))
	for i, m := range list {
		d[i] = reference[i] - m.at(a)
	}
	return d
}

// judge says how well a clock follows the reference, and returns by how much it
// runs faster than that, in parts per million, with the standard error.
func (c *Clock) judge(list []moment, reference []int64, a Align) (ppm, err float64) {
	c.Matches = len(list)
	rest := distances(list, reference, a)
	for i := range rest {
		rest[i] -= c.Offset
	}
	c.Spread = median(magnitudes(rest))
	third := len(rest) / 3
	if third < 3 {
		return 0, math.Inf(1)
	}
	early, late := median(slices.Clone(rest[:third])), median(slices.Clone(rest[len(rest)-third:]))
	from := list[third/2].at(a)
	span := float64(list[len(list)-1-third/2].at(a) - from)
	if span <= 0 {
		return 0, math.Inf(1)
	}
	slope := float64(late-early) / span
	for i, m := range list {
		rest[i] -= early + int64(slope*float64(m.at(a)-from))
	}
	// Of a normal distribution 1.48 median distances are σ, the median of n values
	// is 1.25 σ by the root of n off, and here are two.
	sigma := 1.48 * float64(max(median(magnitudes(rest)), 1))
	return -slope * 1e6, 1.25 * math.Sqrt2 * sigma / math.Sqrt(float64(third)) / span * 1e6
}

// magnitudes returns the absolute values.
func magnitudes(values []int64) []int64 {
	list := make([]int64, len(values))
	for i, v := range values {
		list[i] = max(v, -v)
	}
	return list
}

// judgeAll judges all clocks. A drift is told against the median of all, and
// where it is above five standard errors: one clock in a million of those that
// have none.
func judgeAll(clocks []Clock, lists [][]moment, reference []int64, a Align) {
	ppm, limit := make([]float64, len(clocks)), make([]float64, len(clocks))
	for k := range clocks {
		ppm[k], limit[k] = clocks[k].judge(lists[k], reference, a)
	}
	sorted := slices.Sorted(slices.Values(ppm))
	middle := (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
	for k := range clocks {
		if drift := ppm[k] - middle; math.Abs(drift) > 5*limit[k] {
			clocks[k].Drift = drift
		}
	}
}

// lags finds how much later than the earliest each input begins the ranges.
func lags(clocks []Clock, lists [][]moment) {
	n := len(lists[0])
	sum := make([]float64, len(lists))
	for i := range n {
		first := int64(math.MaxInt64)
		for k := range lists {
			first = min(first, lists[k][i].begin+clocks[k].Offset)
		}
		for k := range lists {
			sum[k] += float64(lists[k][i].begin + clocks[k].Offset - first)
		}
	}
	for k := range clocks {
		clocks[k].Lag = int64(math.Round(sum[k] / float64(n)))
	}
}

// median returns the median of values, which it sorts; of an even number the
// mean of the two in the middle.
func median(values []int64) int64 {
	slices.Sort(values)
	n := len(values)
	low, high := values[(n-1)/2], values[n/2]
	return low + (high-low)/2
}

// drifts says which clocks run apart.
func drifts(clocks []Clock) []string {
	var list []string
	for k, c := range clocks {
		if c.Drift != 0 {
			list = append(list, fmt.Sprintf("the clock of input %d drifts by %+.2f ppm against the others, which is not corrected: after %v it is off by %v",
				k+1, c.Drift, 100*time.Second, time.Duration(math.Abs(c.Drift)*100e3).Round(time.Microsecond)))
		}
	}
	return list
}
