package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/golden"
	"github.com/nrkit/nrkit/internal/transcript"
)

// TestManual executes the transcripts of the package comment in main.go.
func TestManual(t *testing.T) { transcript.Program{Name: "nrprof", Run: run}.Manual(t) }

// The manual lists the commands as their help summarises them, and nothing more. With
// -update the list is written anew.
func TestManualListsCommands(t *testing.T) {
	text, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	const heading = "# Commands\n\n"
	head, rest, ok := strings.Cut(string(text), heading)
	list, tail, more := strings.Cut(rest, "\n\n# ")
	if !ok || !more {
		t.Fatal("main.go has no list of commands")
	}
	want := strings.Join(summaries(commands(nil)(&cli.Program{Name: "nrprof"})), "\n")
	if list == want {
		return
	}
	if !golden.Update() {
		t.Fatalf("main.go lists other commands (run the test with -update to rewrite it)\nwant\n%s\n got\n%s", want, list)
	}
	if err := os.WriteFile("main.go", []byte(head+heading+want+"\n\n# "+tail), 0o666); err != nil {
		t.Fatal(err)
	}
}

// summaries returns a line for each command below cmd that the user can name.
func summaries(cmd *cobra.Command) []string {
	var list []string
	for _, sub := range cmd.Commands() {
		if sub.Hidden || sub.Name() == "help" || sub.Parent().Name() == "completion" {
			continue
		}
		path := strings.TrimPrefix(sub.CommandPath(), "nrprof ")
		list = append(list, fmt.Sprintf("\t%-16s %s", path, sub.Short))
		list = append(list, summaries(sub)...)
	}
	return list
}
