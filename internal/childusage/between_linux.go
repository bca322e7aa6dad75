package childusage

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/nrkit/nrkit/internal/procgroup"
)

// name is what the process between is called instead of this program.
const name = "nrkit-childusage"

// self is this program.
const self = "/proc/self/exe"

// Descriptors of the process between: what to run, and what came of it.
const (
	requests = 3
	answers  = 4
)

// ready is set by Main: this program can be the process between.
var ready bool

// between reports whether programs are started by a process between.
func between() bool {
	_, err := os.Stat(self)
	return ready && err == nil
}

// Main has to be called first in main. In the process between it does the work
// and does not return; otherwise it allows Start to use one.
func Main() {
	if len(os.Args) == 1 && os.Args[0] == name {
		serve()
		os.Exit(0)
	}
	ready = true
}

// startBetween starts a program by a process between. That has no variables, so
// that those of the program (LD_PRELOAD, GODEBUG) have no effect in it.
func startBetween(c Command) (*Child, error) {
	in, request, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	answer, out, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, in.Close(), request.Close())
	}
	cmd := &exec.Cmd{Path: self, Args: []string{name}, Env: []string{}, Stdout: c.Output, Stderr: c.Output, ExtraFiles: []*os.File{in, out}, SysProcAttr: procgroup.Own()}
	err = errors.Join(cmd.Start(), in.Close(), out.Close())
	if err == nil {
		c.Env = c.cmd().Environ() // each variable once, as the last says
		_, err = request.Write(c.encode())
	}
	if cmd.Process == nil {
		return nil, errors.Join(err, request.Close(), answer.Close())
	}
	err = errors.Join(err, request.Close())
	r := bufio.NewReader(answer)
	var p *os.Process
	if err == nil {
		p, err = started(r)
	}
	if err != nil {
		err = errors.Join(err, answer.Close())
		_ = cmd.Wait() // it has said why
		return nil, err
	}
	return &Child{p, func() (Usage, error) {
		u, err := usage(r)
		_ = cmd.Process.Kill() // it has nothing left to do, and what the program left behind need not wait for it
		_ = cmd.Wait()         // its answer says more
		return u, errors.Join(err, answer.Close())
	}}, nil
}

// encode returns the command for the process between: the number of arguments,
// the path, arguments and variables, each with a NUL behind it.
func (c Command) encode() []byte {
	var b bytes.Buffer
	for _, list := range [][]string{{strconv.Itoa(len(c.Args)), c.Path}, c.Args, c.Env} {
		for _, s := range list {
			b.WriteString(s)
			b.WriteByte(0)
		}
	}
	return b.Bytes()
}

// decode is the inverse of encode.
func decode(b []byte) (Command, error) {
	list := strings.Split(strings.TrimSuffix(string(b), "\x00"), "\x00")
	n, err := strconv.Atoi(list[0])
	if err != nil || n < 1 || len(list) < 2+n {
		return Command{}, errors.New("internal error: childusage: no command")
	}
	return Command{Path: list[1], Args: list[2 : 2+n], Env: list[2+n:], Output: os.Stdout}, nil
}

// started reads the first answer: the number of the process, or why there is none.
func started(r *bufio.Reader) (*os.Process, error) {
	line, err := r.ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("starting the program: %w", err)
	}
	line = strings.TrimSuffix(line, "\n")
	pid, err := strconv.Atoi(line)
	if err != nil {
		return nil, errors.New(line)
	}
	return os.FindProcess(pid)
}

// usage reads the second answer.
func usage(r *bufio.Reader) (Usage, error) {
	var status uint32
	var u Usage
	if _, err := fmt.Fscan(r, &status, &u.Wall, &u.User, &u.Sys, &u.MaxRSS); err != nil {
		return Usage{Exit: -1}, errors.New("what started the program ended before it")
	}
	ws := syscall.WaitStatus(status)
	if u.Exit = ws.ExitStatus(); ws.Signaled() {
		u.Signal = ws.Signal().String()
	}
	return u, nil
}

// serve is the process between.
func serve() {
	runtime.LockOSThread() // the program ends with the thread that started it
	syscall.CloseOnExec(requests)
	syscall.CloseOnExec(answers)
	out := os.NewFile(answers, "answers")
	in := os.NewFile(requests, "requests")
	text, err := io.ReadAll(in)
	var c Command
	if err == nil {
		c, err = decode(text)
	}
	if err = errors.Join(err, in.Close()); err != nil {
		fmt.Fprintln(out, err)
		return
	}
	pages := filePages()
	debug.FreeOSMemory()
	peak, _ := syscall.Open("/proc/self/clear_refs", syscall.O_WRONLY|syscall.O_CLOEXEC, 0)
	attr := &syscall.ProcAttr{Env: c.Env, Files: []uintptr{0, 1, 2}, Sys: procgroup.Own()}
	// What is called from here on is what the process between has in memory.
	shrink(pages, peak)
	start := time.Now()
	pid, err := syscall.ForkExec(c.Path, c.Args, attr)
	if err != nil {
		fmt.Fprintln(out, &os.PathError{Op: "fork/exec", Path: c.Path, Err: err})
		return
	}
	fmt.Fprintln(out, pid) // nobody may read it any more
	var status syscall.WaitStatus
	var used syscall.Rusage
	for {
		if _, err = syscall.Wait4(pid, &status, 0, &used); !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	wall := time.Since(start)
	fmt.Fprintln(out, uint32(status), wall.Nanoseconds(), used.Utime.Nano(), used.Stime.Nano(), used.Maxrss<<10)
}
