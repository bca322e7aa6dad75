package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/nrkit/nrkit/internal/atomicfile"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/nsys/keys"
	"github.com/nrkit/nrkit/nsys/launch"
	"github.com/nrkit/nrkit/nsys/stats"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/telemetry"
)

// A summaryReport is a report of the summary of a run.
type summaryReport struct {
	name    string   // as nsys stats calls it
	heading string   // in the Markdown; "" for a report that is CSV alone
	columns []string // that the Markdown shows, by how their headers start
}

// summaryReports are the reports of the workflow: ranges, then what the GPU
// did, then what the host waited for.
func summaryReports() []summaryReport {
	return []summaryReport{
		{"nvtx_sum", "NVTX ranges", []string{"Range", "Instances", "Total Time", "Avg", "Med", "Max"}},
		{"nvtx_gpu_proj_sum", "GPU time of NVTX ranges", []string{"Range", "Range Instances", "Total Proj Time", "Total Range Time", "Total GPU Ops"}},
		{"cuda_gpu_kern_sum", "Kernels", []string{"Name", "Instances", "Total Time", "Time (%)", "Avg", "Med"}},
		{"cuda_api_sum", "CUDA API", []string{"Name", "Num Calls", "Total Time", "Time (%)", "Avg", "Med"}},
		{"cuda_gpu_mem_time_sum", "Memory by time", []string{"Operation", "Count", "Total Time", "Avg", "Med"}},
		{"cuda_gpu_mem_size_sum", "Memory by size", []string{"Operation", "Count", "Total (MB)", "Avg (MB)", "Max (MB)"}},
		{"cuda_gpu_trace", "", nil},
		{"osrt_sum", "Calls of the operating system", []string{"Name", "Num Calls", "Total Time", "Time (%)", "Med"}},
	}
}

// summaryEndings are the endings of the files of a summary.
func summaryEndings() []string {
	endings := []string{".md", gpuEnding, keys.Ending}
	for _, r := range summaryReports() {
		endings = append(endings, "_"+r.name+".csv")
	}
	return endings
}

// summaryRows bounds the rows of a table in the Markdown.
const summaryRows = 15

// An nsysSummary writes the summary of a report of nsys.
type nsysSummary struct {
	stepSummary string // file of $GITHUB_STEP_SUMMARY, "" for none
	choice      launch.Choice
	strict      bool                                 // a crash is a failure, whatever the report
	crash       nsysCrash                            // what write found out about one
	gpus        func() *telemetry.Result             // ends their sampling; nil for none
	keys        func() (first, last json.RawMessage) // of the run, at its end; nil for none
}

// write writes a CSV file for each report that has data, and the Markdown,
// which is also added to the summary of the step.
func (s *nsysSummary) write(m *launch.Made) (err error) {
	e, err := nsys.Open(m.SQLite)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	if err := s.crash.read(e, m.Result, s.choice); err != nil {
		return err
	}
	doc := &reports.Document{Title: "nsys: " + filepath.Base(m.Output)}
	if m.Result.Crashed() {
		doc.Add(reports.Paragraph("The" + strings.TrimPrefix(s.crash.words(m.Result, s.strict), "the") + "."))
	}
	doc.Add(s.facts(m.Result))
	var absent []string
	for _, r := range summaryReports() {
		t, err := stats.Run(e, r.name, stats.Options{})
		if errors.Is(err, stats.ErrNoData) {
			absent = append(absent, r.name)
			continue
		}
		if err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		var b bytes.Buffer
		if err := t.WriteCSV(&b); err != nil {
			return err
		}
		err = m.Write(func() error { return os.WriteFile(filepath.Join(m.Dir, m.Stem+"_"+r.name+".csv"), b.Bytes(), 0o666) })
		if err != nil {
			return err
		}
		if r.heading == "" {
			continue
		}
		table, err := r.table(&b)
		if err != nil {
			return err
		}
		doc.Add(reports.Heading(r.heading), table)
	}
	if len(absent) > 0 {
		doc.Add(reports.Paragraph("Without data, and therefore without a file: " + strings.Join(absent, ", ") + "."))
	}
	return m.Write(func() error {
		if s.keys != nil {
			first, last := s.keys()
			if err := keys.Write(filepath.Join(m.Dir, m.Stem+keys.Ending), e, first, last); err != nil {
				return err
			}
		}
		if s.gpus != nil {
			if err := addTelemetry(doc, m, s.gpus()); err != nil {
				return err
			}
		}
		markdown := func(w io.Writer) error { return reports.Markdown(w, doc) }
		if err := atomicfile.WriteFile(filepath.Join(m.Dir, m.Stem+".md"), markdown); err != nil {
			return err
		}
		return s.addStep(markdown)
	})
}

