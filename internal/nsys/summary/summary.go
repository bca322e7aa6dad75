package summary

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/atomicfile"
	"github.com/nrkit/nrkit/internal/nsys/keys"
	"github.com/nrkit/nrkit/internal/nsys/launch"
	"github.com/nrkit/nrkit/internal/telemetry"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/nsys/stats"
)

// A report is a report of the summary of a run.
type report struct {
	name    string   // as nsys stats calls it
	heading string   // in the Markdown; "" for a report that is CSV alone
	columns []string // that the Markdown shows, by how their headers start
}

// usual are the reports of the workflow: ranges, then what the GPU
// did, then what the host waited for.
func usual() []report {
	return []report{
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

// gpuEnding is the ending of the file of samples of GPUs.
const gpuEnding = "_gpu_telemetry.csv"

// Endings returns the endings of the files that a [Summary] writes.
func Endings() []string {
	endings := []string{".md", gpuEnding, keys.Ending}
	for _, r := range usual() {
		endings = append(endings, "_"+r.name+".csv")
	}
	return endings
}

// maxRows bounds the rows of a table of [Content].
const maxRows = 15

// Content is what the Markdown says.
type Content struct {
	Output string         // name of the files without their endings
	Crash  string         // how a program that crashed ended, "" for one that did not
	Choice launch.Choice  // what was recorded
	Result *launch.Result // what was run and how it ended
	Tables []Table
	Absent []string          // reports without data
	GPUs   *telemetry.Result // nil where none was sampled
}

// A Table is the first rows of a report.
type Table struct {
	Heading string
	Columns []string // as nsys stats names them, with their units
	Rows    [][]string
	More    int // rows that are in the CSV file alone
}

// A Summary writes what goes with the reports of one run under nsys.
type Summary struct {
	Choice      launch.Choice
	Strict      bool                                 // a crash is a failure, whatever the report
	StepSummary string                               // file of $GITHUB_STEP_SUMMARY, "" for none
	GPUs        func() *telemetry.Result             // ends their sampling; nil for none
	Keys        func() (first, last json.RawMessage) // of the run, at its end; nil for none
	Markdown    func(w io.Writer, c *Content) error

	crash crash
}

// CrashedInside reports whether the program crashed inside an NVTX range, as far as
// the exports say that Write has seen.
func (s *Summary) CrashedInside() bool { return s.crash.inside != "" }

// Crash says how a program that crashed ended, and how that counts.
func (s *Summary) Crash(r *launch.Result) string { return s.crash.words(r, s.Strict) }

// Write writes a CSV file for each report that has data, what belongs to the run,
// and the Markdown, which is also added to the summary of the step. It is for
// [launch.Options].
func (s *Summary) Write(m *launch.Made) (err error) {
	e, err := nsys.Open(m.SQLite)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	if err := s.crash.read(e, m.Result, s.Choice); err != nil {
		return err
	}
	c := &Content{Output: m.Output, Choice: s.Choice, Result: m.Result}
	if m.Result.Crashed() {
		c.Crash = s.Crash(m.Result)
	}
	if err := c.addReports(m, e); err != nil {
		return err
	}
	return m.Write(func() error {
		if s.Keys != nil {
			first, last := s.Keys()
			if err := keys.Write(filepath.Join(m.Dir, m.Stem+keys.Ending), e, first, last); err != nil {
				return err
			}
		}
		if s.GPUs != nil {
			if err := c.addTelemetry(m, s.GPUs()); err != nil {
				return err
			}
		}
		markdown := func(w io.Writer) error { return s.Markdown(w, c) }
		if err := atomicfile.WriteFile(filepath.Join(m.Dir, m.Stem+".md"), markdown); err != nil {
			return err
		}
		return s.addStep(markdown)
	})
}

// addReports writes the CSV files, and takes the first rows of them.
func (c *Content) addReports(m *launch.Made, e *nsys.Export) error {
	for _, r := range usual() {
		t, err := stats.Run(e, r.name, stats.Options{})
		if errors.Is(err, stats.ErrNoData) {
			c.Absent = append(c.Absent, r.name)
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
		c.Tables = append(c.Tables, table)
	}
	return nil
}

// addTelemetry writes the samples that were taken while nsys ran beside its
// report. Without samples it does nothing.
func (c *Content) addTelemetry(m *launch.Made, r *telemetry.Result) error {
	if r == nil {
		return nil
	}
	c.GPUs = r.Until(m.Result.Elapsed)
	return atomicfile.WriteFile(filepath.Join(m.Dir, m.Stem+gpuEnding), func(w io.Writer) error { return telemetry.WriteCSV(w, c.GPUs) })
}

// addStep adds the Markdown to the summary of a step of continuous
// integration, where there is one.
func (s *Summary) addStep(markdown func(io.Writer) error) (err error) {
	if s.StepSummary == "" {
		return nil
	}
	f, err := os.OpenFile(s.StepSummary, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
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

// table returns the first rows of a report, from its CSV.
func (r *report) table(file io.Reader) (Table, error) {
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil || len(rows) == 0 {
		return Table{}, errors.Join(fmt.Errorf("internal error: %s: no CSV", r.name), err)
	}
	t := Table{Heading: r.heading, More: max(len(rows)-1-maxRows, 0)}
	var at []int
	for _, want := range r.columns {
		k := slices.IndexFunc(rows[0], func(h string) bool { return h == want || strings.HasPrefix(h, want+" (ns)") })
		if k < 0 {
			k = slices.IndexFunc(rows[0], func(h string) bool { return strings.HasSuffix(h, want+" (ns)") })
		}
		if k < 0 {
			return Table{}, fmt.Errorf("internal error: %s has no column %s", r.name, want)
		}
		at = append(at, k)
		t.Columns = append(t.Columns, rows[0][k])
	}
	for _, row := range rows[1:min(len(rows), maxRows+1)] {
		cells := make([]string, len(at))
		for j, k := range at {
			cells[j] = row[k]
		}
		t.Rows = append(t.Rows, cells)
	}
	return t, nil
}
