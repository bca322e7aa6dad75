package stats

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestParseRequests(t *testing.T) {
	got, err := ParseRequests([]string{"nvtx_sum,cuda_gpu_kern_sum:base", "gpukernsum"})
	want := []Request{{"nvtx_sum", Options{}}, {"cuda_gpu_kern_sum", Options{Base: true}}, {"gpukernsum", Options{}}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
	var unknown *UnknownReportError
	if _, err := ParseRequests([]string{"nvtx_sum,nothing:base"}); !errors.As(err, &unknown) || unknown.Report != "nothing" {
		t.Errorf("got %v", err)
	}
	if _, err := ParseRequests([]string{"nvtx_sum:base"}); !errors.As(err, new(*ArgumentError)) {
		t.Errorf("got %v", err)
	}
}

// Every name is a report, and the default reports are some of them.
func TestNames(t *testing.T) {
	names := Names()
	for _, name := range names {
		if Find(name) == nil {
			t.Errorf("there is no report %s", name)
		}
	}
	for _, r := range Defaults() {
		if !slices.Contains(names, r.Report) || !Find(r.Report).Default {
			t.Errorf("%s is no default report", r.Report)
		}
	}
	if n := List().Len(); n != len(Reports()) {
		t.Errorf("the list has %d reports, want %d", n, len(Reports()))
	}
}

func TestFormatOf(t *testing.T) {
	for name, want := range map[string]string{"a.csv": "csv", "a.JSON": "json", "a.txt": "table", "-": "table", "csv": "table"} {
		if got := FormatOf(name); got != want || !slices.Contains(Formats(), got) {
			t.Errorf("%s: got %s", name, got)
		}
	}
}

// Several tables have what tells them apart; one alone has nothing of that.
func TestWriteAll(t *testing.T) {
	table := func(name string) *Table {
		x := &Table{Report: name, Title: "Title of " + name, Columns: []string{"Name"}}
		x.Add(String("value"))
		return x
	}
	for _, c := range []struct {
		format string
		alone  bool
		want   string
	}{
		{"csv", true, "Name\nvalue\n"},
		{"csv", false, "# Title of a (a)\nName\nvalue\n\n# Title of b (b)\nName\nvalue\n"},
		{"json", false, "{\n\"a\": [\n  {\n    \"Name\": \"value\"\n  }\n]\n,\n\"b\": [\n  {\n    \"Name\": \"value\"\n  }\n]\n}\n"},
	} {
		tables := []*Table{table("a"), table("b")}
		if c.alone {
			tables = tables[:1]
		}
		var b bytes.Buffer
		if err := WriteAll(&b, tables, c.format, c.alone, 0); err != nil || b.String() != c.want {
			t.Errorf("%s, %v: %v\n got %q\nwant %q", c.format, c.alone, err, b.String(), c.want)
		}
	}
	var b bytes.Buffer
	if err := WriteAll(&b, []*Table{table("a"), table("b")}, "table", false, 0); err != nil || !strings.HasPrefix(b.String(), "Title of a (a)\n\n") || !strings.Contains(b.String(), "\n\nTitle of b (b)\n\n") {
		t.Errorf("%v:\n%s", err, &b)
	}
}
