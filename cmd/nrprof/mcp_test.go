package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestMCP talks to the program over its standard input and output, with the client of
// the SDK: the handshake, the list of tools, a call, an error, and the end.
func TestMCP(t *testing.T) {
	dir := t.TempDir()
	if err := writeCapture(filepath.Join(dir, "demo.nrt")); err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	cmd := exec.Command("nrprof", "mcp", "--root", dir)
	cmd.Stderr = &stderr
	ctx := context.Background()
	s, err := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil).Connect(ctx, &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.InitializeResult(); got.ServerInfo.Name != "nrprof" || got.ServerInfo.Version == "" || got.Instructions == "" {
		t.Errorf("got %+v", got)
	}
	if err := s.Ping(ctx, nil); err != nil {
		t.Error(err)
	}
	list, err := s.ListTools(ctx, nil)
	if err != nil || len(list.Tools) != 6 {
		t.Fatalf("got %+v, %v", list, err)
	}
	r, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "diagnose", Arguments: map[string]any{"files": []string{"demo.nrt"}, "exit_code": 139}})
	if err != nil || r.IsError || !strings.Contains(r.Content[0].(*mcp.TextContent).Text, `"rule":"crashed-at-exit"`) {
		t.Errorf("got %+v, %v", r, err)
	}
	r, err = s.CallTool(ctx, &mcp.CallToolParams{Name: "phases", Arguments: map[string]any{"files": []string{filepath.Join(t.TempDir(), "demo.nrt")}}})
	if err != nil || !r.IsError || !strings.Contains(r.Content[0].(*mcp.TextContent).Text, "outside of the folders") {
		t.Errorf("got %+v, %v", r, err)
	}
	if _, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "phase"}); err == nil || !strings.Contains(err.Error(), "unknown tool") {
		t.Errorf("got %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if cmd.ProcessState.ExitCode() != 0 || stderr.Len() > 0 {
		t.Errorf("exit code %d, standard error %s", cmd.ProcessState.ExitCode(), &stderr)
	}
}

// TestMCPLines speaks the protocol as text: each reply is a line of JSON, and what is no
// request does not end the server.
func TestMCPLines(t *testing.T) {
	cmd := exec.Command("nrprof", "mcp", "--root", t.TempDir())
	cmd.Stdin = strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"no/such"}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"phases","arguments":{"files":7}}}
`)
	requests := cmd.Stdin
	r, w := io.Pipe() // ends after the last reply
	cmd.Stdin = r
	replies, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = io.Copy(w, requests) }() // the replies show what arrived
	var out []byte
	in := bufio.NewReader(replies)
	for range 3 {
		line, err := in.ReadBytes('\n')
		if err != nil {
			t.Fatalf("%v after %s", err, out)
		}
		out = append(out, line...)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	seen := map[float64]map[string]any{}
	for line := range strings.Lines(string(out)) {
		var m map[string]any
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		seen[m["id"].(float64)] = m
	}
	if seen[1]["result"] == nil || seen[2]["error"] == nil || !strings.Contains(string(out), "argument files: want a list, got number") {
		t.Errorf("got %s", out)
	}
	for _, args := range [][]string{{"mcp", "x"}, {"mcp", "--root", filepath.Join(t.TempDir(), "no")}} {
		out, err := exec.Command("nrprof", args...).CombinedOutput()
		if err == nil || !strings.HasPrefix(string(out), "nrprof: error: ") {
			t.Errorf("%v: got %s, %v", args, out, err)
		}
	}
}
