//go:build linux

package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/nrkit/nrkit/trace"
)

// arguments looks at payloads, categories, names and blobs.
func (o *oracle) arguments() {
	_, stderr, _ := o.run(o.out(), o.client("v3"), "everything")
	t, _ := o.load(o.out())
	if t == nil {
		o.wrong("%s", stderr)
		return
	}
	args := map[string]int{}
	for e := range t.Events() {
		if e.Kind == trace.Arg {
			args[fmt.Sprintf("%s %g", t.Names[e.Name], e.Value)]++
		}
	}
	if args["payload 42"] != 6 || args["category 3"] != 6 || len(args) != 2 {
		o.wrong("arguments %v, want payload 42 and category 3 six times each", args)
	}
	var names, categories []string
	for _, tr := range t.Tracks {
		names = append(names, tr.Name)
	}
	for b := range t.Blobs() {
		if b.Sort == "nvtx.category" {
			categories = append(categories, fmt.Sprintf("%d %s", b.ID, b.Data))
		}
	}
	if !slices.ContainsFunc(names, func(s string) bool { return strings.HasPrefix(s, "haupt") }) || !slices.Contains(names, "ender") {
		o.wrong("tracks %q, want haupt and ender among them", names)
	}
	if want := []string{"3 category A", "4 category W", "3 category of solver", "5 other"}; !slices.Equal(categories, want) {
		o.wrong("categories %q, want %q", categories, want)
	}
	o.close(t)
	o.payloads()
}

func (o *oracle) close(t *trace.Trace) { o.closeFile(t, o.out()) }

// closeFile closes a capture and removes its file.
func (o *oracle) closeFile(t *trace.Trace, path string) {
	if err := t.Close(); err != nil {
		o.wrong("%v", err)
	}
	if err := os.Remove(path); err != nil {
		o.wrong("%v", err)
	}
}

// payloads looks at what the payload extension attached.
func (o *oracle) payloads() {
	o.run(o.out(), o.client("bare"))
	t, _ := o.load(o.out())
	if t == nil {
		return
	}
	defer o.close(t)
	count := map[string]int{}
	steps := []uint64{}
	for b := range t.Blobs() {
		count[b.Sort]++
		switch {
		case b.Sort == "nvtx.schema":
			if !bytes.Contains(b.Data, []byte("norm of f")) || !bytes.HasPrefix(b.Data[8:], []byte("step")) || b.ID != 1<<32 {
				o.wrong("schema %d: %q", b.ID, b.Data)
			}
		case b.ID == 75:
			if string(b.Data) != "residual grew\x00" || t.Names[b.Name] != "newton:cstring" {
				o.wrong("text %q of %s", b.Data, t.Names[b.Name])
			}
		case len(b.Data) != 16 || b.ID != 1<<32:
			o.wrong("payload of schema %d: %q", b.ID, b.Data)
		default:
			steps = append(steps, binary.LittleEndian.Uint64(b.Data))
		}
	}
	if want := []uint64{0, 0, 1, 1, 1, 2, 2, 3, 3, 3, 3}; !slices.Equal(steps, want) || count["nvtx.schema"] != 1 {
		o.wrong("iterations %v, want %v; %v", steps, want, count)
	}
}

// lossy checks that recorded and lost ranges are all that were emitted.
func (o *oracle) lossy(out string, emitted int64) {
	t, got := o.load(out)
	if t == nil {
		return
	}
	defer o.closeFile(t, out)
	n := got["range outer"] + got["range inner"]
	if n == 0 || n == emitted || n+t.Loss.Dropped != emitted {
		o.wrong("%d recorded and %d lost of %d", n, t.Loss.Dropped, emitted)
	}
	if got["open"] != 0 {
		o.wrong("%d open", got["open"])
	}
}

// fileLimit: no file may be larger than 512 KiB. The program must not notice.
func (o *oracle) fileLimit() {
	script := `ulimit -f 512 && exec "$0" threads 200000 2` // units of 1024 bytes in bash, of 512 in dash
	_, stderr, code := o.run(o.out(), "sh", "-c", script, o.client("v3"))
	if code != 0 || !strings.Contains(stderr, "ranges lost: file too large") {
		o.wrong("exit %d: %s", code, stderr)
	}
	o.lossy(o.out(), 400_000)
}

// fullDisk: the folder is on a file system of 1 MiB and a page for the status.
// Files that double fill the rest to the last page, whichever thread writes how
// much. Where this user may not mount one, the limit on files is all there is.
func (o *oracle) fullDisk() {
	mount := filepath.Join(o.dir, "small")
	if err := os.Mkdir(mount, 0o777); err != nil {
		o.wrong("%v", err)
		return
	}
	if err := syscall.Mount("tmpfs", mount, "tmpfs", 0, "size=1028k"); err != nil {
		fmt.Printf("%s: cannot mount a small file system: %v\n", o.name, err)
		return
	}
	out := filepath.Join(mount, "out.nrt")
	var stderr string
	code := 0
	for try := 0; code == 0 && try < 5; try++ { // a thread that begins late continues a file, which leaves room
		_ = os.Remove(out)
		_, stderr, code = o.run(out, o.client("v3"), "threads", "100000", "4")
	}
	if code != 1 || !strings.Contains(stderr, "no space left on device") || !strings.Contains(stderr, "--recover") {
		o.wrong("exit %d: %s", code, stderr)
	}
	if _, err := os.Stat(out); err == nil {
		o.wrong("half an output is left")
	}
	if _, stderr, code := o.finish(exec.Command(o.nrprof, "record", "-f", "--recover", out+".raw", "-o", o.out())); code != 0 {
		o.wrong("recover: exit %d: %s", code, stderr)
	}
	o.lossy(o.out(), 400_000)
	if err := syscall.Unmount(mount, 0); err != nil {
		o.wrong("%v", err)
	}
}

