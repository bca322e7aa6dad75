package phases

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/solvers"
)

// maxStatuses is how many functions and statuses are listed.
const maxStatuses = 4

// A returned is a status other than 0 that a function returned.
type returned struct {
	function int32
	status   int32
}

// statusFacts says which functions returned a status other than 0, the most frequent
// one first; "" if none did. What a status means is up to the library: for some, a
// positive one is no error.
func statusFacts(run *solvers.Run) string {
	if run == nil {
		return ""
	}
	calls := map[returned]int64{}
	var list []returned
	for k := range run.Calls {
		c := &run.Calls[k]
		if c.Status == 0 || c.Status == solvers.Unknown {
			continue
		}
		x := returned{c.Function, c.Status}
		if calls[x] == 0 {
			list = append(list, x)
		}
		calls[x]++
	}
	if len(list) == 0 {
		return ""
	}
	slices.SortStableFunc(list, func(a, b returned) int { return -cmp.Compare(calls[a], calls[b]) })
	var parts []string
	for _, x := range list[:min(len(list), maxStatuses)] {
		parts = append(parts, fmt.Sprintf("%d in %s of %s", x.status, units.Plural(calls[x], "call"), run.Functions[x.function].Symbol))
	}
	text := "not 0: " + strings.Join(parts, ", ")
	if n := len(list) - maxStatuses; n > 0 {
		text += fmt.Sprintf(", and %s: see --calls --csv", units.Count(n, "other", "others"))
	}
	return text
}
