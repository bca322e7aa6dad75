package transcript

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/golden"
)

// A Program is a program whose transcripts are executed.
type Program struct {
	Name string
	Run  func(args []string, stdin io.Reader, stdout, stderr io.Writer) int // returns the exit code
}

// Manual executes the transcripts of the package comment in main.go of the
// program, which is in cmd/NAME and the current folder, in the root of the
// repository, and compares what they print. With -update it writes what they
// print into the comment instead.
func (p Program) Manual(t *testing.T) {
	t.Helper()
	t.Chdir(filepath.Join("..", ".."))
	name := filepath.Join("cmd", p.Name, "main.go")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	want := string(text)
	comment, code, ok := strings.Cut(want, "\n*/\n")
	if !ok {
		t.Fatal("main.go has no package comment")
	}
	p.settle(t, name, want, p.executed(t, comment)+"\n*/\n"+code)
}

// Readme is [Program.Page] of README.md.
func (p Program) Readme(t *testing.T) {
	t.Helper()
	p.Page(t, "README.md")
}

// Page executes every block of a page that starts with "$ " and the name of the
// program, in the root of the repository, and compares what it prints. With -update
// it rewrites the page. The path of the page is below the root; the current folder is
// cmd/NAME.
func (p Program) Page(t *testing.T, page string) {
	t.Helper()
	t.Chdir(filepath.Join("..", ".."))
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(text), "```\n")
	ran := 0
	for k, block := range blocks {
		first, _, _ := strings.Cut(block, "\n")
		command, ok := strings.CutPrefix(first, "$ ")
		if !ok || !strings.HasPrefix(command, p.Name+" ") {
			continue
		}
		ran++
		blocks[k] = first + "\n" + p.shell(t, command)
	}
	if ran == 0 {
		t.Errorf("%s has no transcript of %s", page, p.Name)
	}
	p.settle(t, page, string(text), strings.Join(blocks, "```\n"))
}

// settle compares a file with what it should be, or rewrites it.
func (p Program) settle(t *testing.T, name, want, got string) {
	t.Helper()
	if golden.Update() {
		if err := os.WriteFile(name, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	compareLines(t, name, want, got)
}

// executed returns the comment with the output of each command in it replaced
// by what the command prints now. Commands are the lines that start with a tab
// and "$ ", their output the lines that start with a tab up to the next
// command or the end of the block.
func (p Program) executed(t *testing.T, comment string) string {
	t.Helper()
	var out []string
	lines := strings.Split(comment, "\n")
	ran := 0
	for k := 0; k < len(lines); k++ {
		out = append(out, lines[k])
		command, ok := strings.CutPrefix(lines[k], "\t$ ")
		if !ok {
			continue
		}
		ran++
		for line := range strings.Lines(p.shell(t, command)) {
			line = strings.TrimSuffix(line, "\n")
			if line != "" {
				line = "\t" + line
			}
			out = append(out, line)
		}
		for k+1 < len(lines) && !strings.HasPrefix(lines[k+1], "\t$ ") && inBlock(lines[k+1:]) {
			k++
		}
	}
	if ran == 0 {
		t.Error("no commands")
	}
	return strings.Join(out, "\n")
}

// inBlock reports whether the first of the lines is part of a block of
// indented lines: itself indented, or empty and followed by an indented one.
func inBlock(lines []string) bool {
	for _, line := range lines {
		if line != "" {
			return strings.HasPrefix(line, "\t")
		}
	}
	return false
}

var (
	tailFilter = regexp.MustCompile(`^tail -(\d+)$`)
	sedFilter  = regexp.MustCompile(`^sed -n '/(.+)/,/(.+)/p'$`)
)

// shell runs a command line of the manual: the program with words, and after | one
// of the two filters that the manual uses. It returns the output, then the
// errors, then the exit code unless it is 0.
func (p Program) shell(t *testing.T, command string) string {
	t.Helper()
	command, filter, _ := strings.Cut(command, " | ")
	args := strings.Fields(command)
	if args[0] != p.Name {
		t.Fatalf("the manual runs %q", command)
	}
	var stdout, stderr bytes.Buffer
	code := p.Run(args[1:], strings.NewReader(""), &stdout, &stderr)
	lines := strings.SplitAfter(stdout.String(), "\n")
	lines = lines[:len(lines)-1]
	if m := tailFilter.FindStringSubmatch(filter); m != nil {
		var n int
		fmt.Sscan(m[1], &n)
		lines = lines[max(0, len(lines)-n):]
	} else if m := sedFilter.FindStringSubmatch(filter); m != nil {
		lines = between(lines, regexp.MustCompile(m[1]), regexp.MustCompile(m[2]))
	} else if filter != "" {
		t.Fatalf("the manual filters with %q", filter)
	}
	text := strings.Join(lines, "") + stderr.String()
	if code != 0 {
		text += fmt.Sprintf("exit %d\n", code)
	}
	return text
}

// between returns the lines from one that matches first to the next that
// matches last, without its newline, as sed does.
func between(lines []string, first, last *regexp.Regexp) []string {
	for k, line := range lines {
		if first.MatchString(line) {
			for i := k + 1; i < len(lines); i++ {
				if last.MatchString(strings.TrimSuffix(lines[i], "\n")) {
					return lines[k:i]
				}
			}
			return lines[k:]
		}
	}
	return nil
}

// compareLines fails the test at the first line in which the texts differ.
func compareLines(t *testing.T, name, want, got string) {
	t.Helper()
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for k := range min(len(w), len(g)) {
		if w[k] != g[k] {
			t.Errorf("%s:%d differs (run the test with -update to rewrite it)\nwant %q\n got %q", name, k+1, w[k], g[k])
			return
		}
	}
	if len(w) != len(g) {
		t.Errorf("%s: want %d lines, got %d", name, len(w), len(g))
	}
}
