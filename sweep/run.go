package sweep

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/nrkit/nrkit/internal/childusage"
	"github.com/nrkit/nrkit/internal/procgroup"
)

// grace is how long a run may take to end after it was asked to.
const grace = 5 * time.Second

// Run makes the runs of the plan that have not ended, in their order. Progress,
// unless nil, is called after each of these runs.
//
// When the context ends, the present run is ended and not noted, and the error of
// the context is returned. The other errors are errors of the file system: a run
// that fails is a record.
func (j *Journal) Run(ctx context.Context, environ []string, progress func(*Record)) error {
	for _, r := range j.plan.Runs {
		if j.Done[r.Number] != nil {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		rec, err := j.run(ctx, r, environ)
		if err != nil {
			return err
		}
		if j.Outputs != nil {
			rec.Outputs = j.Outputs()
		}
		if err := j.add(rec); err != nil {
			return err
		}
		if progress != nil {
			progress(rec)
		}
	}
	return nil
}

// run makes one run.
func (j *Journal) run(ctx context.Context, r Run, environ []string) (*Record, error) {
	dir, err := filepath.Abs(j.Dir)
	if err != nil {
		return nil, err
	}
	id := j.plan.id(r)
	if r.Cold {
		if err := empty(cachePath(dir, r.Configuration)); err != nil {
			return nil, err
		}
	}
	capture := capturePath(dir, id)
	if err := os.RemoveAll(capture); err != nil { // of a run that was cut off
		return nil, err
	}
	output := filepath.Join("output", id+".txt")
	f, err := os.Create(filepath.Join(dir, output))
	if err != nil {
		return nil, err
	}
	rec := &Record{Number: r.Number, Configuration: j.plan.Definition.Configurations[r.Configuration].Name, Round: r.Round, Cold: r.Cold,
		Start: time.Now().UTC().Format(time.RFC3339Nano), Output: filepath.ToSlash(output)}
	args, env := j.plan.command(r, dir, environ)
	err = execute(ctx, args, env, f, j.plan.Definition.Timeout, rec)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return nil, err
	}
	if rec.Failed() {
		rec.LastLine = lastLine(filepath.Join(dir, output))
	}
	if info, err := os.Stat(capture); err == nil && info.Mode().IsRegular() {
		rec.Capture = filepath.ToSlash(filepath.Join("captures", id+".nrt"))
	}
	return rec, nil
}

// empty makes dir a folder with nothing in it.
func empty(dir string) error {
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	return os.MkdirAll(dir, 0o777)
}

// execute runs a command to its end, and whatever it leaves behind in its process
// group. The error is that of the context.
func execute(ctx context.Context, args, env []string, output *os.File, timeout time.Duration, rec *Record) error {
	rec.Exit = -1
	path, err := lookPath(args[0], env)
	if err != nil {
		rec.Error = err.Error()
		return nil
	}
	// The child is told when the thread that started it ends; this thread must
	// not end before.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	child, err := childusage.Start(childusage.Command{Path: path, Args: args, Env: env, Output: output})
	if err != nil {
		rec.Error = err.Error()
		return nil
	}
	done := make(chan struct{})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		rec.TimedOut = watch(ctx, child.Process, timeout, done)
	}()
	used, err := child.Wait()
	close(done)
	<-ended
	if rec.TimedOut {
		rec.Timeout = timeout.Nanoseconds()
	}
	_ = procgroup.Kill(child.Process) // it may be gone
	if err := ctx.Err(); err != nil {
		return err
	}
	if err != nil {
		rec.Error = err.Error()
	}
	rec.Exit, rec.Signal, rec.MaxRSS = used.Exit, used.Signal, used.MaxRSS
	rec.WallNS, rec.UserNS, rec.SysNS = used.Wall.Nanoseconds(), used.User.Nanoseconds(), used.Sys.Nanoseconds()
	return nil
}

// watch ends a process when its time is over or the context ends, first with a
// request and then without; it returns whether its time was over.
func watch(ctx context.Context, p *os.Process, timeout time.Duration, done <-chan struct{}) (late bool) {
	var over <-chan time.Time
	if timeout > 0 {
		t := time.NewTimer(timeout)
		defer t.Stop()
		over = t.C
	}
	select {
	case <-done:
		return false
	case <-over:
		late = true
	case <-ctx.Done():
	}
	_ = procgroup.Ask(p)
	t := time.NewTimer(grace)
	defer t.Stop()
	select {
	case <-done:
	case <-t.C:
		_ = procgroup.Kill(p)
	}
	return late
}

// lookPath finds a program as a shell with that environment would.
func lookPath(name string, env []string) (string, error) {
	for _, e := range env {
		dirs, ok := strings.CutPrefix(e, "PATH=")
		if !ok || strings.ContainsRune(name, filepath.Separator) {
			continue
		}
		for _, dir := range filepath.SplitList(dirs) {
			if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil && dir != "" {
				return path, nil
			}
		}
		return "", &exec.Error{Name: name, Err: exec.ErrNotFound}
	}
	return exec.LookPath(name)
}

// maxTail is how much of the end of an output is looked at.
const maxTail = 4096

// lastLine returns the last line of a file that speaks of an error, or else the
// last that says something; "" for none.
func lastLine(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close() // was only read
	if info, err := f.Stat(); err == nil && info.Size() > maxTail {
		if _, err := f.Seek(-maxTail, io.SeekEnd); err != nil {
			return ""
		}
	}
	text, err := io.ReadAll(io.LimitReader(f, maxTail))
	if err != nil {
		return ""
	}
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	last := lines[len(lines)-1]
	for _, line := range lines {
		if bytes.Contains(bytes.ToLower(line), []byte("error")) {
			last = line
		}
	}
	return strings.ToValidUTF8(string(bytes.TrimSpace(last)), "�")
}
