package simulate

import (
	"fmt"
	"strconv"
	"strings"
)

// A Selection is a set of iterations, numbered from 1 over the whole run.
type Selection struct{ ranges [][2]int64 }

// ParseSelection reads a selection such as "1,5,800-802".
func ParseSelection(s string) (Selection, error) {
	var sel Selection
	for part := range strings.SplitSeq(s, ",") {
		low, high, isRange := strings.Cut(strings.TrimSpace(part), "-")
		a, err := strconv.ParseInt(low, 10, 64)
		b := a
		if err == nil && isRange {
			b, err = strconv.ParseInt(high, 10, 64)
		}
		if err != nil || a < 1 || b < a {
			return sel, fmt.Errorf("got %q, want numbers from 1 and ranges, such as 1,5,800-802", s)
		}
		sel.ranges = append(sel.ranges, [2]int64{a, b})
	}
	return sel, nil
}

// Has says whether iteration k is selected.
func (s Selection) Has(k int64) bool {
	for _, r := range s.ranges {
		if r[0] <= k && k <= r[1] {
			return true
		}
	}
	return false
}

// Last returns the last iteration that is selected, 0 for none.
func (s Selection) Last() int64 {
	var last int64
	for _, r := range s.ranges {
		last = max(last, r[1])
	}
	return last
}
