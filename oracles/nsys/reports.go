package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/nrkit/nrkit/internal/testkit/statstest"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/nsys/stats"
)

// An nsysProgram is the installed nsys.
type nsysProgram struct {
	program string
	limit   time.Duration
	dir     string // for copies of databases: nsys wants to write beside them
}

// known are the differences that there are, as docs/nsys.md lists them: by part
// of the database's name and report, what is different.
var known = []struct{ database, report, why string }{
	{"healthy_1pct", "cudaapitrace", "nsys stops: no ThreadNames"},
	{"healthy_1pct", "gputrace", "nsys stops: no contextId"},
	{"healthy_1pct", "kernexecsum", "nsys stops: no globalPid"},
	{"healthy_1pct", "kernexectrace", "nsys stops: no globalPid"},
	{"h100", "gputrace", "nsys stops: no TARGET_INFO_GPU"},
	{"mfu", "gputrace", "nsys stops: no TARGET_INFO_GPU"},
	{"saxpy", "nvtxkernsum", "nsys counts calls with a call chain twice"},
	{"saxpy", "cuda-sync-memcpy", "nsys lists calls with a call chain twice"},
}

// isKnown returns why a report of a database differs.
func isKnown(path, report string) string {
	for _, k := range known {
		if strings.Contains(filepath.Base(path), k.database) && (k.report == "" || k.report == report) {
			return k.why
		}
	}
	return ""
}

// compare compares all reports of a database.
func (n *nsysProgram) compare(path string, r *report) error {
	copied := filepath.Join(n.dir, filepath.Base(path))
	if err := copyFile(copied, path); err != nil {
		return err
	}
	e, err := nsys.Open(path)
	if err != nil {
		return err
	}
	defer e.Close() // is only read
	for _, rep := range stats.Reports() {
		if rep.Old == "" {
			continue
		}
		for _, variant := range []string{"", ":base", ":mangled"} {
			spec := rep.Old + variant
			name, options, err := stats.Parse(spec)
			if err != nil {
				return err
			}
			if stats.Check(name, options) != nil || variant != "" && rep.Old == "gputrace" {
				continue // does not take the argument; gputrace did not yet in 2022
			}
			want, err := n.print(copied, spec)
			if errors.Is(err, context.DeadlineExceeded) {
				r.slow = append(r.slow, filepath.Base(path)+" "+spec)
				break // the other names of kernels take as long
			}
			if err != nil {
				return err
			}
			if err := r.compare(e, rep.Name, name, options, spec, want); err != nil {
				return err
			}
		}
	}
	return nil
}

// compare compares one report.
func (r *report) compare(e *nsys.Export, newName, name string, options stats.Options, spec, want string) error {
	var got bytes.Buffer
	table, err := stats.Run(e, name, options)
	switch {
	case errors.Is(err, stats.ErrNoData):
	case err != nil:
		return err
	case table.Len() > 0: // of a rule that found nothing nsys prints nothing
		if err := table.WriteCSV(&got); err != nil {
			return err
		}
	}
	msg := difference(got.String(), want, newName)
	if why := isKnown(e.Path, name); msg != "" && why != "" {
		r.known = append(r.known, fmt.Sprintf("%s %s: %s", filepath.Base(e.Path), spec, why))
		return nil
	}
	r.check(e.Path, spec, msg, "")
	return nil
}

// difference says where two printed reports differ.
func difference(got, want, newName string) string {
	if got == "" || want == "" {
		if got != want {
			return fmt.Sprintf("got %d bytes, want %d", len(got), len(want))
		}
		return ""
	}
	ours, err := statstest.ParseCSV(got)
	if err != nil {
		return "ours: " + err.Error()
	}
	theirs, err := statstest.ParseCSV(want)
	if err != nil {
		return "theirs: " + err.Error()
	}
	return statstest.Difference(ours, theirs, statstest.SortColumns(newName))
}

// print returns what nsys prints of a report as CSV, nothing when it has no
// data.
func (n *nsysProgram) print(path, spec string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), n.limit)
	defer cancel()
	command := "stats"
	if strings.Contains(spec, "-") { // as rules are named
		command = "analyze"
	}
	cmd := exec.CommandContext(ctx, n.program, command, "-q", "-r", spec, "-f", "csv", path)
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	// It ends with status 0 or 1 where there is no data, and prints why on
	// standard error; a report is followed by an empty line.
	if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		return "", fmt.Errorf("%s: %w", cmd, err)
	}
	text := strings.Trim(string(out), "\n")
	if !strings.Contains(text, ",") || strings.HasPrefix(text, "There were no problems detected") {
		return "", nil
	}
	return text + "\n", nil
}

// copyFile copies a file.
func copyFile(to, from string) error {
	b, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, b, 0o666)
}
