package calls

import (
	"bufio"
	"encoding/csv"
	"io"
	"strconv"

	"github.com/nrkit/nrkit/internal/legible"
	"github.com/nrkit/nrkit/solvers"
)

// header names the columns of [WriteCSV], as docs/formats.md has them.
var header = []string{"call", "rank", "process", "thread", "begin_ns", "total_ns", "self_ns", "function", "library", "phase", "inside",
	"status", "selector", "n", "rows", "nnz", "nrhs", "pattern", "values", "right_hand_side", "analysis", "factorisation", "iteration",
	"lnz", "unz", "flops", "rcond", "rgrowth", "pivots_moved", "memory_bytes", "solver_iterations", "saved", "end"}

// WriteCSV writes the calls of runs as comma-separated values (RFC 4180, lines end in
// LF), in the order of their begins, one run after the other. Fields that are not known
// are empty.
func WriteCSV(w io.Writer, runs ...*solvers.Run) error {
	buffer := bufio.NewWriterSize(w, 64<<10)
	out := csv.NewWriter(buffer)
	if err := out.Write(header); err != nil {
		return err
	}
	for _, run := range runs {
		for k := range run.Calls {
			l := listed(run, k)
			if err := out.Write(l.fields()); err != nil {
				return err
			}
		}
	}
	if out.Flush(); out.Error() != nil {
		return out.Error()
	}
	return buffer.Flush()
}

// fields returns the values of the columns.
func (l *Listed) fields() []string {
	whole := func(n int64) string { return strconv.FormatInt(n, 10) }
	counted := func(n int64) string {
		if n == 0 {
			return ""
		}
		return whole(n)
	}
	optional := func(n *int64) string {
		if n == nil {
			return ""
		}
		return whole(*n)
	}
	number := func(x *float64) string {
		if x == nil {
			return ""
		}
		return strconv.FormatFloat(*x, 'g', -1, 64)
	}
	saved := ""
	if l.Saved {
		saved = "true"
	}
	return []string{counted(l.Number), whole(int64(l.Rank)), whole(l.Process), whole(l.Thread), whole(l.Begin), whole(l.Total), whole(l.Self),
		legible.Text(l.Function), legible.Text(l.Library), l.Phase, optional(l.Inside),
		optional(l.Status), optional(l.Selector), optional(l.N), optional(l.Rows), optional(l.NNZ), optional(l.NRHS),
		counted(int64(l.Pattern)), counted(int64(l.Values)), counted(int64(l.RHS)), counted(int64(l.Analysis)), counted(int64(l.Factorisation)), counted(l.Iteration),
		number(l.LNZ), number(l.UNZ), number(l.Flops), number(l.RCond), number(l.RGrowth), number(l.Pivots), number(l.Memory), number(l.Its), saved, l.End}
}
