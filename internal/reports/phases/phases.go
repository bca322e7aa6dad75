package phases

import (
	"fmt"
	"strings"

	"github.com/nrkit/nrkit/internal/phasetable"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/reports/run"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/input"
)

// Report returns the report of a document that set makes. Selected is the list of
// time steps that the user asked for; "" is the usual ones.
func Report(doc *phasetable.Document, set *input.Set, selected string) *reports.Document {
	r := run.Phases(doc.Summary)
	if text := moreInStats(set, doc.Summary); text != "" {
		run.AboveWarnings(r, reports.Paragraph(text))
	}
	if text := grouping(doc.Phases); text != "" {
		run.BelowTime(r, reports.Paragraph(text))
	}
	if onlySolvers(doc) {
		run.WithoutTime(r)
	}
	addSolver(r, doc)
	addRanks(r, doc.Ranks, doc.Balance)
	if doc.Rows != nil {
		addSteps(r, doc.Rows, selected)
		if len(doc.Solvers()) > 0 && doc.Rows.Steps.Count+doc.Rows.Iterations.Count == 0 {
			r.Add(reports.Paragraph("--calls lists the solver calls, with the iteration of each call."))
		}
	}
	return r
}

// moreInStats says which reports of nrprof stats say more of an export without
// ranges of the program, "" for other traces.
func moreInStats(set *input.Set, s *trace.Summary) string {
	if len(set.Files) != 1 || !set.Kind.FromNsight() || s.Ranges > 0 || s.Work == nil {
		return ""
	}
	file := set.Files[0].Name
	if k, err := input.SniffFile(file); err != nil || k != input.NsightExport || strings.ContainsAny(file, " '\"\\$`*?;&|<>()") {
		file = "FILE.sqlite"
	}
	return "nrprof stats " + file + " prints all operations and calls (" + strings.Join(run.StatsReports(s.Work), ", ") + ")."
}

// manyNames is how many phases may be too many to read.
const manyNames = 1000

// grouping says what --group-numbers would do to phases of many names, "" where they
// are few or it would do little.
func grouping(phases []trace.Phase) string {
	if len(phases) <= manyNames {
		return ""
	}
	grouped := map[string]bool{}
	for i := range phases {
		grouped[trace.GroupNumbers(phases[i].Name)] = true
	}
	if len(grouped) > len(phases)/2 {
		return ""
	}
	return fmt.Sprintf("Many of the %s names differ only in numbers: --group-numbers reduces them to %s.", units.Integer(int64(len(phases))), units.Integer(int64(len(grouped))))
}