// addStep adds the Markdown to the summary of a step of continuous
// integration, where there is one.
func (s *nsysSummary) addStep(markdown func(io.Writer) error) (err error) {
	if s.stepSummary == "" {
		return nil
	}
	f, err := os.OpenFile(s.stepSummary, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	var b bytes.Buffer
	if err := markdown(&b); err != nil {
		return err
	}
	b.WriteByte('\n') // what the next one starts with is a paragraph of its own
	_, err = f.Write(b.Bytes())
	return err
}

// facts says what was run and how it ended.
func (s *nsysSummary) facts(r *launch.Result) *reports.Table {
	t := reports.Facts()
	if len(r.Command) > 0 {
		t.Append("command", strings.Join(r.Command, " "))
		t.Append("ended with", launch.DescribeStatus(r.Status))
		t.Append("elapsed", units.Duration(r.Elapsed.Nanoseconds()))
		t.Append("recorded", recorded(s.choice.Capture))
	}
	t.Append("nsys", r.NSYS.Version.String())
	if len(r.Arguments) > 0 {
		t.Append("arguments", strings.Join(shownArguments(r.Arguments), " "))
	}
	for _, n := range r.Notes {
		t.Append("note", n)
	}
	return t
}

// recorded words what part of the run there is.
func recorded(c launch.Capture) string {
	switch {
	case c.Kind == launch.CaptureProfilerAPI:
		return "between cudaProfilerStart and cudaProfilerStop"
	case c.Kind == launch.CaptureRange && c.Domain != "*" && c.Domain != "":
		return fmt.Sprintf("the first range %s of domain %s", c.Range, c.Domain)
	case c.Kind == launch.CaptureRange:
		return "the first range " + c.Range
	}
	return "all of it"
}

// shownArguments leaves out what names temporary files.
func shownArguments(args []string) []string {
	hidden := []string{"--output=", "--force-overwrite=", "--env-var=", "--session-new="}
	return slices.DeleteFunc(slices.Clone(args), func(arg string) bool {
		return slices.ContainsFunc(hidden, func(h string) bool { return strings.HasPrefix(arg, h) })
	})
}

// table returns the first rows of a report, from its CSV.
func (r *summaryReport) table(file io.Reader) (*reports.Table, error) {
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, errors.Join(fmt.Errorf("internal error: %s: no CSV", r.name), err)
	}
	t := &reports.Table{}
	var at []int
	for _, want := range r.columns {
		k := slices.IndexFunc(rows[0], func(h string) bool { return h == want || strings.HasPrefix(h, want+" (ns)") })
		if k < 0 {
			k = slices.IndexFunc(rows[0], func(h string) bool { return strings.HasSuffix(h, want+" (ns)") })
		}
		if k < 0 {
			return nil, fmt.Errorf("internal error: %s has no column %s", r.name, want)
		}
		at = append(at, k)
		t.Columns = append(t.Columns, reports.Column{Name: strings.TrimSuffix(rows[0][k], " (ns)"), Right: len(at) > 1})
	}
	for _, row := range rows[1:min(len(rows), summaryRows+1)] {
		cells := make([]string, len(at))
		for j, k := range at {
			cells[j] = readable(rows[0][k], row[k])
		}
		t.Append(cells...)
	}
	if more := len(rows) - 1 - summaryRows; more > 0 {
		t.Note = fmt.Sprintf("The %s of most time; %s more in the CSV.", units.Plural(summaryRows, "row"), units.Integer(int64(more)))
	}
	return t, nil
}

// readable returns a cell of a report for people: nanoseconds in the unit that
// suits them.
func readable(header, cell string) string {
	if ns, err := strconv.ParseFloat(cell, 64); err == nil && strings.HasSuffix(header, "(ns)") {
		return units.Duration(int64(math.Round(ns)))
	}
	return cell
}
