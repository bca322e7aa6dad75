package summary_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/nrkit/nrkit/internal/merge"
	"github.com/nrkit/nrkit/internal/phasetable"
	"github.com/nrkit/nrkit/internal/summary"
	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/runkey"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/input"
)

// capture writes a capture of a rank and returns its path.
func capture(t testing.TB, dir string, rank, steps int, change func(*trace.Trace)) string {
	t.Helper()
	r := walktest.NR(steps, rank%2 == 0)
	r.Header.PID = int64(100 + rank)
	r.Header.Start = r.Header.Start.Add(time.Duration(rank) * time.Millisecond)
	r.Header.Labels = map[string]string{"circuit": "c6288", "rank": fmt.Sprint(rank)}
	if change != nil {
		change(r)
	}
	path := filepath.Join(dir, fmt.Sprintf("rank%03d.nrt", rank))
	var b bytes.Buffer
	if err := trace.Save(&b, r); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// captures writes different captures.
func captures(t testing.TB, n int) (paths []string) {
	dir := t.TempDir()
	for k := range n {
		paths = append(paths, capture(t, dir, k, 5+37*k, nil))
	}
	return paths
}

func bytesOf(t testing.TB, p *summary.Part) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func collect(t testing.TB, paths ...string) *summary.Part {
	t.Helper()
	p, err := summary.Collect(context.Background(), paths, summary.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func read(t testing.TB, b []byte) *summary.Part {
	t.Helper()
	p, err := summary.Read(bytes.NewReader(b), "x.nrs")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// various writes captures that differ in length, keys, labels and the share of timed
// steps, and files that are no captures. One capture has more iterations than a sketch
// has exact values.
func various(t *testing.T) (paths []string) {
	t.Helper()
	dir := t.TempDir()
	for k := range 7 {
		paths = append(paths, capture(t, dir, k, [...]int{5, 42, 79, 2000, 11, 5, 300}[k], func(tr *trace.Trace) {
			key, err := runkey.New([]string{"cpu"}, runkey.Part{Name: "cpu.model", Value: runkey.Text(fmt.Sprint("CPU ", k%3))})
			if err != nil {
				t.Fatal(err)
			}
			tr.Header.Key = key.Text()
			tr.Header.Sample = 1 + 7*(k%2)
			if k == 4 {
				delete(tr.Header.Labels, "rank")
			}
		}))
	}
	for _, name := range []string{"bad.nrt", "worse.nrt"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(name), 0o666); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return paths
}

// Any tree of merges of the same captures, with empty parts, bad files and files in
// between, gives the same bytes.
func TestAnyTree(t *testing.T) {
	paths := various(t)
	collect := func(paths []string) *summary.Part {
		p, err := summary.Collect(context.Background(), paths, summary.Options{SkipBad: true})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	all := collect(paths)
	want := bytesOf(t, all)
	keys := map[string]bool{}
	for _, h := range all.Heads() {
		keys[h.Key] = true
	}
	if p := read(t, want); p.Captures() != 7 || len(p.Bad()) != 2 || len(keys) != 3 || keys[""] {
		t.Fatalf("got %d captures, %v, keys %v", p.Captures(), p.Bad(), keys)
	}
	one := map[string][]byte{} // the part of each file: to read it again takes long
	for _, path := range paths {
		one[path] = bytesOf(t, collect([]string{path}))
	}
	rapid.Check(t, func(r *rapid.T) {
		parts := []*summary.Part{summary.New()}
		for rest := rapid.Permutation(paths).Draw(r, "order"); len(rest) > 0; {
			n := rapid.IntRange(1, 2).Draw(r, "share")
			if n = min(n, len(rest)); n == 1 {
				parts = append(parts, read(t, one[rest[0]]))
			} else {
				parts = append(parts, collect(rest[:n]))
			}
			rest = rest[n:]
		}
		for len(parts) > 1 {
			i := rapid.IntRange(0, len(parts)-1).Draw(r, "to")
			j := (i + rapid.IntRange(1, len(parts)-1).Draw(r, "from")) % len(parts)
			if rapid.Bool().Draw(r, "file") {
				parts[j] = read(t, bytesOf(t, parts[j]))
			}
			if err := parts[i].Merge(parts[j]); err != nil {
				r.Fatal(err)
			}
			parts = slices.Delete(parts, j, j+1)
		}
		if !bytes.Equal(bytesOf(t, parts[0]), want) {
			r.Fatal("the bytes differ")
		}
	})
}

// The document of a summary is the document of its files, except for what only a
// summary has.
func TestDocument(t *testing.T) {
	for _, n := range []int{1, 2, 5} {
		paths := captures(t, n)
		set, err := input.OpenAll(paths, input.Options{}, merge.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := phasetable.OfSet(set)
		if err := set.Close(); err != nil {
			t.Fatal(err)
		}
		got, err := read(t, bytesOf(t, collect(t, paths...))).Document(want.Source, merge.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if p := got.Pooled; p.Captures != n || len(p.Keys) != 1 || p.Steps == nil || len(p.Bad) != 0 {
			t.Errorf("got %+v", p)
		}
		got.Pooled = nil
		if d := cmp.Diff(jsonOf(t, want), jsonOf(t, got)); d != "" {
			t.Errorf("%d files: -files +summary\n%s", n, d)
		}
	}
}

// jsonOf returns a document with the lines of its JSON. Warnings about tracks are left
// out: only the merged trace of several files numbers tracks.
func jsonOf(t *testing.T, doc *phasetable.Document) []string {
	t.Helper()
	b, err := json.MarshalIndent(doc, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(strings.Split(string(b), "\n"), func(line string) bool { return strings.Contains(line, "track ") })
}

// A capture counts once: under another name, in two parts, and if the same process
// wrote another part of it.
func TestTwice(t *testing.T) {
	paths := captures(t, 2)
	text, err := os.ReadFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "copy.nrt")
	if err := os.WriteFile(copied, text, 0o666); err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(t.TempDir(), "cut.nrt")
	if err := os.WriteFile(cut, text[:len(text)-20], 0o666); err != nil {
		t.Fatal(err)
	}
	for _, again := range []string{paths[0], copied, cut} {
		a, b := collect(t, paths...), collect(t, again)
		before := bytesOf(t, a)
		var twice *summary.TwiceError
		if err := a.Merge(b); !errors.As(err, &twice) || !strings.Contains(err.Error(), again) {
			t.Errorf("%s: got %v", again, err)
		}
		if !bytes.Equal(bytesOf(t, a), before) {
			t.Error("the part has changed")
		}
		if _, err := summary.Collect(context.Background(), append(slices.Clone(paths), again), summary.Options{}); !errors.As(err, &twice) {
			t.Errorf("%s: got %v", again, err)
		}
	}
}

// A file that cannot be read is an error, or is noted.
func TestBad(t *testing.T) {
	paths := captures(t, 3)
	if err := os.WriteFile(paths[1], []byte("\x89NRT\r\n\x1a\x01poisoned"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := summary.Collect(context.Background(), paths, summary.Options{}); err == nil || !strings.Contains(err.Error(), paths[1]) {
		t.Errorf("got %v", err)
	}
	p, err := summary.Collect(context.Background(), paths, summary.Options{SkipBad: true})
	if err != nil {
		t.Fatal(err)
	}
	again := read(t, bytesOf(t, p))
	if bad := again.Bad(); again.Captures() != 2 || len(bad) != 1 || bad[0].Name != filepath.ToSlash(paths[1]) || !strings.Contains(bad[0].Message, "offset") {
		t.Errorf("got %+v", bad)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := summary.Collect(ctx, paths, summary.Options{SkipBad: true}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// Captures of which different shares of steps were timed are kept apart, and have no
// common table.
func TestMixed(t *testing.T) {
	dir := t.TempDir()
	a := capture(t, dir, 0, 40, nil)
	b := capture(t, dir, 1, 40, func(t *trace.Trace) { t.Header.Sample = 8 })
	p := read(t, bytesOf(t, collect(t, a, b)))
	var mixed *summary.MixedError
	if _, err := p.Document("x", merge.Options{}); !errors.As(err, &mixed) || len(mixed.Samples) != 2 {
		t.Errorf("got %v", err)
	}
	for _, path := range []string{a, b} {
		if _, err := collect(t, path).Document("x", merge.Options{}); err != nil {
			t.Error(err)
		}
	}
}

// A folder stands for all its files of the first format that it has, whatever their
// endings are.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ add, want string }{
		{"", ""}, {"notes.txt sub.nrt/", ""}, {"b.json a.json.gz c.json", "a.json.gz b.json c.json"}, {"x.sqlite", "x.sqlite"}, {"k.nrt all.nrs", "k.nrt"}, {"j.nrt", "j.nrt k.nrt"},
	} {
		for _, name := range strings.Fields(c.add) {
			path := filepath.Join(dir, name)
			if strings.HasSuffix(name, "/") {
				if err := os.Mkdir(path, 0o777); err != nil {
					t.Fatal(err)
				}
			} else if err := os.WriteFile(path, nil, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		files, err := summary.Files([]string{dir})
		var got []string
		for _, path := range files {
			got = append(got, filepath.Base(path))
		}
		if strings.Join(got, " ") != c.want || (err != nil) != (c.want == "") {
			t.Errorf("with %q: got %q, %v, want %q", c.add, got, err, c.want)
		}
	}
}
