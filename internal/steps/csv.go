package steps

import (
	"bufio"
	"encoding/csv"
	"io"
	"strconv"

	"github.com/nrkit/nrkit/internal/legible"
	"github.com/nrkit/nrkit/trace"
)

// header names the columns of [WriteCSV], as docs/formats.md has them.
var header = []string{"rank", "thread", "unit", "step", "iteration", "number", "within", "start_ns", "total_ns", "build_ns", "solve_ns", "solve_share", "iterations", "residual", "blocked", "rejected"}

// WriteCSV writes all steps and iterations as comma-separated values (RFC 4180,
// lines end in LF; names as they can be printed), in the order of their ends on each track: the iterations of a
// step before it. Fields that the trace does not have are empty. Of a selection
// the rows are those of Options.
//
// Cost: as [Of]. Memory: one record per open range.
func WriteCSV(w io.Writer, t *trace.Trace, o Options) error {
	buffer := bufio.NewWriterSize(w, 64<<10)
	out := csv.NewWriter(buffer)
	if err := out.Write(header); err != nil {
		return err
	}
	names, keep := Names(t), o.keep(t)
	var err error
	Each(t, func(r *Row) bool {
		if keep(r) {
			err = out.Write(r.fields(t.Tracks[r.Track], names))
		}
		return err == nil
	})
	if err != nil {
		return err
	}
	if out.Flush(); out.Error() != nil {
		return out.Error()
	}
	return buffer.Flush()
}

// fields are those of a row.
func (r *Row) fields(tr trace.Track, names map[int64]string) []string {
	whole := func(n int64) string {
		if n < 0 {
			return ""
		}
		return strconv.FormatInt(n, 10)
	}
	unit, its, share, residual := trace.PhaseIteration, "", "", ""
	if r.IsStep {
		unit, its = trace.PhaseTimestep, whole(r.Its)
	}
	if x, ok := r.share(); ok {
		share = strconv.FormatFloat(x, 'g', 6, 64)
	}
	if r.Measured {
		residual = strconv.FormatFloat(r.Residual, 'g', -1, 64)
	}
	return []string{strconv.FormatInt(int64(tr.Rank), 10), strconv.FormatInt(tr.Thread, 10), unit, whole(r.Step), whole(r.Iteration), whole(r.Number), r.Within,
		strconv.FormatInt(r.Start, 10), strconv.FormatInt(r.NS, 10), whole(r.Build), whole(r.Solve), share, its, residual, legible.Text(blockerText(r.Blocked, names)), r.rejected()}
}
