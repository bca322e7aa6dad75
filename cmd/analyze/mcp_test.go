package main

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestMCP talks to the program over its standard input and output.
func TestMCP(t *testing.T) {
	ctx := context.Background()
	cmd := exec.Command("analyze", "mcp", "--root", filepath.Join("..", "..", "testdata"))
	s, err := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil).Connect(ctx, &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.InitializeResult().ServerInfo.Name; got != "analyze" {
		t.Errorf("got %s", got)
	}
	list, err := s.ListTools(ctx, nil)
	if err != nil || len(list.Tools) != 6 {
		t.Fatalf("got %+v, %v", list, err)
	}
	r, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "analyze_matrix", Arguments: map[string]any{"files": []string{"ladder.mtx"}}})
	if err != nil || r.IsError || !strings.Contains(r.Content[0].(*mcp.TextContent).Text, `"nnz":424`) {
		t.Errorf("got %+v, %v", r, err)
	}
	if err := s.Close(); err != nil || cmd.ProcessState.ExitCode() != 0 {
		t.Errorf("got %v, %v", err, cmd.ProcessState)
	}
}
