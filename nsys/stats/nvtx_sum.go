package stats

import "github.com/nrkit/nrkit/nsys"

// A rangeName is the key of ranges that are summed up.
type rangeName struct {
	name  nsys.String
	style string // empty when it makes no difference
}

// nvtxSum sums up ranges by name and style.
func nvtxSum(r *request) (*Table, error) {
	return r.sumRanges([]string{"Style", "Range"}, func(*nsys.Ranges, int) bool { return true })
}

// nvtxPushPopSum sums up push/pop ranges by name.
func nvtxPushPopSum(r *request) (*Table, error) {
	return r.sumRanges([]string{"Range"}, func(n *nsys.Ranges, i int) bool { return n.Style(i) == "PushPop" })
}

// nvtxStartEndSum sums up start/end ranges by name.
func nvtxStartEndSum(r *request) (*Table, error) {
	return r.sumRanges([]string{"Range"}, func(n *nsys.Ranges, i int) bool { return n.Style(i) == "StartEnd" })
}

// sumRanges sums up the ranges that keep names. columns are those that say
// which ranges they are.
func (r *request) sumRanges(columns []string, keep func(*nsys.Ranges, int) bool) (*Table, error) {
	ranges, err := r.Ranges()
	if err != nil {
		return nil, err
	}
	styled := len(columns) > 1
	var g groups[rangeName]
	for i := range ranges.Len() {
		if !keep(ranges, i) {
			continue
		}
		key := rangeName{name: ranges.Name[i]}
		if styled {
			key.style = ranges.Style(i)
		}
		g.add(key, ranges.End[i]-ranges.Start[i])
	}
	return timeTable(&g, "Instances", columns, func(key rangeName) []Cell {
		if styled {
			return []Cell{String(key.style), r.name(key.name)}
		}
		return []Cell{r.name(key.name)}
	}), nil
}
