package stats

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/nsys"
)

// oracleFolder returns the folder of NVIDIA's databases and outputs.
func oracleFolder(t *testing.T) string {
	t.Helper()
	root := os.Getenv("NRKIT_ORACLE")
	if root == "" {
		t.Skip("NRKIT_ORACLE is unset")
	}
	return filepath.Join(root, "nsys")
}

// An oracleFile is an output of NVIDIA's.
type oracleFile struct {
	path     string
	database string
	version  string // of nsys
	report   string // with arguments, as in cuda_gpu_kern_sum:base
	json     bool
}

// oracleFiles returns all outputs of NVIDIA's.
func oracleFiles(t *testing.T) []oracleFile {
	t.Helper()
	root := oracleFolder(t)
	paths, err := filepath.Glob(filepath.Join(root, "oracle", "*", "*", "*"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no outputs of NVIDIA's under %s: %v", root, err)
	}
	var files []oracleFile
	for _, path := range paths {
		name := filepath.Base(path)
		version := filepath.Dir(path)
		f := oracleFile{
			path:     path,
			database: filepath.Join(root, filepath.Base(filepath.Dir(version))+".sqlite"),
			version:  filepath.Base(version),
			json:     strings.HasPrefix(name, "j_"),
		}
		report := strings.TrimSuffix(name, filepath.Ext(name))
		if len(report) < 2 || !strings.Contains("o_ a_ j_", report[:2]) || filepath.Ext(name) != map[bool]string{true: ".json", false: ".csv"}[f.json] {
			t.Errorf("%s: no output of a report", path)
			continue
		}
		report = report[2:]
		for _, arg := range []string{"base", "mangled", "nvtx-name"} {
			if before, found := strings.CutSuffix(report, "_"+arg); found {
				report = before + ":" + arg
			}
		}
		f.report = report
		files = append(files, f)
	}
	return files
}

// isNVTX says whether a report is about NVTX ranges.
func (f *oracleFile) isNVTX() bool { return strings.HasPrefix(f.report, "nvtx") }

// compare checks our report against NVIDIA's, byte for byte; rows that sort
// compares as equal may be in any order.
func (f *oracleFile) compare(t *testing.T) {
	t.Helper()
	want, err := os.ReadFile(f.path)
	if err != nil {
		t.Fatal(err)
	}
	e, err := nsys.Open(f.database)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	report, options, err := Parse(f.report)
	if err != nil {
		t.Fatal(err)
	}
	if Find(report) == nil {
		t.Fatalf("%s: no report of that name", report)
	}
	table, err := Run(e, report, options)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if f.json {
		err = table.WriteJSON(&out)
	} else {
		err = table.WriteCSV(&out)
	}
	if err != nil {
		t.Fatal(err)
	}
	parse := parseCSV
	if f.json {
		parse = parseJSON
	}
	ours, err := parse(out.String())
	if err != nil {
		t.Fatalf("ours: %v", err)
	}
	theirs, err := parse(string(want))
	if err != nil {
		t.Fatalf("NVIDIA's: %v", err)
	}
	if msg := difference(ours, theirs, sortColumns(report)); msg != "" {
		t.Errorf("%s of %s: %s", f.report, filepath.Base(f.database), msg)
	}
}

// sortColumns returns the columns that the rows of a report are sorted by.
func sortColumns(report string) []string {
	switch Find(report).Name {
	case "cuda_gpu_kern_sum":
		return []string{"Total Time (ns)", "Instances", "Name"}
	case "cuda_gpu_mem_size_sum":
		return []string{"Total (MB)"}
	case "cuda_kern_exec_sum":
		return []string{"TAvg (ns)"}
	case "cuda_kern_exec_trace":
		return []string{"API Start (ns)"}
	case "cuda_api_trace", "cuda_gpu_trace":
		return []string{"Start (ns)"}
	case "cuda_api_sync", "cuda_memcpy_async", "cuda_memcpy_sync":
		return []string{"Duration (ns)"}
	case "gpu_time_util":
		return []string{"In-Use (%)", "Duration (ns)"}
	case "gpu_gaps":
		return []string{"Duration (ns)", "Start (ns)"}
	case "um_total_sum":
		return nil
	case "nvtx_gpu_proj_sum":
		return []string{"Total Proj Time (ns)"}
	case "nvtx_gpu_proj_trace":
		return []string{"Projected Start (ns)", "Projected Duration (ns)"}
	case "nvtx_pushpop_trace":
		return []string{"Start (ns)", "Duration (ns)"}
	case "nvtx_kern_sum":
		return []string{"NVTX Range", "PID", "TID", "Total Time (ns)"}
	}
	return []string{"Total Time (ns)"}
}

// A document is a report as it was printed: its parts that are the same in any
// order of rows, and the rows.
type document struct {
	frame string // all that is no row
	rows  []printedRow
}

// A printedRow is a row as it was printed, and its values by column.
type printedRow struct {
	text   string
	values map[string]string
}

// key returns the values that the row is sorted by.
func (r *printedRow) key(columns []string) string {
	var b strings.Builder
	for _, c := range columns {
		v, ok := r.values[c]
		if !ok {
			return "no column " + c
		}
		b.WriteString(v + "\x00")
	}
	return b.String()
}

// parseCSV splits comma-separated values. Its rows have no line breaks.
func parseCSV(text string) (document, error) {
	lines := strings.SplitAfter(text, "\n")
	d := document{frame: lines[0]}
	header, err := csv.NewReader(strings.NewReader(lines[0])).Read()
	if err != nil {
		return d, err
	}
	for _, line := range lines[1:] {
		if line == "" {
			continue
		}
		fields, err := csv.NewReader(strings.NewReader(line)).Read()
		if err != nil || len(fields) != len(header) {
			return d, fmt.Errorf("line %q: %d fields, want %d: %v", line, len(fields), len(header), err)
		}
		row := printedRow{text: line, values: map[string]string{}}
		for i, name := range header {
			row.values[name] = fields[i]
		}
		d.rows = append(d.rows, row)
	}
	return d, nil
}

// parseJSON splits an array of objects.
func parseJSON(text string) (document, error) {
	var d document
	inside, ok := strings.CutPrefix(text, "[\n")
	inside, ok2 := strings.CutSuffix(inside, "\n]\n")
	if !ok || !ok2 {
		return d, fmt.Errorf("no array: starts with %.20q", text)
	}
	for _, object := range strings.Split(inside, "\n  },\n") {
		object = strings.TrimSuffix(object, "\n  }") + "\n  }"
		var values map[string]json.RawMessage
		if err := json.Unmarshal([]byte(object), &values); err != nil {
			return d, fmt.Errorf("%q: %w", object, err)
		}
		row := printedRow{text: object, values: map[string]string{}}
		for name, v := range values {
			row.values[name] = string(v)
		}
		d.rows = append(d.rows, row)
	}
	return d, nil
}

// difference says where got differs from want, rows with equal keys in any
// order; "" when they do not differ.
func difference(got, want document, columns []string) string {
	if got.frame != want.frame {
		return fmt.Sprintf("header:\n got %s\nwant %s", got.frame, want.frame)
	}
	if len(got.rows) != len(want.rows) {
		return fmt.Sprintf("got %d rows, want %d", len(got.rows), len(want.rows)) + firstDifference(got, want)
	}
	for at := 0; at < len(want.rows); {
		key := want.rows[at].key(columns)
		end := at
		for end < len(want.rows) && want.rows[end].key(columns) == key {
			end++
		}
		a, b := texts(got.rows[at:end]), texts(want.rows[at:end])
		for i := range b {
			if a[i] != b[i] {
				return fmt.Sprintf("rows %d to %d:\n got %s\nwant %s", at+1, end, a[i], b[i])
			}
		}
		at = end
	}
	return ""
}

// firstDifference shows the first rows that differ.
func firstDifference(got, want document) string {
	for i := range min(len(got.rows), len(want.rows)) {
		if got.rows[i].text != want.rows[i].text {
			return fmt.Sprintf(", row %d:\n got %s\nwant %s", i+1, got.rows[i].text, want.rows[i].text)
		}
	}
	return ""
}

// texts returns the rows as they were printed, sorted.
func texts(rows []printedRow) []string {
	list := make([]string, len(rows))
	for i := range rows {
		list[i] = rows[i].text
	}
	slices.Sort(list)
	return list
}

// TestOracle compares each output of NVIDIA's that is not about NVTX ranges.
func TestOracle(t *testing.T) {
	for _, f := range oracleFiles(t) {
		if f.isNVTX() {
			continue
		}
		t.Run(filepath.Base(f.database)+"/"+f.version+"/"+filepath.Base(f.path), f.compare)
	}
}
