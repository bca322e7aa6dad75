package assistant

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/nrkit/nrkit/trace"
)

// The tools are there, only read, and their list fits a reply.
func TestTools(t *testing.T) {
	s := connect(t, t.TempDir())
	list, err := s.ListTools(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	if most := 24_000; len(text) > most { // 4.3 bytes for a token of o200k_base
		t.Errorf("the list of tools has %d bytes, want at most %d", len(text), most)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
		if tool.Annotations == nil || !tool.Annotations.ReadOnlyHint || tool.Description == "" || tool.OutputSchema == nil {
			t.Errorf("%s: got %+v", tool.Name, tool)
		}
	}
	if got, want := strings.Join(names, " "), "analyze_matrix compare diagnose phases query stats"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	manual, err := os.ReadFile(filepath.Join("..", "..", "docs", "assistant.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if !bytes.Contains(manual, []byte("\n### "+name+"\n")) {
			t.Errorf("docs/assistant.md has no section %s", name)
		}
	}
}

// Each tool returns what its command finds.
func TestEachTool(t *testing.T) {
	s := connect(t, folder(t))
	for _, c := range []struct {
		tool string
		args map[string]any
		want []string // in the text of the reply
	}{
		{"analyze_matrix", map[string]any{"files": []string{"mul4_it1.mtx"}}, []string{`"nnz":2379`, `"recommended":"btf+`, `"method":"amd"`}},
		{"analyze_matrix", map[string]any{"files": []string{"mul4_it1.mtx", "mul4_it2.mtx"}, "orderings": []string{"amd"}, "exact": false}, []string{`"fixed_pattern":true`, `"symbolic_analysis":"once"`, `"criterion":"predicted"`}},
		{"phases", map[string]any{"files": []string{"run.nrt"}}, []string{`"kind":"phase","name":"nr_iteration"`, `"steps":50`}},
		{"phases", map[string]any{"files": []string{"run.nrt"}, "paths": true}, []string{`transient/timestep/nr_iteration`}},
		{"phases", map[string]any{"files": []string{"gpu.sqlite"}}, []string{`"kind":"kernel"`, `"kind":"call"`}},
		{"diagnose", map[string]any{"files": []string{"run.nrt"}, "exit_code": 139}, []string{`"outcome":"found","rule":"crashed-at-exit"`, `"outcome":"abstained"`}},
		{"diagnose", map[string]any{"files": []string{"run.nrt"}, "rules": []string{"key-drift"}}, []string{`"total_rows":1`, `"rule":"key-drift"`}},
		{"compare", map[string]any{"old": []string{"run.nrt"}, "new": []string{"later.nrt"}, "all": true}, []string{`"old_runs":1`, `"verdict":"untested"`}},
		{"stats", map[string]any{"file": "gpu.sqlite"}, []string{`"nvtx_sum"`}},
		{"stats", map[string]any{"file": "gpu.sqlite", "report": "nvtx_sum"}, []string{`"columns":["Time (%)"`, `"report":"nvtx_sum"`}},
		{"query", map[string]any{"files": []string{"run.nrt"}}, []string{`["counters","time_ns","BIGINT","ns"`}},
		{"query", map[string]any{"files": []string{"run.nrt"}, "sql": "SELECT COUNT(*) AS n FROM steps"}, []string{`"columns":["n"],`, `"rows":[[50]]`}},
	} {
		r, err := s.CallTool(context.Background(), &mcp.CallToolParams{Name: c.tool, Arguments: c.args})
		if err != nil {
			t.Fatal(err)
		}
		text := r.Content[0].(*mcp.TextContent).Text
		for _, want := range c.want {
			if !strings.Contains(strings.ReplaceAll(text, `"columns":["n"]}`, `"columns":["n"],`), want) {
				t.Errorf("%s %v: want %s in %s", c.tool, c.args, want, text)
			}
		}
		if !r.IsError {
			s.all(t, c.tool, c.args)
		}
	}
}

// Mistakes have errors with the hint that leads on.
func TestHints(t *testing.T) {
	s := connect(t, folder(t))
	for _, c := range []struct {
		tool string
		args any
		want string
	}{
		{"phases", map[string]any{}, "files: want at least one trace"},
		{"phases", map[string]any{"file": "run.nrt"}, "hint: did you mean files?"},
		{"phases", map[string]any{"files": "run.nrt"}, "argument files: want a list, got string"},
		{"phases", map[string]any{"files": []string{"rum.nrt"}}, "hint: did you mean run.nrt?"},
		{"phases", map[string]any{"files": []string{"mul4_it1.mtx"}}, "hint: supported formats: "},
		{"phases", map[string]any{"files": []string{"run.nrt"}, "align": "moon"}, "hint: auto, wall, start"},
		{"phases", map[string]any{"files": []string{"run.nrt"}, "cursor": "7"}, "hint: pass next_cursor"},
		{"phases", map[string]any{"files": []string{"run.nrt"}, "cursor": "0123456789abcdef-3"}, "hint: repeat the call without cursor"},
		{"analyze_matrix", map[string]any{"files": []string{"broken.mtx"}}, "broken.mtx:3"},
		{"analyze_matrix", map[string]any{"files": []string{"ladder.mtx"}, "orderings": []string{"ammd"}}, "hint: did you mean a"},
		{"analyze_matrix", map[string]any{"files": []string{"run.nrt"}}, "hint: analyze_matrix reads matrices"},
		{"diagnose", map[string]any{}, "hint: files names traces; xla_log"},
		{"diagnose", map[string]any{"files": []string{"run.nrt"}, "rules": []string{"key-drif"}}, "hint: did you mean key-drift?"},
		{"diagnose", map[string]any{"files": []string{"run.nrt"}, "exit_code": 3000}, "exit_code: want -64 to 255, got 3000"},
		{"compare", map[string]any{"old": []string{"run.nrt"}}, "want at least one run in old and one in new"},
		{"compare", map[string]any{"old": []string{"run.nrt"}, "new": []string{"run.nrt"}, "vary": []string{"moon"}}, "vary: no run has the part"},
		{"stats", map[string]any{"file": "run.nrt"}, "hint: stats reads SQLite exports"},
		{"stats", map[string]any{"file": "gpu.sqlite", "report": "nvtx_sun"}, "hint: did you mean nvtx_sum?"},
		{"query", map[string]any{"files": []string{"run.nrt"}, "sql": "SELECT * FROM range"}, "hint: did you mean ranges?"},
		{"query", map[string]any{"files": []string{"run.nrt"}, "sql": "SELECT nam FROM ranges"}, "hint: did you mean name?"},
		{"query", map[string]any{"files": []string{"run.nrt"}, "sql": "DELETE FROM ranges"}, "error: only SELECT is allowed"},
		{"query", map[string]any{"files": []string{"."}, "sql": "SELECT 1"}, "has no Parquet file"},
	} {
		if r := s.call(t, c.tool, c.args); !strings.Contains(r.fault, c.want) {
			t.Errorf("%s %v: got %q, want %q", c.tool, c.args, r.fault, c.want)
		}
	}
}

// Rows that do not fit come with cursors: each once, in order, whatever names a file
// has. After a change of the file, its cursors are refused.
func TestPages(t *testing.T) {
	dir := t.TempDir()
	s := connect(t, dir)
	path := filepath.Join(dir, "many.nrt")
	const n = 700
	names := make([]string, n)
	var events []trace.Event
	for k := range names {
		names[k] = fmt.Sprintf("%04d %s", k, strings.Repeat([]string{"<&>", "\"\\", "\u202e", "kernel", "é\x1b"}[k%5], k*k%3000))
		events = append(events, trace.Event{Time: int64(2 * k), Index: trace.NoIndex, Name: int32(k), Kind: trace.Begin},
			trace.Event{Time: int64(2*k + 1), Index: trace.NoIndex, Name: int32(k), Kind: trace.End})
	}
	save(t, path, trace.FromEvents(trace.Header{Program: strings.Repeat("p", 9000)}, names, []trace.Track{{Process: 1, Thread: 1, Device: -1}}, events))
	args := map[string]any{"files": []string{"many.nrt"}}
	rows, calls := s.all(t, "phases", args)
	if len(rows) != n || calls < 5 {
		t.Errorf("got %d rows in %d calls", len(rows), calls)
	}
	for k, row := range rows {
		var r struct{ Name string }
		if err := json.Unmarshal(row, &r); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(r.Name, fmt.Sprintf("%04d", k)) {
			t.Fatalf("row %d is %q", k, r.Name)
		}
	}
	delete(args, "cursor")
	cursor := s.call(t, "phases", args).NextCursor
	save(t, path, trace.FromEvents(trace.Header{}, names[:9], []trace.Track{{Process: 1, Thread: 1, Device: -1}}, events[:18]))
	args["cursor"] = cursor
	if r := s.call(t, "phases", args); !strings.Contains(r.fault, "a file has changed") {
		t.Errorf("got %+v", r)
	}
}

// A server without the cache of answers returns the same pages.
func TestPagesWithoutCache(t *testing.T) {
	s := connect(t, folder(t))
	args := map[string]any{"files": []string{"run.nrt"}, "sql": "SELECT * FROM ranges"}
	first := s.call(t, "query", args)
	for k := range mostCached + 1 { // fills the cache
		s.call(t, "query", map[string]any{"files": []string{"run.nrt"}, "sql": fmt.Sprint("SELECT ", k)})
	}
	args["cursor"] = first.NextCursor
	if r := s.call(t, "query", args); r.FirstRow != len(first.Rows) || len(r.Rows) == 0 {
		t.Errorf("got %+v", r)
	}
}

// The server ends without an error when its input does.
func TestServeEnds(t *testing.T) {
	var out bytes.Buffer
	if err := Serve(context.Background(), Options{Name: "test", Roots: []string{t.TempDir()}}, strings.NewReader(""), &out); err != nil || out.Len() > 0 {
		t.Errorf("got %v, %q", err, &out)
	}
	if err := Serve(context.Background(), Options{Name: "test", Roots: []string{filepath.Join(t.TempDir(), "no")}}, strings.NewReader(""), io.Discard); err == nil {
		t.Error("got no error for a root that is not there")
	}
}
