package startup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestMain makes this binary the program that sessions run, too.
func TestMain(m *testing.M) {
	if steps := os.Getenv("STARTUP_PROGRAM"); steps != "" {
		os.Exit(program(strings.Fields(steps)))
	}
	os.Exit(m.Run())
}

// program does what words say: print=TEXT and error=TEXT with _ for spaces, sleep=MS,
// exit=N, cached=TEXT|OTHER prints what depends on the cache and fills it,
// child starts another that keeps the streams, hang lasts until it is ended, and
// hangcached=TEXT does so after TEXT where the cache is filled.
func program(steps []string) int {
	for _, step := range steps {
		word, value, _ := strings.Cut(step, "=")
		text := strings.ReplaceAll(value, "_", " ")
		number, _ := strconv.Atoi(value)
		switch word {
		case "print":
			fmt.Println(text)
		case "error":
			fmt.Fprintln(os.Stderr, text)
		case "sleep":
			time.Sleep(time.Duration(number) * time.Millisecond)
		case "exit":
			return number
		case "cached":
			there, other, _ := strings.Cut(text, "|")
			file := filepath.Join(os.Getenv("JAX_COMPILATION_CACHE_DIR"), "entry")
			if _, err := os.Stat(file); err == nil {
				fmt.Println(there)
			} else {
				fmt.Println(other)
			}
			if err := os.WriteFile(file, []byte("executable"), 0o666); err != nil {
				fmt.Fprintln(os.Stderr, err)
				return 9
			}
		case "failcold":
			if file := filepath.Join(os.Getenv("OWN_CACHE"), "fails"); os.WriteFile(file, nil, 0o666) != nil || number == attempt(os.Getenv("ATTEMPTS")) {
				return 4
			}
		case "child":
			p, err := os.StartProcess(os.Args[0], os.Args[:1], &os.ProcAttr{Env: []string{"STARTUP_PROGRAM=hang"}, Files: []*os.File{nil, os.Stdout, os.Stderr}})
			if err != nil || p.Release() != nil {
				return 9
			}
		case "hangcached":
			if _, err := os.Stat(filepath.Join(os.Getenv("JAX_COMPILATION_CACHE_DIR"), "entry")); err == nil {
				fmt.Println(text)
				time.Sleep(time.Hour)
			}
		case "hang":
			time.Sleep(time.Hour)
		}
	}
	return 0
}

// attempt counts how often it was called with a file.
func attempt(path string) int {
	text, err := os.ReadFile(path)
	if err != nil {
		text = nil
	}
	if err := os.WriteFile(path, append(text, '.'), 0o666); err != nil {
		return -1
	}
	return len(text) + 1
}

// options run this binary.
func options(t *testing.T, steps string, env ...string) Options {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Options{Command: []string{self}, Environ: append(os.Environ(), append(env, "STARTUP_PROGRAM="+steps)...), Repeat: 2, Source: Markers, Folder: t.TempDir()}
}

