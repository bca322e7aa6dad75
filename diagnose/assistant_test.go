package diagnose_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/internal/assistant"
)

// mostCalls is how many calls of tools lead an assistant to a finding.
const mostCalls = 4

// TestAssistantFindsEachRule is an assistant without a model. It has the files of a run
// in which something is planted, and follows docs/assistant.md: it looks at the phases,
// asks the rules about the traces, then about all files, and reads on with cursors. It
// comes to the finding within four calls, for each rule, and for each planted run that
// files can make.
func TestAssistantFindsEachRule(t *testing.T) {
	inputs := plantedInputs()
	for _, rule := range diagnose.Rules() {
		reached := 0
		for _, p := range inputs[rule.ID] {
			if p.want != finds {
				continue
			}
			in, o := withOrigin(p.input)
			if onlyInMemory(in, o) != "" {
				continue
			}
			t.Run(rule.ID+"/"+p.name, func(t *testing.T) {
				dir := t.TempDir()
				calls := investigate(t, dir, asFiles(t, dir, in, o), rule.ID)
				if calls > mostCalls {
					t.Errorf("%d calls do not lead to %s", mostCalls, rule.ID)
				}
				reached++
			})
		}
		if reached == 0 {
			t.Errorf("no session leads to %s", rule.ID)
		}
	}
}

// investigate returns the number of calls that led to a finding of the rule; more than
// mostCalls if none did.
func investigate(t *testing.T, dir string, args map[string]any, rule string) (calls int) {
	t.Helper()
	s := connect(t, dir)
	ask := func(tool string, args map[string]any) (found bool, cursor string) {
		calls++
		r, err := s.CallTool(context.Background(), &mcp.CallToolParams{Name: tool, Arguments: args})
		if err != nil {
			t.Fatal(err)
		}
		text := r.Content[0].(*mcp.TextContent).Text
		if r.IsError {
			t.Fatalf("%s: %s", tool, text)
		}
		if len(text) > assistant.ReplyBytes {
			t.Fatalf("%s: %d bytes", tool, len(text))
		}
		var doc struct {
			Rows []struct{ Outcome, Rule string } `json:"rows"`
			Next string                           `json:"next_cursor"`
		}
		if tool != "diagnose" {
			return false, ""
		}
		if err := json.Unmarshal([]byte(text), &doc); err != nil {
			t.Fatal(err)
		}
		for _, row := range doc.Rows {
			found = found || row.Rule == rule && row.Outcome == "found"
		}
		return found, doc.Next
	}
	if files := args["files"]; files != nil {
		traces := map[string]any{"files": files}
		ask("phases", traces)
		if found, _ := ask("diagnose", traces); found {
			return calls
		}
	}
	for calls < mostCalls {
		found, cursor := ask("diagnose", args)
		if found {
			return calls
		}
		if cursor == "" {
			break
		}
		args["cursor"] = cursor
	}
	return mostCalls + 1
}

// connect returns a client of a server that may read a folder.
func connect(t *testing.T, dir string) *mcp.ClientSession {
	t.Helper()
	m, err := assistant.New(assistant.Options{Name: "nrprof", Version: "1", Roots: []string{dir}})
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
	return c
}