// start starts nrprof record on a client that emits until it is ended, and waits
// until it does.
func (o *oracle) start(args ...string) *exec.Cmd {
	cmd := exec.Command(o.nrprof, append([]string{"record", "-f", "-o", o.out(), "--"}, args...)...)
	if err := cmd.Start(); err != nil {
		o.wrong("%v", err)
		return nil
	}
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if files, err := filepath.Glob(o.out() + ".raw/*.nvtx"); err == nil && len(files) > 0 {
			return cmd
		}
	}
	o.wrong("the client emits nothing")
	return nil
}

// recovered: nrprof is killed, then its program.
func (o *oracle) recovered() {
	cmd := o.start("sh", "-c", `echo $$ >"$1"; exec "$0" endless`, o.client("v3"), filepath.Join(o.dir, "pid"))
	if cmd == nil {
		return
	}
	text, err := os.ReadFile(filepath.Join(o.dir, "pid"))
	var pid int
	if _, serr := fmt.Sscan(string(text), &pid); err != nil || serr != nil {
		o.wrong("%v %v", err, serr)
		return
	}
	time.Sleep(50 * time.Millisecond)
	_ = cmd.Process.Kill() // its end is seen by Wait
	_ = cmd.Wait()
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		o.wrong("%v", err)
	}
	time.Sleep(100 * time.Millisecond)
	if _, stderr, code := o.run(o.out(), "true"); code != 1 || !strings.Contains(stderr, "--recover") {
		o.wrong("a second record: exit %d: %s", code, stderr)
	}
	if _, stderr, code := o.finish(exec.Command(o.nrprof, "record", "-f", "--recover", o.out()+".raw")); code != 0 {
		o.wrong("recover: exit %d: %s", code, stderr)
	}
	if t, err := trace.Open(o.out()); err != nil {
		o.wrong("%v", err)
	} else {
		o.keys(t, "binary.id", false)
		if err := t.Close(); err != nil {
			o.wrong("%v", err)
		}
	}
	o.endless()
}

// endless checks the capture of a client that was ended in the middle.
func (o *oracle) endless() {
	t, got := o.load(o.out())
	if t == nil {
		return
	}
	defer o.close(t)
	a, b := got["range outer"], got["range inner"]
	if a == 0 || a-b > 1 || b > a || got["open"] > 2 || t.Loss.Dropped > 0 || t.Loss.Chunks > 0 {
		o.wrong("%v, %+v", got, t.Loss)
	}
}

// killedAtRandom: the program is killed at any instant; all records are whole.
func (o *oracle) killedAtRandom() {
	empty := 0
	for range 20 {
		delay := fmt.Sprintf("%.4f", 0.02*rand.Float64())
		_, stderr, code := o.run(o.out(), "sh", "-c", `"$0" endless & sleep "$1"; while [ ! -e "$2"/*.nvtx ]; do sleep 0.01; done; kill -9 $!`, o.client("v3"), delay, o.out()+".raw")
		if code != 0 {
			o.wrong("exit %d: %s", code, stderr)
		}
		if strings.Contains(stderr, "no capture is written") {
			empty++ // its file was there, and nothing in it
			continue
		}
		o.endless()
	}
	if empty > 10 {
		o.wrong("%d of 20 were killed before there was a range", empty)
	}
}

// signals: what ends nrprof ends the program, whose end becomes ours.
func (o *oracle) signals() {
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		cmd := o.start(o.client("v3"), "endless")
		if cmd == nil {
			return
		}
		time.Sleep(50 * time.Millisecond)
		if err := cmd.Process.Signal(s); err != nil {
			o.wrong("%v", err)
		}
		_ = cmd.Wait() // the code says it
		if code := cmd.ProcessState.ExitCode(); code != 128+int(s) {
			o.wrong("%v: exit %d, want %d", s, code, 128+int(s))
		}
		o.endless()
	}
}

// shortRun: the times of a program that runs shorter than anchors are apart are
// right, to 1 %.
func (o *oracle) shortRun() {
	start := time.Now()
	o.run(o.out(), "sh", "-c", `"$0" threads 2 1; sleep 0.05; "$0" threads 2 1`, o.client("v3"))
	wall := time.Since(start)
	t, _ := o.load(o.out())
	if t == nil {
		return
	}
	defer o.close(t)
	if took := time.Duration(t.Last); took < 50*time.Millisecond || took > wall {
		o.wrong("two programs 50 ms apart are %v apart, in %v", took, wall)
	}
	if d := t.Header.Start.Sub(start); d < 0 || d > wall {
		o.wrong("started %v after nrprof", d)
	}
}
