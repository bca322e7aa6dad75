package assistant

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/nrkit/nrkit/internal/hint"
	"github.com/nrkit/nrkit/internal/spelling"
	"github.com/nrkit/nrkit/nsys/stats"
	"github.com/nrkit/nrkit/trace/input"
)

// statsArgs are the arguments of stats.
type statsArgs struct {
	File   string `json:"file" jsonschema:"SQLite export of Nsight Systems"`
	Report string `json:"report,omitempty" jsonschema:"report as NAME[:ARG…], such as cuda_gpu_kern_sum:base. Without it, a row is a report that the file has data for"`
	Paged
}

func (a *statsArgs) resolve(r *Roots) ([]string, error) {
	if a.File == "" {
		return nil, hint.With(errors.New("file: want an SQLite export of Nsight Systems"), "nsys export --type sqlite makes an export")
	}
	return optional(r, &a.File)
}

// statsFacts say what the cells of a row are.
type statsFacts struct {
	Report  string   `json:"report,omitempty"`
	Title   string   `json:"title"`
	Columns []string `json:"columns" jsonschema:"meaning of the elements of each row"`
}

func addStats(s *server, m *mcp.Server) error {
	return add[statsArgs, statsFacts, []any](s, m, "stats", "Reports of Nsight Systems",
		"The reports of nsys stats and nsys analyze, with the same columns and figures, from an SQLite export. Without a report, lists the reports that have data.", statsOf)
}

func statsOf(_ context.Context, _ *server, a *statsArgs) (*answer, error) {
	requests := stats.Defaults()
	if a.Report != "" {
		var err error
		if requests, err = stats.ParseRequests([]string{a.Report}); err != nil {
			return nil, unknownReport(err)
		}
		if len(requests) > 1 {
			return nil, hint.With(errors.New("report: want one report"), "one call returns one report")
		}
	}
	e, err := input.OpenExport(a.File)
	if err != nil {
		return nil, hint.With(err, "stats reads SQLite exports of Nsight Systems; phases and diagnose also read captures")
	}
	defer e.Close() // was only read
	if a.Report == "" {
		return reportsOf(e.Has)
	}
	tables, without, err := stats.Select(e, requests, nil)
	if err != nil {
		return nil, err
	}
	if len(tables) == 0 {
		return nil, hint.With(without[0], "without report, stats lists the reports that have data")
	}
	return answerOfTable(tables[0])
}

// unknownReport gives the error of a report its hint.
func unknownReport(err error) error {
	advice := "without report, stats lists the reports with their arguments"
	if bad := new(stats.UnknownReportError); errors.As(err, &bad) {
		if s := spelling.Closest(bad.Report, stats.Names()); s != "" {
			advice = "did you mean " + s + "?"
		}
	}
	return hint.With(fmt.Errorf("report: %w", err), advice)
}

// reportsOf lists the reports, and says for which an export has a table.
func reportsOf(has func(string) bool) (*answer, error) {
	var rows [][]any
	for _, r := range stats.Reports() {
		if strings.HasPrefix(r.Name, "nvtx") && !has("NVTX_EVENTS") {
			continue
		}
		rows = append(rows, []any{r.Name, r.Says, strings.Join(r.Args, ":"), r.Default})
	}
	return answerOf([]string{"A row is a report. Call stats again with its name."}, nil,
		&statsFacts{Title: "reports", Columns: []string{"report", "content", "arguments", "default"}}, rows)
}

// answerOfTable returns a report, row by row.
func answerOfTable(t *stats.Table) (*answer, error) {
	var rows [][]any
	for _, cells := range t.All() {
		row := make([]any, len(cells))
		for k := range cells {
			switch c := &cells[k]; c.Kind {
			case stats.Int:
				row[k] = c.Int()
			case stats.Number:
				row[k] = c.Float()
			case stats.Text:
				row[k] = c.Text
			}
		}
		if rows = append(rows, row); len(rows) == mostRows {
			break
		}
	}
	summary := []string{t.Title + "."}
	if t.Nothing != "" {
		summary = append(summary, t.Nothing)
	}
	var warnings []string
	if n := t.Len(); n > len(rows) {
		warnings = append(warnings, fmt.Sprintf("the report has %d rows, of which the first %d are listed; nrprof stats prints all", n, len(rows)))
	}
	return answerOf(summary, warnings, &statsFacts{t.Report, t.Title, t.Columns}, rows)
}

// mostRows bounds the rows of an answer of stats and query, over all replies.
const mostRows = 5000
