package vlog

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Whatever the text is: no error, counts that agree, a document, and the same
// when it is read again.
func FuzzRead(f *testing.F) {
	files, err := filepath.Glob(filepath.Join("testdata", "*.log"))
	if err != nil || len(files) != 3 {
		f.Fatalf("got %d files, want 3 (%v)", len(files), err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add(strings.Join(lines(head, copied, head, create(4, "a, b"), create(2, "c"), create(4, "a")), "\n"))
	f.Add(strings.Join(lines("w Executing WhileThunk for 2 iterations", "w Executing iteration # 0 (Device: 3)", "w [3] Break WhileThunk loop; iter=2"), "\n"))
	f.Fuzz(func(t *testing.T, text string) {
		l, err := Read(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		check(t, l)
		doc, err := json.Marshal(l)
		if err != nil {
			t.Fatal(err)
		}
		again, _ := Read(strings.NewReader(text))
		if doc2, _ := json.Marshal(again); string(doc) != string(doc2) {
			t.Errorf("read twice:\n%s\n%s", doc, doc2)
		}
	})
}

// check checks what holds for each log.
func check(t *testing.T, l *Log) {
	t.Helper()
	other := l.OtherRest
	for _, f := range append(l.Other, l.Unrecognised...) {
		other += f.Count
	}
	if l.Known+other != l.Messages {
		t.Errorf("%d known, %d others, %d messages", l.Known, other, l.Messages)
	}
	var loops int64
	for _, g := range l.Loops {
		for _, c := range []LoopCounts{g.Host, g.Replaced} {
			loops += c.Loops
			bins := c.Rest + c.Unfinished
			for k, b := range c.Histogram {
				bins += b.Loops
				if b.Iterations < c.Min || b.Iterations > c.Max || (k > 0 && b.Iterations <= c.Histogram[k-1].Iterations) {
					t.Errorf("bin %+v in %+v", b, c)
				}
			}
			if bins != c.Loops || c.Iterations < 0 || c.Min > c.Max {
				t.Errorf("counts %+v", c)
			}
		}
		if g.Depth < 0 || g.Depth > maxDepth || g.Nth < 0 {
			t.Errorf("group %+v", g)
		}
	}
	if loops > l.Known || int64(len(l.Sample)) > loops {
		t.Errorf("%d loops, %d kept, of %d messages", loops, len(l.Sample), l.Known)
	}
	for _, m := range l.Modules {
		if len(m.Passes) == 0 || m.Nth < 1 || m.Passes[0].inner {
			t.Errorf("module %+v", m)
		}
	}
}
