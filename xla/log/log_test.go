package log

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/nrkit/nrkit/internal/golden"
	"github.com/nrkit/nrkit/internal/jsontext"
	"github.com/nrkit/nrkit/xla/log/jaxlog"
	"github.com/nrkit/nrkit/xla/log/vlog"
)

// mixed reads the log in which both write.
func mixed(t testing.TB, hooks Hooks) *Log {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "mixed.log"))
	if err != nil {
		t.Fatal(err)
	}
	l, err := Read(bytes.NewReader(text), "mixed.log", hooks)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestRead(t *testing.T) {
	var xla, jax int64
	l := mixed(t, Hooks{XLA: func(*vlog.Event) { xla++ }, JAX: func(*jaxlog.Event) { jax++ }})
	if l.Lines != 20 || l.Unread != 2 || l.CutLines != 0 {
		t.Errorf("got %d lines, %d of others, %d cut", l.Lines, l.Unread, l.CutLines)
	}
	if xla != l.XLA.Known || jax != l.JAX.Messages || l.Known() != 15 || xla != 10 {
		t.Errorf("%d and %d messages, the log says %d and %d", xla, jax, l.XLA.Known, l.JAX.Messages)
	}
	// Of the three passes the second is on a part of the module, and the third,
	// after JAX has said that the first compilation ended, on it once more.
	if len(l.XLA.Modules) != 2 || len(l.XLA.Modules[0].Passes) != 2 || l.XLA.Modules[1].Nth != 2 {
		t.Errorf("got %d modules", len(l.XLA.Modules))
	}
	if s := l.JAX.Tracing.Sites; len(s) != 1 || s[0].Function != "newton" {
		t.Errorf("the explanation of a miss, with a line of XLA in it, is %+v", s)
	}
	if c := l.JAX.Totals; c.Cold.Count != 1 || c.Recompilation.Count != 1 {
		t.Errorf("got %+v", c)
	}
	if loops, iterations := l.XLA.HostLoops(); loops != 1 || iterations != 1 {
		t.Errorf("got %d loops, %d iterations", loops, iterations)
	}
}

// Of caches those of JAX are read, in the forms of 2026 with and without a
// logger before them; those of XLA are counted by file and change nothing.
func TestCaches(t *testing.T) {
	const jax = "Compiling jit(f) with global shapes and types [ShapedArray(float64[3])]. Argument mapping: (UnspecifiedValue,).\n" +
		"WARNING:2026-06-07 00:14:40,280:jax._src.compiler:590: PERSISTENT COMPILATION CACHE MISS for 'jit_f' with key 'jit_f-0123'\n" +
		"Not writing persistent cache entry with key 'jit_f-0123' since it took < 1.00 seconds to compile (0.50s)\n" +
		"Finished XLA compilation of jit(f) in 0.5 sec\n" +
		"Compiling jit(g) with global shapes and types []. Argument mapping: ().\n" +
		"WARNING:2026-06-07 00:14:41,280:jax._src.compiler:580: Persistent compilation cache hit for 'jit_g' with key 'jit_g-4567'\n" +
		"Finished XLA compilation of jit(g) in 0.1 sec\n"
	const xla = "I0311 02:59:55.123456    1234 autotuner_cache.cc:99] cache hit for key 1\n" +
		"2026-03-11 02:59:55.123456: I xla/service/gpu/autotuning/autotuner_cache.cc:99] cache miss for key 2\n"
	l, err := Read(strings.NewReader(jax+xla), "run.log", Hooks{})
	if err != nil {
		t.Fatal(err)
	}
	if c := l.JAX.Cache; c.Hits != 1 || c.Misses == nil || *c.Misses != 1 || len(c.NotWritten) != 1 || l.JAX.Totals.CacheReload.Count != 1 || l.JAX.Totals.Cold.Count != 1 {
		t.Errorf("JAX: got %+v, %+v", c, l.JAX.Totals)
	}
	if o := l.XLA.Other; len(o) != 1 || o[0].File != "autotuner_cache.cc" || o[0].Count != 2 || l.XLA.Known != 0 || l.Unread != 0 {
		t.Errorf("XLA: got %+v, %d known, %d lines of others", o, l.XLA.Known, l.Unread)
	}
}

// A line on which a progress bar returns several times is one.
func TestProgress(t *testing.T) {
	const known = "Finished XLA compilation of jit(f) in 1 sec"
	for text, want := range map[string][2]int64{
		"":                                {0, 0},
		"a\n":                             {1, 1},
		"a\rb\rc\n":                       {1, 1},
		"a\rb\rc\rd":                      {1, 1},
		"a\r" + known + "\n":              {1, 0},
		known + "\ra\rb\nc\n":             {2, 1},
		"a\r\n" + known + "\r\nb\rc\r\nd": {4, 3},
	} {
		l, err := Read(strings.NewReader(text), "p.log", Hooks{})
		if err != nil {
			t.Fatal(err)
		}
		if got := [2]int64{l.Lines, l.Unread}; got != want {
			t.Errorf("%q: got %d lines, %d of others, want %v", text, l.Lines, l.Unread, want)
		}
	}
}

func TestDocument(t *testing.T) {
	var b bytes.Buffer
	if err := jsontext.Write(&b, NewDocument([]*Log{mixed(t, Hooks{})})); err != nil {
		t.Fatal(err)
	}
	golden.Equal(t, "mixed.json", b.Bytes())
	var back Document
	if err := json.Unmarshal(b.Bytes(), &back); err != nil {
		t.Fatal(err)
	}
	var again bytes.Buffer
	if err := jsontext.Write(&again, &back); err != nil || again.String() != b.String() {
		t.Errorf("the document is another one after it was read (%v)", err)
	}
}

// One package alone says the same of its messages, as long as nothing depends on
// the other.
func TestAlone(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "mixed.log"))
	if err != nil {
		t.Fatal(err)
	}
	l := mixed(t, Hooks{})
	jax, err := jaxlog.Read(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	want, _ := json.Marshal(l.JAX)
	if got, _ := json.Marshal(jax); string(got) != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	xla, err := vlog.Read(bytes.NewReader(text))
	if err != nil || xla.Known != l.XLA.Known {
		t.Errorf("%d messages of XLA, want %d (%v)", xla.Known, l.XLA.Known, err)
	}
	if len(xla.Modules) != 1 { // takes the third pass for one on a part
		t.Errorf("got %d modules", len(xla.Modules))
	}
}

func TestReadError(t *testing.T) {
	if _, err := Read(iotest.ErrReader(errors.New("disk")), "x", Hooks{}); err == nil || err.Error() != "after line 0: disk" {
		t.Errorf("got %v", err)
	}
}

func FuzzRead(f *testing.F) {
	text, err := os.ReadFile(filepath.Join("testdata", "mixed.log"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(text))
	f.Fuzz(func(t *testing.T, text string) {
		l, err := Read(strings.NewReader(text), "x", Hooks{})
		if err != nil {
			t.Fatal(err)
		}
		doc, err := json.Marshal(NewDocument([]*Log{l}))
		if err != nil {
			t.Fatal(err)
		}
		var back Document
		if err := json.Unmarshal(doc, &back); err != nil {
			t.Fatal(err)
		}
		if again, _ := json.Marshal(&back); string(again) != string(doc) {
			t.Errorf("became\n%s\n%s", doc, again)
		}
		if l.Unread > l.Lines || l.Unread+l.XLA.Messages > l.Lines+int64(strings.Count(text, "\r")) {
			t.Errorf("%d lines of others, %d messages, %d lines", l.Unread, l.XLA.Messages, l.Lines)
		}
	})
}
