package transcript

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/golden"
)

// A Guide is a page whose commands are executed one after the other, in one
// folder, by sh. Two sorts of blocks have commands:
//
//   - a block that starts with "$ " has one command, and below it what the command
//     prints on standard output and standard error, then its exit code unless that is 0;
//   - a block of the language sh has commands of which each must succeed. What they print
//     is not compared. With "needs NAME" behind sh, the block is left out where there is
//     no program NAME.
type Guide struct {
	File string
	Dir  string   // where the commands run
	Env  []string // of the commands
}

// Walk executes the commands of the page, and compares what they print. With
// -update it rewrites the page.
func (g Guide) Walk(t *testing.T) {
	t.Helper()
	text, err := os.ReadFile(g.File)
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(string(text), "```")
	if len(parts)%2 == 0 {
		t.Fatalf("%s: a block has no end", g.File)
	}
	ran := 0
	for k := 1; k < len(parts); k += 2 {
		language, body, _ := strings.Cut(parts[k], "\n")
		first, _, _ := strings.Cut(body, "\n")
		switch command, ok := strings.CutPrefix(first, "$ "); {
		case language == "" && ok:
			ran++
			parts[k] = "\n" + first + "\n" + g.output(t, command)
		case language == "sh":
			ran++
			g.succeed(t, body)
		case strings.HasPrefix(language, "sh needs "):
			if _, err := exec.LookPath(strings.TrimPrefix(language, "sh needs ")); err == nil {
				g.succeed(t, body)
			}
		}
	}
	if ran == 0 {
		t.Errorf("%s has no commands", g.File)
	}
	got := strings.Join(parts, "```")
	if golden.Update() {
		if err := os.WriteFile(g.File, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	compareLines(t, filepath.Base(g.File), string(text), got)
}

// output returns what a command prints, and its exit code unless that is 0.
func (g Guide) output(t *testing.T, command string) string {
	t.Helper()
	cmd := g.shell(command)
	out, err := cmd.CombinedOutput()
	text := strings.TrimRight(string(out), "\n") + "\n" // sed prints the empty line that ends a section
	if code := cmd.ProcessState.ExitCode(); code != 0 {
		if code < 0 {
			t.Fatalf("%s: %v", command, err)
		}
		return fmt.Sprintf("%sexit %d\n", text, code)
	}
	return text
}

// succeed runs commands, and fails the test at the first that fails.
func (g Guide) succeed(t *testing.T, commands string) {
	t.Helper()
	if text, err := g.shell("set -e\n" + commands).CombinedOutput(); err != nil {
		t.Errorf("%s:\n%s%s%v", filepath.Base(g.File), commands, text, err)
	}
}

// shell returns sh with commands.
func (g Guide) shell(commands string) *exec.Cmd {
	cmd := exec.Command("sh", "-c", commands)
	cmd.Dir, cmd.Env = g.Dir, g.Env
	return cmd
}
