package stats

import (
	"cmp"
	"slices"
)

// timeColumns are the first columns of a summary of times; count is what the
// number of times is called.
func timeColumns(count string, more ...string) []string {
	return append([]string{"Time (%)", "Total Time (ns)", count, "Avg (ns)", "Med (ns)", "Min (ns)", "Max (ns)", "StdDev (ns)"}, more...)
}

// appendTimes appends the cells of timeColumns; all is the total of all groups.
func appendTimes(row []Cell, s *Summary, all int64) []Cell {
	return append(row, percent(s.Total, all), Integer(s.Total), Integer(int64(s.Count)),
		tenths(s.Mean), tenths(s.Median), Integer(s.Min), Integer(s.Max), tenths(s.SD))
}

// tenths returns a cell with a number rounded to one digit behind the point.
func tenths(v float64) Cell { return Real(Round(v), 1) }

// percent returns the share of part in whole; no value when there is no whole.
func percent(part, whole int64) Cell {
	if whole == 0 {
		return Cell{}
	}
	return tenths(float64(part) * 100 / float64(whole))
}

// byTotal returns the order of summaries by total, the largest first, and of
// equal ones by tie.
func byTotal(list []Summary, tie func(a, b int) int) []int {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		c := cmp.Compare(list[b].Total, list[a].Total)
		if c == 0 && tie != nil {
			c = tie(a, b)
		}
		if c == 0 {
			c = cmp.Compare(a, b) // in the order they came
		}
		return c
	})
	return order
}

// total returns the sum of the totals.
func total(list []Summary) (sum int64) {
	for i := range list {
		sum += list[i].Total
	}
	return sum
}

// timeTable returns a table of groups of times: their summaries, the largest
// total first, each followed by the cells that say which group it is, which name appends.
func timeTable[K comparable](g *groups[K], count string, columns []string, name func([]Cell, K) []Cell) *Table {
	t := &Table{Columns: timeColumns(count, columns...)}
	all := g.total()
	order := sortedBy(len(g.list), func(i int) int64 { return ^g.list[i].total })
	var summaries []Summary
	if g.fewGroups() {
		summaries = g.summaries()
		g.forget()
	}
	t.Make(len(order), func(row []Cell, k int) []Cell {
		i := int(order[k])
		var s Summary
		if summaries != nil {
			s = summaries[i]
		} else {
			s = g.summary(i)
		}
		return name(appendTimes(row, &s, all), g.list[i].key)
	})
	return t
}
