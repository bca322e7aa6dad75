package assistant

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/nrkit/nrkit/compare"
	"github.com/nrkit/nrkit/internal/hint"
	"github.com/nrkit/nrkit/internal/sides"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/input"
)

// compareArgs are the arguments of compare.
type compareArgs struct {
	Old          []string `json:"old" jsonschema:"the runs before: captures, exports, profiles, documents of phases or run, benchmark results, or folders of them"`
	New          []string `json:"new" jsonschema:"the runs after, likewise"`
	Vary         []string `json:"vary,omitempty" jsonschema:"parts that differ on purpose: a label such as ordering, or a part of the key such as env.XLA_FLAGS"`
	Force        bool     `json:"force,omitempty" jsonschema:"compare runs even if CPU, GPU, driver or environment differ"`
	GroupNumbers bool     `json:"group_numbers,omitempty" jsonschema:"one name for ranges whose names differ only in numbers"`
	All          bool     `json:"all,omitempty" jsonschema:"also rows without a difference"`
	Paged
}

func (a *compareArgs) resolve(r *Roots) ([]string, error) {
	if len(a.Old) == 0 || len(a.New) == 0 {
		return nil, hint.With(errors.New("want at least one run in old and one in new"), "five or more runs per side, made in turns, let small changes be seen")
	}
	var all []string
	for _, list := range []*[]string{&a.Old, &a.New} {
		var side []string
		for _, path := range *list {
			found, err := runsIn(r, path)
			if err != nil {
				return nil, err
			}
			side = append(side, found...)
		}
		*list = side
		all = append(all, side...)
	}
	return all, nil
}

// runsIn returns the files that a path stands for: itself, or the runs in a folder.
func runsIn(r *Roots, path string) ([]string, error) {
	real, err := r.Resolve(path)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(real)
	if err != nil {
		return nil, err
	}
	list := []string{real}
	if info.IsDir() {
		if list, err = sides.Files([]string{real}); err != nil {
			return nil, err
		}
	}
	for k := range list {
		if list[k], err = r.File(list[k]); err != nil {
			return nil, err
		}
		if kind, err := input.SniffFile(list[k]); err == nil && kind == input.NsightReport {
			return nil, refused(list[k])
		}
	}
	return list, nil
}

// compareFacts are the numbers of differences.
type compareFacts struct {
	OldRuns   int                  `json:"old_runs"`
	NewRuns   int                  `json:"new_runs"`
	Tests     int                  `json:"tests"`
	Slower    int                  `json:"slower"`
	Faster    int                  `json:"faster"`
	Changed   int                  `json:"changed"`
	Different []compare.Difference `json:"different,omitempty" jsonschema:"parts of the identity in which the sides differ"`
}

// compareRow is a quantity or a count that differs.
type compareRow struct {
	Kind    string   `json:"kind"`
	Name    string   `json:"name"`
	Regime  string   `json:"regime,omitempty" jsonschema:"cold, warm-up or steady time steps, which are never mixed"`
	Metric  string   `json:"metric,omitempty"`
	Unit    string   `json:"unit,omitempty"`
	Old     float64  `json:"old" jsonschema:"median of the runs; of counts, the smallest"`
	New     float64  `json:"new"`
	Change  *float64 `json:"change,omitempty" jsonschema:"new by old − 1"`
	P       *float64 `json:"p_adjusted,omitempty"`
	Verdict string   `json:"verdict" jsonschema:"slower, faster, more, less, none, untested; of counts: differs, varies, equal"`
	Share   float64  `json:"share,omitempty" jsonschema:"of the time"`
}

func addCompare(s *server, m *mcp.Server) error {
	return add[compareArgs, compareFacts, compareRow](s, m, "compare", "Compare two sets of runs",
		"What became faster and what slower between two sets of runs, by a rank test over runs. Counts are compared exactly. "+
			"Refuses runs whose machine or environment differs, unless vary or force says otherwise.", compareRuns)
}

func compareRuns(ctx context.Context, s *server, a *compareArgs) (*answer, error) {
	how := sides.Options{Statistic: compare.Mean, Input: s.input(ctx)}
	if a.GroupNumbers {
		how.Rename = trace.GroupNumbers
	}
	old, err := sides.Read(a.Old, how)
	if err != nil {
		return nil, err
	}
	new, err := sides.Read(a.New, how)
	if err != nil {
		return nil, err
	}
	if part := compare.Missing(a.Vary, old, new); part != "" {
		return nil, hint.With(fmt.Errorf("vary: no run has the part %q", part), "parts: "+strings.Join(compare.Parts(old, new), ", "))
	}
	if refused := compare.Identify(old, new, a.Vary).Refused(); len(refused) > 0 && !a.Force {
		return nil, hint.With(fmt.Errorf("the times of these runs are not comparable: %s differs", refused[0].Part),
			fmt.Sprintf("if %[1]s differs on purpose, add %[1]s to vary; force compares the runs in any case", refused[0].Part))
	}
	r, err := compare.Compare(old, new, compare.Options{Vary: a.Vary, MinShare: 0.001})
	if err != nil {
		return nil, err
	}
	f := &compareFacts{OldRuns: len(old), NewRuns: len(new), Tests: r.Tests, Slower: r.Slower, Faster: r.Faster, Changed: r.Changed}
	if r.Identity != nil {
		f.Different = r.Identity.Differences
	}
	return answerOf(compareSummary(r), r.Warnings, f, compareRows(r, a.All))
}

// compareRows returns rows with a verdict first, and of these the largest share first.
func compareRows(r *compare.Result, all bool) []compareRow {
	var rows []compareRow
	for _, x := range r.Rows {
		if x.Verdict != compare.None || all {
			rows = append(rows, compareRow{string(x.Kind), x.Name, x.Regime, string(x.Metric), x.Unit, x.Old.Median, x.New.Median, x.Change, x.Q, string(x.Verdict), x.Share})
		}
	}
	open := func(r *compareRow) int {
		return slices.Index([]string{"slower", "faster", "more", "less", "untested", "none"}, r.Verdict)
	}
	slices.SortStableFunc(rows, func(a, b compareRow) int { return open(&a) - open(&b) })
	for _, c := range r.Counts {
		if c.Verdict != compare.CountsEqual || all {
			row := compareRow{Kind: c.Kind, Name: c.Name, Unit: "count", Old: float64(c.Old.Min), New: float64(c.New.Min), Verdict: c.Verdict}
			if c.Old.Min > 0 {
				change := row.New/row.Old - 1
				row.Change = &change
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// compareSummary says what came out.
func compareSummary(r *compare.Result) []string {
	runs := fmt.Sprintf("%s before and %s after.", units.Plural(len(r.Old.Runs), "run"), units.Plural(len(r.New.Runs), "run"))
	if r.Tests == 0 {
		return []string{runs, "No time was tested: there are too few runs. Rows with the verdict untested are differences, not effects. Counts are exact."}
	}
	return []string{runs, fmt.Sprintf("Of %s, %d became slower, %d faster, and %d of another unit changed.", units.Plural(r.Tests, "tested quantity"), r.Slower, r.Faster, r.Changed)}
}
