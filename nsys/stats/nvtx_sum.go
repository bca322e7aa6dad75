package stats

import "github.com/nrkit/nrkit/nsys"

// A rangeName is the key of ranges that are summed up.
type rangeName struct {
	name  nsys.String
	style style // zero when it makes no difference
}

// A style is what the reports call the type of a range.
type style uint8

const (
	pushPop style = iota + 1
	startEnd
	styles = iota + 1
)

// styleOf returns the style of range i.
func styleOf(r *nsys.Ranges, i int) style {
	if t := r.Type(i); t == nsys.NVTXStartEnd || t == nsys.NVTXTStartEnd {
		return startEnd
	}
	return pushPop
}

func (s style) String() string { return [...]string{"", "PushPop", "StartEnd"}[s] }

// nvtxSum sums up ranges by name and style.
func nvtxSum(r *request) (*Table, error) {
	return r.sumRanges([]string{"Style", "Range"}, func(*nsys.Ranges, int) bool { return true })
}

// nvtxPushPopSum sums up push/pop ranges by name.
func nvtxPushPopSum(r *request) (*Table, error) {
	return r.sumRanges([]string{"Range"}, func(n *nsys.Ranges, i int) bool { return styleOf(n, i) == pushPop })
}

// nvtxStartEndSum sums up start/end ranges by name.
func nvtxStartEndSum(r *request) (*Table, error) {
	return r.sumRanges([]string{"Range"}, func(n *nsys.Ranges, i int) bool { return styleOf(n, i) == startEnd })
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
	g.expect(ranges.Len(), styles*(r.Strings()+1))
	for i := range ranges.Len() {
		if !keep(ranges, i) {
			continue
		}
		key := rangeName{name: ranges.Name(i)}
		if styled {
			key.style = styleOf(ranges, i)
		}
		number := styles*int(key.name-nsys.NoString) + int(key.style)
		g.addNumbered(number, key, ranges.End[i]-ranges.Start[i])
	}
	return timeTable(&g, "Instances", columns, func(row []Cell, key rangeName) []Cell {
		if styled {
			row = append(row, String(key.style.String()))
		}
		return append(row, r.name(key.name))
	}), nil
}
