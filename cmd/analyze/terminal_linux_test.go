package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/sys/unix"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/progress"
)

// terminal opens a pseudo-terminal of the given width and returns both ends.
func terminal(t *testing.T, columns uint16) (screen, tty *os.File) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { screen.Close() })
	fd := int(screen.Fd())
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	tty, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetWinsize(int(tty.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 40, Col: columns}); err != nil {
		t.Fatal(err)
	}
	return screen, tty
}

// shown runs the program with its standard output on a terminal and returns
// what it shows.
func shown(t *testing.T, columns uint16, args ...string) string {
	t.Helper()
	screen, tty := terminal(t, columns)
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
	_, tty := terminal(t, 80)
	defer tty.Close()
	if (&cli.Program{Stderr: tty}).Bar() == nil {
		t.Error("no progress on a terminal")
	}
	if (&cli.Program{Stderr: io.Discard}).Bar() != (*progress.Bar)(nil) {
		t.Error("progress where there is no terminal")
	}
}
