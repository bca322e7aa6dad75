package main

import (
	"bytes"
	"io"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/nrkit/nrkit/internal/atomicfile"
	"github.com/nrkit/nrkit/internal/hostile"
	"github.com/nrkit/nrkit/internal/pty"
	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/chrome"
)

// shown runs the program with an end of a terminal as its standard output, or
// standard error, and returns what the terminal shows and what the other has.
func shown(t *testing.T, onError bool, args ...string) (screen, other string) {
	t.Helper()
	shows, tty := pty.Open(t, 80)
	text := make(chan string)
	go func() {
		var b bytes.Buffer
		io.Copy(&b, shows) // ends with an error when the other end is closed
		text <- strings.ReplaceAll(b.String(), "\r\n", "\n")
	}()
	var rest bytes.Buffer
	var stdout, stderr io.Writer = tty, &rest
	if onError {
		stdout, stderr = &rest, tty
	}
	code := run(args, nil, stdout, stderr)
	if err := tty.Close(); err != nil {
		t.Fatal(err)
	}
	screen = <-text
	if code != 0 {
		t.Fatalf("exit %d: %s%s", code, screen, rest.String())
	}
	return screen, rest.String()
}

// On a terminal a run says how far it is, and takes the line away.
func TestProgress(t *testing.T) {
	if testing.Short() {
		t.Skip("solves two million points")
	}
	screen, report := shown(t, true, "run", "rc", "--tran", "1u,100", "--steps", "2000000")
	line := regexp.MustCompile(`^(\r\[=* *\] \S+ of 100 s(, about [0-9]+ s left)?, [0-9,]+ points, [0-9,]+ iterations\x1b\[K)+\r\x1b\[K$`)
	if !line.MatchString(screen) {
		t.Errorf("the terminal shows %q", screen)
	}
	if !strings.Contains(report, "2,000,001 points") || strings.Contains(report, "\x1b") {
		t.Errorf("the report is %q", report)
	}
}

// Reading a large file says how much was read, and takes the line away.
func TestProgressOfReading(t *testing.T) {
	if testing.Short() {
		t.Skip("reads six million ranges")
	}
	file := filepath.Join(t.TempDir(), "large.nrt")
	err := atomicfile.WriteFile(file, func(w io.Writer) error { return trace.Save(w, walktest.Stream(400_000, true)) })
	if err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(t.TempDir(), "other.nrt")
	err = atomicfile.WriteFile(other, func(w io.Writer) error { return trace.Save(w, walktest.Stream(10, true)) })
	if err != nil {
		t.Fatal(err)
	}
	json := filepath.Join(t.TempDir(), "large.json")
	err = atomicfile.WriteFile(json, func(w io.Writer) error { return chrome.Write(w, walktest.Stream(40_000, true)) })
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"phases", file}, {"export", file, "-o", filepath.Join(t.TempDir(), "x.parquet")}, {"diagnose", file},
		{"compare", file, other, "--force"}, {"phases", json}, {"compare", other, json, "--force"},
		{"phases", file, other}, {"phases", json, other}, {"summarize", file, "-o", filepath.Join(t.TempDir(), "x.nrs")}} {
		screen, _ := shown(t, true, args...)
		line := regexp.MustCompile(`^(\r\[=* *\] [0-9.]+ of [0-9.]+ MB read(, about [0-9]+ s left)?\x1b\[K)+\r\x1b\[K`)
		if !line.MatchString(screen) {
			t.Errorf("%q: the terminal shows %q", args[0], screen)
		}
	}
}

// Reports keep within a terminal.
func TestWidth(t *testing.T) {
	screen, other := shown(t, false, "phases", "testdata/steps.json")
	for line := range strings.Lines(screen) {
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 {
			t.Errorf("%d columns in %q", n, line)
		}
	}
	if !strings.Contains(screen, "steady time steps") || other != "" {
		t.Errorf("the terminal shows %q, standard error has %q", screen, other)
	}
}

// A terminal gets what has names exactly elsewhere, CSV and exports, with escapes.
func TestHostileTerminal(t *testing.T) {
	for seed := range uint64(10) {
		n := &nest{t: t, rng: rand.New(rand.NewPCG(seed, 5)), dir: t.TempDir()}
		for _, args := range [][]string{
			{"export", "--format", "csv", "-o", "-", n.capture()}, {"export", "--format", "json", "-o", "-", n.capture()},
			{"stats", "--format", "csv", n.sqlite()}, {"stats", n.sqlite()}, {"phases", n.capture()}, {"diagnose", n.capture()},
		} {
			screen, _ := shown(t, false, args...)
			screen = strings.ReplaceAll(screen, "\t", "        ") // CSV may have tabs
			if bad := hostile.Unquoted(screen); len(bad) > 0 {
				t.Errorf("%q: %d unquoted, the first %s", args, len(bad), bad[0])
			}
		}
	}
}
