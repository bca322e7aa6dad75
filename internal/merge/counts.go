package merge

import "github.com/nrkit/nrkit/trace"

// addCounts adds what a program counted to what others did.
func addCounts(to, c *trace.Counts) {
	for key, n := range c.Number {
		if to.Number == nil {
			to.Number = map[string]int64{}
		}
		to.Number[key] += n
	}
	for key, h := range c.Histogram {
		if to.Histogram == nil {
			to.Histogram = map[string][]int64{}
		}
		sum := to.Histogram[key]
		for k, n := range h {
			if k == len(sum) {
				sum = append(sum, 0)
			}
			sum[k] += n
		}
		to.Histogram[key] = sum
	}
	for key, rows := range c.Table {
		if to.Table == nil {
			to.Table = map[string][]trace.Row{}
		}
		to.Table[key] = addRows(to.Table[key], rows)
	}
	to.Wall += c.Wall
}

// addRows adds rows to those of the same name.
func addRows(to, rows []trace.Row) []trace.Row {
	at := map[string]int{}
	for i, r := range to {
		at[r.Name] = i
	}
	for _, r := range rows {
		i, ok := at[r.Name]
		if !ok {
			i = len(to)
			at[r.Name] = i
			to = append(to, trace.Row{Name: r.Name, Index: r.Index})
		}
		if to[i].Index != nil && (r.Index == nil || *r.Index != *to[i].Index) {
			to[i].Index = nil // another circuit
		}
		to[i].Count += r.Count
		to[i].NS += r.NS
	}
	return to
}

// addLoss adds what a trace lacks.
func addLoss(to, l *trace.Loss) {
	to.Dropped += l.Dropped
	to.Events += l.Events
	to.Truncated += l.Truncated
	to.Chunks += l.Chunks
	to.Ranges += l.Ranges
	to.Open = to.Open || l.Open
}