func measure(t *testing.T, o Options) *Result {
	t.Helper()
	r, err := Measure(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(o.Folder); err != nil || len(left) > 0 {
		t.Errorf("left in the folder: %v, %v", left, err)
	}
	return r
}

// Parts are in their order, none is shorter than what the program slept in it,
// and they add up.
func TestPlantedDelays(t *testing.T) {
	o := options(t, "sleep=30 print=@nrprof_import sleep=20 print=@nrprof_parse sleep=10 print=@nrprof "+
		"print=nrprof:_begin_run sleep=40 print=nrprof:_end_run error=something print=nrprof:_begin_run sleep=5 print=nrprof:_end_run print=@nrprof_run sleep=5 print=@nrprof sleep=15")
	r := measure(t, o)
	if len(r.Processes) != 4 || r.Source != Markers || r.Failed != 0 {
		t.Fatalf("got %+v", r)
	}
	for k, p := range r.Processes {
		if want := []Regime{Cold, Reload}[k%2]; p.Regime != want || p.Pair != k/2+1 || p.Number != k+1 {
			t.Errorf("process %d is %s of pair %d, want %s of %d", p.Number, p.Regime, p.Pair, want, k/2+1)
		}
		checkSum(t, &p.Split, p.WallNS)
		if len(p.Parts) != 2 || p.Parts[0].Name != "import" || p.Parts[1].Name != "parse" || len(p.Runs) != 3 {
			t.Fatalf("got %s", text(&p.Split))
		}
		// No line arrives before it was printed, though it may arrive late.
		for _, c := range []struct {
			what   string
			at, ms int64
		}{
			{"import begins", p.BeforeNS, 30},
			{"import ends", p.BeforeNS + p.Parts[0].NS, 50},
			{"parse ends", p.BeforeNS + p.Parts[0].NS + p.Parts[1].NS, 60},
			{"the first run ends", p.Runs[0].StartNS + p.Runs[0].NS, 100},
			{"the second run ends", p.Runs[1].StartNS + p.Runs[1].NS, 105},
			{"the third run ends", p.Runs[2].StartNS + p.Runs[2].NS, 110},
			{"the last range ends", p.WallNS - p.AfterNS, 110},
		} {
			if c.at < c.ms*1e6 {
				t.Errorf("%s after %d ns, want no less than %d ms", c.what, c.at, c.ms)
			}
		}
		if p.WallNS < 125e6 {
			t.Errorf("the process took %d ns, which is less than it slept", p.WallNS)
		}
	}
}

// Cold processes find an empty cache each time, the others what the cold one
// before has left: what a program does in one regime is never in another.
func TestRegimesOfProcesses(t *testing.T) {
	o := options(t, "cached=@nrprof_load|@nrprof_compile print=@nrprof_first_run cached=@nrprof_second_run|@nrprof_wrong print=@nrprof")
	o.Repeat = 3
	r := measure(t, o)
	names := func(f *Fresh) (list []string) {
		for _, x := range f.Phases {
			list = append(list, fmt.Sprintf("%s %d", x.Name, len(x.Values)))
		}
		return list
	}
	if got := names(r.Cold); !slices.Equal(got, []string{"compile 3"}) {
		t.Errorf("cold: got %v", got)
	}
	if got := names(r.Reload); !slices.Equal(got, []string{"load 3"}) {
		t.Errorf("reload: got %v", got)
	}
	if a, b := r.Warm.AfterCold, r.Warm.AfterReload; len(a.Runs) != 1 || len(b.Runs) != 1 || len(a.Runs[0].Values) != 3 || len(b.Runs[0].Values) != 3 {
		t.Errorf("warm: got %+v and %+v", a, b)
	}
	for _, c := range r.Cold.Cache {
		if c != (CacheSize{1, 10}) {
			t.Errorf("cache: got %+v", c)
		}
	}
	for _, p := range r.Processes {
		values := r.Cold.First.Values
		if p.Regime == Reload {
			values = r.Reload.First.Values
		}
		if values[p.Pair-1] != p.Runs[0].NS {
			t.Errorf("the first run of process %d is not where it should be: %v", p.Number, values)
		}
	}
}

// Variables of caches are those of the session, others stay.
func TestEnvironment(t *testing.T) {
	o := options(t, "print=@nrprof_run print=@nrprof", "XDG_CACHE_HOME=/mine", "KEPT=/kept")
	o.CacheVariables = []string{"MY_CACHE", "XDG_CACHE_HOME"}
	s := &Session{o: o, dir: "/d", cache: "/d/cache", variables: append(CacheVariables(), "MY_CACHE")}
	env := s.environ("/d/1.raw")
	for _, want := range []string{"XDG_CACHE_HOME=/d/cache/XDG_CACHE_HOME", "MY_CACHE=/d/cache/MY_CACHE", "KEPT=/kept", "NRPROF_RECORD_DIR=/d/1.raw"} {
		if filepath.Separator == '/' && !slices.Contains(env, want) {
			t.Errorf("no %s in %v", want, env)
		}
	}
	if slices.Contains(env, "XDG_CACHE_HOME=/mine") {
		t.Error("the cache of the user is used")
	}
	seen := map[string]bool{}
	for _, e := range env {
		name, _, _ := strings.Cut(e, "=")
		if seen[name] && strings.HasPrefix(name, "XDG") {
			t.Errorf("%s is there twice", name)
		}
		seen[name] = true
	}
}

// A process that fails is told, what would reload its caches is not started, and
// the others go on.
func TestFailure(t *testing.T) {
	o := options(t, "print=@nrprof_import print=nrprof:_begin_read_netlist failcold=3 print=nrprof:_end print=@nrprof_run print=@nrprof error=done", "ATTEMPTS="+filepath.Join(t.TempDir(), "n"))
	o.CacheVariables = []string{"OWN_CACHE"}
	o.Repeat = 3
	var told []int
	o.Progress = func(p *Process) { told = append(told, p.Number) }
	r := measure(t, o)
	if !slices.Equal(told, []int{1, 2, 3, 4, 5, 6}) {
		t.Errorf("told of %v", told)
	}
	if p := r.Processes[2]; p.Exit != 4 || p.Within != "read netlist" {
		t.Errorf("got %+v", p)
	}
	if p := r.Processes[3]; !strings.Contains(p.Why(), "not started: cold process 3 failed") || p.WallNS != 0 {
		t.Errorf("got %+v", p)
	}
	if r.Failed != 2 || r.Cold.Processes != 2 || r.Reload.Processes != 2 || len(r.Saved.Wall.Values) != 2 {
		t.Errorf("got %d failed, %+v", r.Failed, r.Cold)
	}
	// How a program that cannot be started is told.
	o = options(t, "x")
	o.Command = []string{filepath.Join(t.TempDir(), "none")}
	if _, err := Measure(context.Background(), o); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func TestTimeout(t *testing.T) {
	o := options(t, "child hang")
	o.Repeat, o.Timeout = 1, 50*time.Millisecond
	r := measure(t, o)
	if p := r.Processes[0]; !p.TimedOut || !p.Failed() || !strings.HasPrefix(p.Why(), "exceeded its timeout of 50ms") {
		t.Errorf("got %+v", p)
	}
	if r.Failed != 2 {
		t.Errorf("got %d failed", r.Failed)
	}
}

// What a process leaves in its group is ended with it.
func TestChildren(t *testing.T) {
	o := options(t, "print=@nrprof_run child print=@nrprof")
	o.Repeat = 1
	r := measure(t, o)
	if r.Failed != 0 || len(r.Cold.First.Values) != 1 {
		t.Errorf("got %+v", r)
	}
	if slices.ContainsFunc(r.Warnings, func(w string) bool { return strings.Contains(w, "outlived") }) {
		t.Errorf("a child lives: %q", r.Warnings)
	}
}

// An interrupt ends the process at hand, be it the last, and nothing is left.
func TestInterrupt(t *testing.T) {
	for _, steps := range []string{"print=ready hang", "hangcached=ready cached=a|b"} {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		o := options(t, steps)
		o.Repeat = 1
		o.Show = writerFunc(func(b []byte) {
			if bytes.Contains(b, []byte("ready")) {
				cancel()
			}
		})
		r, err := Measure(ctx, o)
		if r != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: got %+v, %v", steps, r, err)
		}
		if left, err := os.ReadDir(o.Folder); err != nil || len(left) > 0 {
			t.Errorf("%s: left in the folder: %v, %v", steps, left, err)
		}
	}
}

type writerFunc func([]byte)

func (f writerFunc) Write(b []byte) (int, error) {
	f(b)
	return len(b), nil
}

// What JAX logs is given to runs.
func TestLogOfJAX(t *testing.T) {
	us := func(s string) string { return strings.ReplaceAll(s, " ", "_") }
	o := options(t, "print=@nrprof_first_run sleep=5 error="+us("Compiling jit(f) with global shapes and types [ShapedArray(float64[4])]. Argument mapping: (UnspecifiedValue,).")+
		" error="+us("Finished XLA compilation of jit(f) in 0.001 sec")+" sleep=5 print=@nrprof_second_run sleep=5 print=@nrprof")
	r := measure(t, o)
	for _, p := range r.Processes { // in which part depends on when its lines are read
		if made, loaded := p.compiled(); made != 1 || loaded != 0 {
			t.Errorf("process %d: %d compiled, %d loaded", p.Number, made, loaded)
		}
	}
	if c := r.Cold.CompiledFirst; c == nil || c.Processes != 2 {
		t.Errorf("got %+v", c)
	}
	wantWarning(t, r, "2 reload processes compiled code that was not in a cache")
}

// All markers at once are those of a program that does not flush.
func TestBatches(t *testing.T) {
	s := newSink(&Runs{})
	if err := s.follow(0, strings.NewReader("@nrprof a\n@nrprof b\nx\n@nrprof run\n@nrprof\n"), time.Now()); err != nil {
		t.Fatal(err)
	}
	if s.batches[0] != 1 || s.markers[0].count != 4 || s.lastLine() != "x" {
		t.Errorf("got %d batches, %d markers, %q", s.batches[0], s.markers[0].count, s.lastLine())
	}
	if err := s.follow(1, io.MultiReader(strings.NewReader("@nrprof c\n"), strings.NewReader("@nrprof d\n")), time.Now()); err != nil {
		t.Fatal(err)
	}
	if s.batches[1] != 2 {
		t.Errorf("got %d batches, want 2", s.batches[1])
	}
}

// The markers of one stream count: that which has more.
func TestTwoStreams(t *testing.T) {
	o := options(t, "print=@nrprof_import error=@nrprof_parse error=@nrprof_run error=@nrprof")
	o.Repeat = 1
	r := measure(t, o)
	if len(r.Cold.Phases) != 1 || r.Cold.Phases[0].Name != "parse" || r.Cold.First == nil {
		t.Errorf("got %+v", r.Cold.Phases)
	}
	wantWarning(t, r, "1 marker on standard output ignored")
}
