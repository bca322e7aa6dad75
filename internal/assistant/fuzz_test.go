package assistant

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// FuzzArguments calls each tool with any arguments. The server stays alive, its reply
// has its size, and nothing from outside of the root is in it. Files come from the
// corpus; the readers of files have fuzz targets of their own.
func FuzzArguments(f *testing.F) {
	for _, args := range []string{
		``, `{}`, `[]`, `null`, `{"files":["run.nrt"]}`, `{"files":["../rootless/out.mtx"]}`, `{"files":["file.mtx","in.mtx"],"orderings":["amd"]}`,
		`{"file":"run.nrt","report":"a:b:c"}`, `{"files":["run.nrt"],"sql":"SELECT * FROM ranges; DROP TABLE ranges"}`, `{"old":["."],"new":[".."]}`,
		`{"files":["run.nrt"],"cursor":"-9"}`, `{"files":["\u0000"]}`, `{"files":null,"files":["run.nrt"]}`, `{"exit_code":1e99,"run":""}`,
		`{"files":["run.nrt"],"sql":"WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM r LIMIT 9) SELECT * FROM r"}`,
	} {
		for tool := range fuzzed() {
			f.Add(uint8(tool), []byte(args))
		}
	}
	root, _ := guardedFolders(f)
	fillFolder(f, root)
	s, err := newServer(Options{Roots: []string{root}})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, tool uint8, args []byte) {
		if bytes.Contains(bytes.ToLower(args), []byte("recursive")) && len(args) > 130 {
			t.Skip("takes up to a minute")
		}
		call := fuzzed()[int(tool)%len(fuzzed())]
		object, err := call(s, args)
		var r *mcp.CallToolResult
		if err != nil {
			r = failed(err)
		} else {
			r = succeeded(object)
		}
		wire, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if len(wire) > ReplyBytes {
			t.Fatalf("reply of %d bytes", len(wire))
		}
		if strings.Contains(string(wire), secret) {
			t.Fatalf("%s leads outside: %s", args, wire)
		}
		if strings.Contains(string(wire), "internal error") {
			t.Fatalf("%s: %s", args, wire)
		}
	})
}

// fuzzed are the tools.
func fuzzed() []func(*server, []byte) ([]byte, error) {
	ctx := context.Background()
	return []func(*server, []byte) ([]byte, error){
		func(s *server, b []byte) ([]byte, error) { return serve[matrixArgs](ctx, s, "a", b, analyzeMatrix) },
		func(s *server, b []byte) ([]byte, error) { return serve[phasesArgs](ctx, s, "b", b, phases) },
		func(s *server, b []byte) ([]byte, error) { return serve[diagnoseArgs](ctx, s, "c", b, diagnoseRun) },
		func(s *server, b []byte) ([]byte, error) { return serve[compareArgs](ctx, s, "d", b, compareRuns) },
		func(s *server, b []byte) ([]byte, error) { return serve[statsArgs](ctx, s, "e", b, statsOf) },
		func(s *server, b []byte) ([]byte, error) { return serve[queryArgs](ctx, s, "f", b, query) },
	}
}
