package main

import (
	"bytes"
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/progress"
	"github.com/nrkit/nrkit/internal/pty"
)

// shown runs the program with its standard output on a terminal and returns
// what it shows.
func shown(t *testing.T, columns uint16, args ...string) string {
	t.Helper()
	screen, tty := pty.Open(t, columns)
	text := make(chan string)
	go func() {
		var b bytes.Buffer
		io.Copy(&b, screen) // ends with an error when the other end is closed
		text <- strings.ReplaceAll(b.String(), "\r\n", "\n")
	}()
	var stderr bytes.Buffer
	code := run(args, nil, tty, &stderr)
	if err := tty.Close(); err != nil {
		t.Fatal(err)
	}
	if code != exitOK || stderr.Len() > 0 {
		t.Fatalf("exit %d: %s", code, stderr.String())
	}
	return <-text
}

func TestTerminalWidth(t *testing.T) {
	file := example(t, "mul4_it1.mtx")
	columns := regexp.MustCompile(`(?m)^  ordering .*$`)
	before := 0
	for _, width := range []uint16{80, 120, 200} {
		text := shown(t, width, file)
		for line := range strings.Lines(text) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > int(width) {
				t.Errorf("width %d: %d columns in %q", width, n, line)
			}
		}
		if names := len(strings.Fields(columns.FindString(text))); names <= before {
			t.Errorf("width %d: %d columns of orderings, %d on a narrower terminal", width, names, before)
		} else {
			before = names
		}
	}
	// JSON is the same on a terminal.
	var stdout, stderr bytes.Buffer
	if code := run([]string{file, "--json"}, nil, &stdout, &stderr); code != exitOK {
		t.Fatal(stderr.String())
	}
	if text := shown(t, 80, file, "--json"); text != stdout.String() {
		t.Error("the document depends on where it goes")
	}
}

// The progress line is drawn on terminals only.
func TestProgressOnTerminal(t *testing.T) {
	_, tty := pty.Open(t, 80)
	defer tty.Close()
	if (&cli.Program{Stderr: tty}).Bar() == nil {
		t.Error("no progress on a terminal")
	}
	if (&cli.Program{Stderr: io.Discard}).Bar() != (*progress.Bar)(nil) {
		t.Error("progress where there is no terminal")
	}
}
