package jaxlog

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
	if err != nil || len(files) != 2 {
		f.Fatalf("got %d files, want 2 (%v)", len(files), err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add(strings.Join([]string{compiling, compiling, hit, compiled, missed, compiled, retraced, "  never seen function:", "    f id=1"}, "\n"))
	f.Add("Finished tracing jit(f(x)) for jit in 1 sec\nFinished XLA compilation of jit(f(x)) in 1 sec")
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
	var byClass, byFunction Totals
	for _, c := range l.Compilations {
		if (c.Class == "") != (c.EndLine == 0) || c.Line < 1 || (c.EndLine > 0 && c.EndLine < c.Line) {
			t.Errorf("compilation %+v", c)
		}
		if c.Class == "" {
			byClass.Unfinished++
			continue
		}
		byClass.of(c.Class).add(c.CompileNS)
		if c.Nth < 1 || c.CompileNS < 0 || len(c.Changed) > c.ChangedCount || (c.Class == CacheReload) != (c.Basis == HitLogged) {
			t.Errorf("compilation %+v", c)
		}
	}
	for _, f := range l.Functions {
		for _, c := range []Class{Cold, CacheReload, Recompilation} {
			byFunction.of(c).Count += f.of(c).Count
			byFunction.of(c).NS += f.of(c).NS
		}
		byFunction.Unfinished += f.Unfinished
	}
	if l.Dropped == (Dropped{}) && (byClass != l.Totals || byFunction != l.Totals) {
		t.Errorf("totals %+v, of compilations %+v, of functions %+v", l.Totals, byClass, byFunction)
	}
	var misses int64
	for _, s := range l.Tracing.Sites {
		misses += s.Misses
	}
	if l.Tracing.Misses == nil && misses > 0 || l.Tracing.Misses != nil && *l.Tracing.Misses < misses {
		t.Errorf("%d tracing misses at sites", misses)
	}
}
