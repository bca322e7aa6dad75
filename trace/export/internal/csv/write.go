package csv

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/nrkit/nrkit/trace"
)

// Write writes t to w.
//
// Cost: one pass over the events. Memory: the open ranges.
func Write(w io.Writer, t *trace.Trace) error {
	names, err := quoteAll(t.Names)
	if err != nil {
		return err
	}
	tracks, err := quoteAll(trackNames(t.Tracks))
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(w, 64<<10)
	out.WriteString("track,name,depth,index,start_ns,dur_ns,self_ns\n")
	var row []byte
	for r := range t.Ranges() {
		row = append(append(append(row[:0], tracks[r.Track]...), ','), names[r.Name]...)
		row = strconv.AppendInt(append(row, ','), int64(r.Depth), 10)
		row = append(row, ',')
		if r.Index != trace.NoIndex {
			row = strconv.AppendInt(row, r.Index, 10)
		}
		for _, ns := range [...]int64{r.Start, r.End - r.Start, r.Self} {
			row = strconv.AppendInt(append(row, ','), ns, 10)
		}
		if _, err := out.Write(append(row, '\n')); err != nil {
			return err
		}
	}
	return out.Flush()
}

// trackNames returns a name for every track, each another.
func trackNames(tracks []trace.Track) []string {
	names := make([]string, len(tracks))
	count := map[string]int{}
	ranks := slices.ContainsFunc(tracks, func(tr trace.Track) bool { return tr.Rank > 0 })
	for i, tr := range tracks {
		names[i] = tr.Name
		if tr.Name == "" {
			names[i] = fmt.Sprintf("%d/%d", tr.Process, tr.Thread)
		}
		if ranks {
			names[i] = fmt.Sprintf("rank %d: %s", tr.Rank, names[i])
		}
		count[names[i]]++
	}
	for i, name := range names {
		if count[name] > 1 {
			names[i] = fmt.Sprintf("%s#%d", name, i)
		}
	}
	return names
}

// quoteAll returns the fields as they stand in a row.
func quoteAll(fields []string) ([]string, error) {
	out := make([]string, len(fields))
	for i, f := range fields {
		var b strings.Builder
		c := csv.NewWriter(&b)
		if err := c.Write([]string{f, ""}); err != nil {
			return nil, err
		}
		c.Flush()
		out[i] = strings.TrimSuffix(b.String(), ",\n")
	}
	return out, nil
}
