package assistant

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/nrkit/nrkit/internal/testkit/timelinetest"
	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/trace"
)

// A session is a client of a server in this process.
type session struct {
	*mcp.ClientSession
	schemas map[string]*jsonschema.Resolved // of outputs
}

// connect starts a server that may read a folder.
func connect(t testing.TB, roots ...string) *session {
	t.Helper()
	m, err := New(Options{Name: "test", Version: "1", Roots: roots})
	if err != nil {
		t.Fatal(err)
	}
	here, there := mcp.NewInMemoryTransports()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- m.Run(ctx, there) }()
	c, err := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil).Connect(ctx, here, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		cancel()
		<-done
	})
	s := &session{c, map[string]*jsonschema.Resolved{}}
	list, err := c.ListTools(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range list.Tools {
		text, err := json.Marshal(tool.OutputSchema)
		if err != nil {
			t.Fatal(err)
		}
		var schema jsonschema.Schema
		if err := json.Unmarshal(text, &schema); err != nil {
			t.Fatal(err)
		}
		if s.schemas[tool.Name], err = schema.Resolve(nil); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// A reply is what a tool returned.
type reply struct {
	Summary    []string          `json:"summary"`
	Warnings   []string          `json:"warnings"`
	Facts      map[string]any    `json:"facts"`
	Rows       []json.RawMessage `json:"rows"`
	FirstRow   int               `json:"first_row"`
	TotalRows  int               `json:"total_rows"`
	NextCursor string            `json:"next_cursor"`

	fault string // text of an error
}

// call calls a tool, and checks what holds for each reply: its size, its schema, and
// that text and structured content are the same.
func (s *session) call(t testing.TB, tool string, args any) *reply {
	t.Helper()
	r, err := s.CallTool(context.Background(), &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		t.Fatal(err)
	}
	wire, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	if len(wire) > ReplyBytes {
		t.Fatalf("%s: reply of %d bytes, want at most %d", tool, len(wire), ReplyBytes)
	}
	if len(r.Content) != 1 {
		t.Fatalf("%s: got %d contents", tool, len(r.Content))
	}
	text := r.Content[0].(*mcp.TextContent).Text
	if r.IsError {
		if !strings.HasPrefix(text, "error: ") || !strings.Contains(text, "\nhint: ") {
			t.Fatalf("%s: error %q, want a hint", tool, text)
		}
		return &reply{fault: text}
	}
	if err := s.schemas[tool].Validate(r.StructuredContent); err != nil {
		t.Fatalf("%s: %v\n%s", tool, err, text)
	}
	structured, err := json.Marshal(r.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	if !sameJSON(t, []byte(text), structured) {
		t.Fatalf("%s: text %s, structured content %s", tool, text, structured)
	}
	var out reply
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		t.Fatal(err)
	}
	return &out
}

func sameJSON(t testing.TB, a, b []byte) bool {
	var x, y any
	if err := json.Unmarshal(a, &x); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &y); err != nil {
		t.Fatal(err)
	}
	p, _ := json.Marshal(x) // was unmarshalled
	q, _ := json.Marshal(y)
	return bytes.Equal(p, q)
}

// all returns the rows of a call and of the calls with its cursors.
func (s *session) all(t testing.TB, tool string, args map[string]any) (rows []json.RawMessage, calls int) {
	t.Helper()
	for {
		r := s.call(t, tool, args)
		calls++
		if r.fault != "" {
			t.Fatal(r.fault)
		}
		if r.FirstRow != len(rows) {
			t.Fatalf("%s: first row %d after %d rows", tool, r.FirstRow, len(rows))
		}
		rows = append(rows, r.Rows...)
		if r.NextCursor == "" {
			if len(rows) != r.TotalRows {
				t.Fatalf("%s: %d rows in all replies, want %d", tool, len(rows), r.TotalRows)
			}
			return rows, calls
		}
		if len(r.Rows) == 0 {
			t.Fatalf("%s: a reply without rows has a cursor", tool)
		}
		args["cursor"] = r.NextCursor
	}
}

// folder makes a folder with a file of each sort.
func folder(t testing.TB) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	fillFolder(t, dir)
	return dir
}

// fillFolder puts these files into a folder.
func fillFolder(t testing.TB, dir string) {
	t.Helper()
	save(t, filepath.Join(dir, "run.nrt"), walktest.NR(50, true))
	save(t, filepath.Join(dir, "later.nrt"), walktest.NR(60, true))
	if err := (timelinetest.Solver{Steps: 20, PID: 7, Start: 1e18}).Write(filepath.Join(dir, "gpu.sqlite")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"mul4_it1.mtx", "mul4_it2.mtx", "ladder.mtx"} {
		b, err := os.ReadFile(filepath.Join("..", "..", "testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), string(b))
	}
	write(t, filepath.Join(dir, "broken.mtx"), "%%MatrixMarket matrix coordinate real general\n3 3 1\n9 9 1\n")
}

func save(t testing.TB, path string, tr *trace.Trace) {
	t.Helper()
	var b bytes.Buffer
	if err := trace.Save(&b, tr); err != nil {
		t.Fatal(err)
	}
	write(t, path, b.String())
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
