//go:build linux

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// mark is a variable that everything carries which comes of a check.
const mark = "ORACLENSYSRUN_CHECK"

// errItself is a run in which nsys failed by itself twice, the second time in the
// run that nrprof makes then.
var errItself = errors.New("nsys failed by itself")

// errLate is a run in which the program was over, in whose time the signal should
// have come, before it was seen: what was to be looked at did not happen.
var errLate = errors.New("a program was over before it was seen")

// errLost is a crash before which nsys lost the end of a range, or all ranges, so
// that nrprof counts it otherwise than the program did.
var errLost = errors.New("nsys lost ranges before the crash")

// lost reports whether a check that crashes has that outcome.
func (c *scenario) lost(stderr []byte) bool {
	if c.code == 0 {
		return c.maybe && bytes.Contains(stderr, []byte("was open, according to the nsys recording"))
	}
	return c.ranges["linear_solve"] > 0 && bytes.Contains(stderr, []byte("the report has no NVTX ranges"))
}

// maxTries is how often a check is made until none of these happens.
const maxTries = 4

// check makes one check and returns what it found.
func (l *lab) check(c scenario) (string, error) {
	for try := 1; ; try++ {
		what, err := l.once(c)
		again := errors.Is(err, errItself) || errors.Is(err, errLate) || errors.Is(err, errLost)
		if !again || try == maxTries {
			if try > 1 {
				what += fmt.Sprintf(", after %d in which nsys failed by itself, was too fast or lost ranges", try-1)
			}
			return what, err
		}
	}
}

// once makes one check in a directory of its own.
func (l *lab) once(c scenario) (string, error) {
	dir, err := os.MkdirTemp(l.dir, "check")
	if err != nil {
		return "", err
	}
	for _, name := range c.prepare {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(old), 0o666); err != nil {
			return "", err
		}
	}
	value := strconv.FormatInt(time.Now().UnixNano(), 36)
	temporary, err := os.MkdirTemp(l.dir, "tmp")
	if err != nil {
		return "", err
	}
	o, err := l.start(c, dir, temporary, value)
	left := carriers(value)
	for _, pid := range left {
		_ = syscall.Kill(pid, syscall.SIGKILL) // so that the next check is alone
	}
	if err != nil {
		return "", err
	}
	if l.verbose {
		fmt.Printf("%s\n", o.stderr)
	}
	if bytes.Contains(o.stderr, []byte("nsys failed twice before the program ran")) && o.code == 1 && len(left) == 0 {
		return "", fmt.Errorf("%w: %s", errItself, o.stderr)
	}
	if c.lost(o.stderr) {
		return "", fmt.Errorf("%w: %s", errLost, o.stderr)
	}
	kept, err := names(temporary)
	if err != nil {
		return "", err
	}
	var problems []error
	wrong := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	if len(left) > 0 {
		wrong("processes %v are left", left)
	}
	if want := strings.Count(c.says, "kept as"); len(kept) != want {
		wrong("got temporary files %v, want %d", kept, want)
	}
	if o.code != c.code {
		wrong("got exit code %d, want %d", o.code, c.code)
	}
	if ok, err := regexp.Match(c.says, o.stderr); err != nil || !ok {
		wrong("want %q, %v", c.says, err)
	}
	o.files = slices.DeleteFunc(o.files, func(name string) bool { return name == "out_osrt_sum.csv" })
	if c.maybe {
		o.files = slices.DeleteFunc(o.files, func(name string) bool { return name == "out_nvtx_sum.csv" })
	}
	if !slices.Equal(o.files, c.leaves) {
		wrong("got files %v, want %v", o.files, c.leaves)
	}
	if len(problems) == 0 {
		problems = append(problems, l.compareRanges(c, dir, o), comparePrepared(c, dir), l.compareKeys(c, dir, o))
	}
	if err := errors.Join(problems...); err != nil {
		return "", fmt.Errorf("%w; it says: %s", err, o.stderr)
	}
	return fmt.Sprintf("exit %d, %d files", o.code, len(o.files)), nil
}

// An outcome is what came of a run.
type outcome struct {
	code           int
	stdout, stderr []byte
	files          []string
}

