package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/compare"
	"github.com/nrkit/nrkit/trace"
)

// numbered writes a capture of ranges op FROM, op FROM+1 and so on.
func numbered(t *testing.T, file string, from, n int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), file)
	r, err := trace.Create(path, trace.Header{Program: "mysim"}, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	th := r.Thread("solver")
	for i := range n {
		th.Begin(r.Name(fmt.Sprintf("op %d", from+i)))
		th.End()
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// printed runs nrprof and returns what it prints.
func printed(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := run(args, nil, &stdout, &stderr); code != 0 {
		t.Fatalf("%s: exit %d: %s", args, code, &stderr)
	}
	return stdout.String()
}

// TestCompareGroupNumbers: names with other numbers have nothing in common until
// the numbers are taken away, and the report says so.
func TestCompareGroupNumbers(t *testing.T) {
	old, new := numbered(t, "old.nrt", 0, 30), numbered(t, "new.nrt", 30, 30)
	const says = "--group-numbers compares them"
	if text := printed(t, "compare", old, new); !strings.Contains(text, says) {
		t.Errorf("want %q in\n%s", says, text)
	}
	if text := printed(t, "compare", old, new, "--group-numbers"); strings.Contains(text, says) || !strings.Contains(text, "op #") {
		t.Errorf("got\n%s", text)
	}
	var r compare.Result
	if err := json.Unmarshal([]byte(printed(t, "compare", old, new, "--group-numbers", "--json")), &r); err != nil {
		t.Fatal(err)
	}
	calls := 0
	for _, c := range r.Counts {
		if c.Kind == "calls" && c.Name == "op #" && c.Old.Min == 30 && c.New.Min == 30 {
			calls++
		}
	}
	if len(r.OnlyOld)+len(r.OnlyNew) > 0 || calls != 1 {
		t.Errorf("got %d and %d quantities of one side alone, counts %+v", len(r.OnlyOld), len(r.OnlyNew), r.Counts)
	}
}

// TestExportGroupNumbers: the ranges have the name without their numbers, and no
// other flag changes.
func TestExportGroupNumbers(t *testing.T) {
	in := numbered(t, "in.nrt", 0, 3)
	for _, c := range []struct {
		flags []string
		want  string
		n     int
	}{{nil, ",op 2,", 1}, {[]string{"--group-numbers"}, ",op #,", 3}} {
		out := filepath.Join(t.TempDir(), "out.csv")
		printed(t, append([]string{"export", in, "-o", out}, c.flags...)...)
		text, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(text), c.want); n != c.n {
			t.Errorf("%v: got %d ranges %s, want %d\n%s", c.flags, n, c.want, c.n, text)
		}
	}
}
