package statstest

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// SortColumns returns the columns that the rows of a report, under its name of
// 2023 and later, are sorted by.
func SortColumns(report string) []string {
	switch report {
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

// A Document is a report as it was printed: its parts that are the same in any
// order of rows, and the rows.
type Document struct {
	frame string // all that is no row
	Rows  []Row
}

// A Row is a row as it was printed, and its values by column.
type Row struct {
	Text   string
	Values map[string]string
}

// key returns the values that the row is sorted by.
func (r *Row) key(columns []string) string {
	var b strings.Builder
	for _, c := range columns {
		v, ok := r.Values[c]
		if !ok {
			return "no column " + c
		}
		b.WriteString(v + "\x00")
	}
	return b.String()
}

// ParseCSV splits comma-separated values. Its rows have no line breaks.
func ParseCSV(text string) (Document, error) {
	lines := strings.SplitAfter(text, "\n")
	d := Document{frame: lines[0]}
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
		row := Row{Text: line, Values: map[string]string{}}
		for i, name := range header {
			row.Values[name] = fields[i]
		}
		d.Rows = append(d.Rows, row)
	}
	return d, nil
}

// ParseJSON splits an array of objects.
func ParseJSON(text string) (Document, error) {
	var d Document
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
		row := Row{Text: object, Values: map[string]string{}}
		for name, v := range values {
			row.Values[name] = string(v)
		}
		d.Rows = append(d.Rows, row)
	}
	return d, nil
}

// Difference says where got differs from want, rows with equal keys in any
// order; "" when they do not differ.
func Difference(got, want Document, columns []string) string {
	if got.frame != want.frame {
		return fmt.Sprintf("header:\n got %s\nwant %s", got.frame, want.frame)
	}
	if len(got.Rows) != len(want.Rows) {
		return fmt.Sprintf("got %d rows, want %d", len(got.Rows), len(want.Rows)) + firstDifference(got, want)
	}
	for at := 0; at < len(want.Rows); {
		key := want.Rows[at].key(columns)
		end := at
		for end < len(want.Rows) && want.Rows[end].key(columns) == key {
			end++
		}
		a, b := texts(got.Rows[at:end]), texts(want.Rows[at:end])
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
func firstDifference(got, want Document) string {
	for i := range min(len(got.Rows), len(want.Rows)) {
		if got.Rows[i].Text != want.Rows[i].Text {
			return fmt.Sprintf(", row %d:\n got %s\nwant %s", i+1, got.Rows[i].Text, want.Rows[i].Text)
		}
	}
	return ""
}

// texts returns the rows as they were printed, sorted.
func texts(rows []Row) []string {
	list := make([]string, len(rows))
	for i := range rows {
		list[i] = rows[i].Text
	}
	slices.Sort(list)
	return list
}