// start runs nrprof nsys.
func (l *lab) start(c scenario, dir, temporary, value string) (outcome, error) {
	args := append([]string{l.nrprof, "nsys", "-o", "out"}, c.flags...)
	args = append(args, "--")
	for k, a := range c.command {
		switch {
		case k == 0 && a == "target":
			a = l.target
		case k == 0 && a == spaced:
			a = filepath.Join(filepath.Dir(l.target), spaced)
		case k == 0 && a == "nrprof":
			a = l.nrprof
		}
		args = append(args, a)
	}
	args = append(l.wrapper(c), args...)
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), mark+"="+value, "TMPDIR="+temporary, "GITHUB_STEP_SUMMARY=")
	cmd.WaitDelay = time.Second
	var stdout, stderr bytes.Buffer
	w := &watcher{w: &stdout, text: "waiting\n", seen: make(chan struct{})}
	cmd.Stdout, cmd.Stderr = w, &stderr
	if err := cmd.Start(); err != nil {
		return outcome{}, err
	}
	var met atomic.Bool
	if c.interrupt != 0 || c.killNsys {
		go func() {
			if c.during != "" {
				met.Store(holdProgram(ctx, value, c.during))
			} else {
				select {
				case <-w.seen:
				case <-ctx.Done():
				}
			}
			if ctx.Err() != nil {
				return
			}
			if c.killNsys {
				killChild(cmd.Process.Pid)
				return
			}
			_ = cmd.Process.Signal(c.interrupt) // it has ended: its exit code says so
		}()
	}
	_ = cmd.Wait() // the exit code says it
	o := outcome{code: cmd.ProcessState.ExitCode(), stdout: stdout.Bytes(), stderr: stderr.Bytes()}
	if ctx.Err() != nil {
		return o, fmt.Errorf("ran for more than %v: %s", limit, o.stderr)
	}
	if c.during != "" && !met.Load() {
		return o, fmt.Errorf("%w: %q", errLate, c.during)
	}
	var err error
	o.files, err = l.listing(c, dir)
	return o, err
}

// wrapper returns what runs a scenario: nothing, a shell, or a shell that has
// file systems of its own, which are gone when it ends, and lists their files.
func (l *lab) wrapper(c scenario) []string {
	if c.shell != "" {
		return []string{"bash", "-c", c.shell, "bash"}
	}
	mounted := c.mount + c.scratch
	if mounted == "" {
		return nil
	}
	namespace := []string{"unshare", "--mount"}
	if os.Getuid() != 0 {
		namespace = append(namespace, "--map-root-user")
	}
	where := `where="$PWD"; `
	if c.scratch != "" {
		where = `where="$PWD/tmp"; mkdir tmp; export TMPDIR="$PWD/tmp"; `
	}
	script := where + `mount -t tmpfs -o size=` + mounted + ` none "$where" || exit 99; cd "$PWD"; "$@"; code=$?; ls -A | grep -vx tmp >'` + l.list() + `'; exit $code`
	return append(namespace, "sh", "-c", script, "sh")
}

// list is where the names of files are written that are gone after a run.
func (l *lab) list() string { return filepath.Join(l.dir, "listing") }

// listing returns the names of the files that a run left.
func (l *lab) listing(c scenario, dir string) ([]string, error) {
	if c.mount+c.scratch != "" {
		b, err := os.ReadFile(l.list())
		return strings.Fields(string(b)), err
	}
	return names(dir)
}

// names returns the names of the files of a directory.
func names(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names, err
}

// A watcher passes output on and tells when it had a text.
type watcher struct {
	w    io.Writer
	text string
	last []byte
	seen chan struct{}
	once sync.Once
}

func (w *watcher) Write(p []byte) (int, error) {
	w.last = append(w.last, p...)
	if bytes.Contains(w.last, []byte(w.text)) {
		w.once.Do(func() { close(w.seen) })
	}
	w.last = w.last[max(0, len(w.last)-len(w.text)):]
	return w.w.Write(p)
}

// killChild kills the child of a process.
func killChild(pid int) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	children := strings.Fields(string(b))
	if err != nil || len(children) == 0 {
		// The child may be of another thread.
		tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
		for _, t := range tasks {
			b, _ := os.ReadFile(t)
			children = append(children, strings.Fields(string(b))...)
		}
	}
	for _, c := range children {
		if n, err := strconv.Atoi(c); err == nil {
			_ = syscall.Kill(n, syscall.SIGKILL)
		}
	}
}

// holdProgram waits until a program that carries the mark of a check has a text in
// its command line, and stops it, so that it does not end before the signal comes:
// it can still be killed. It reports whether there was one before ctx ended.
func holdProgram(ctx context.Context, value, text string) bool {
	for ctx.Err() == nil {
		lines, _ := filepath.Glob("/proc/[0-9]*/cmdline")
		for _, path := range lines {
			b, err := os.ReadFile(path)
			if err != nil || !bytes.Contains(b, []byte(text)) {
				continue
			}
			dir := filepath.Dir(path)
			pid, err := strconv.Atoi(filepath.Base(dir))
			if err == nil && carries(dir, value) && syscall.Kill(pid, syscall.SIGSTOP) == nil {
				return ctx.Err() == nil
			}
		}
		time.Sleep(time.Millisecond)
	}
	return false
}

// carries reports whether the process of a directory of /proc carries the mark.
func carries(dir, value string) bool {
	b, err := os.ReadFile(filepath.Join(dir, "environ"))
	return err == nil && bytes.Contains(b, []byte(mark+"="+value))
}

// carriers returns the processes that carry the mark of a check.
func carriers(value string) []int {
	dirs, _ := filepath.Glob("/proc/[0-9]*")
	var found []int
	for _, dir := range dirs {
		if pid, err := strconv.Atoi(filepath.Base(dir)); err == nil && carries(dir, value) {
			found = append(found, pid)
		}
	}
	return found
}
