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
func styleOf(r *nsys.Ranges, i int) style { return styleOfKind(&r.Kinds[r.Kind[i]]) }

// styleOfKind returns the style of ranges of a kind.
func styleOfKind(k *nsys.RangeKind) style {
	if k.Style() == "StartEnd" {
		return startEnd
	}
	return pushPop
}

func (s style) String() string { return [...]string{"", "PushPop", "StartEnd"}[s] }

// nvtxSum sums up ranges by name and style.
func nvtxSum(r *request) (*Table, error) {
	return r.sumRanges([]string{"Style", "Range"}, func(style) bool { return true })
}

// nvtxPushPopSum sums up push/pop ranges by name.
func nvtxPushPopSum(r *request) (*Table, error) {
	return r.sumRanges([]string{"Range"}, func(s style) bool { return s == pushPop })
}

// nvtxStartEndSum sums up start/end ranges by name.
func nvtxStartEndSum(r *request) (*Table, error) {
	return r.sumRanges([]string{"Range"}, func(s style) bool { return s == startEnd })
}

// A kindTimes is the durations of the ranges of a kind.
type kindTimes struct {
	total int64
	values
}

// add adds a duration.
func (k *kindTimes) add(ns int64) {
	k.total += ns
	k.values.add(ns)
}

// A rangeTimes is the durations of the ranges of a part of the export.
type rangeTimes struct {
	kinds []kindTimes
	open  []nsys.Range
}

func (t *rangeTimes) add(x nsys.Range) {
	for int(x.Kind) >= len(t.kinds) {
		t.kinds = append(room(t.kinds), kindTimes{})
	}
	if x.End == nsys.Null {
		t.open = append(t.open, x)
		return
	}
	t.kinds[x.Kind].add(x.End - x.Start)
}

// sumRanges sums up the ranges of styles that keep names. columns are those that say
// which ranges they are.
func (r *request) sumRanges(columns []string, keep func(style) bool) (*Table, error) {
	var parts []*rangeTimes
	found, err := r.EachRange(nil, func(part int) func(nsys.Range) {
		t := &rangeTimes{}
		parts = append(parts[:part], t)
		return t.add
	})
	if err != nil {
		return nil, err
	}
	styled := len(columns) > 1
	var g groups[rangeName]
	for k, t := range parts {
		for _, x := range t.open {
			t.kinds[x.Kind].add(found.Last - x.Start)
		}
		for i := range t.kinds {
			kind := &found.Kinds[int(found.Parts[k].Kind)+i]
			style := styleOfKind(kind)
			if !keep(style) {
				continue
			}
			key := rangeName{name: kind.Name}
			if styled {
				key.style = style
			}
			g.take(key, t.kinds[i].total, &t.kinds[i].values)
		}
		parts[k] = nil
	}
	return timeTable(&g, "Instances", columns, func(row []Cell, key rangeName) []Cell {
		if styled {
			row = append(row, String(key.style.String()))
		}
		return append(row, r.name(key.name))
	}), nil
}
