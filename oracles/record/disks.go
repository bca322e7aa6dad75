//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// onDisk runs 258,192 ranges with the output on a disk of a size.
func (o *oracle) onDisk(size string) (out, stderr string, code int, unmount func()) {
	dir, unmount := o.mount("tmpfs", 0, "size="+size)
	if dir == "" {
		return "", "", 0, unmount
	}
	out = filepath.Join(dir, "out.nrt")
	stdout, stderr, code := o.finish(o.clean(out, o.client("v3"), "threads", "258192", "1"))
	if want := "range outer 129096\n"; !strings.HasPrefix(stdout, want) {
		o.wrong("the program printed %q, want %q", stdout, want)
	}
	return out, stderr, code, unmount
}

// smallDisk: the capture holds what there was room for, and says how much there
// was not.
func (o *oracle) smallDisk() {
	out, stderr, code, unmount := o.onDisk("256k")
	if out == "" {
		return
	}
	defer unmount()
	if code != 0 || !strings.Contains(stderr, "ranges lost: no space left on device") {
		o.wrong("exit %d: %s", code, stderr)
	}
	o.lossy(out, 258_192)
}

// smallerDisk: the capture itself has no room; what there is can be had
// elsewhere.
func (o *oracle) smallerDisk() {
	out, stderr, code, unmount := o.onDisk("80k")
	if out == "" {
		return
	}
	defer unmount()
	lost, kept := 0, 0
	if m := regexp.MustCompile(`warning: ([0-9,]+) ranges lost: no space left on device\n`).FindStringSubmatch(stderr); m != nil {
		lost = number(m[1])
	}
	if m := regexp.MustCompile(`\nhint: ([0-9,]+) of 258,192 ranges are saved: nrprof record --recover (\S+) -o OUT\n`).FindStringSubmatch(stderr); m != nil {
		kept = number(m[1])
	}
	if code != 1 || kept == 0 || lost+kept != 258_192 {
		o.wrong("exit %d: %s", code, stderr)
	}
	if _, stderr, code := o.finish(exec.Command(o.nrprof, "record", "--recover", out+".raw", "-o", o.out())); code != 0 {
		o.wrong("recover: exit %d: %s", code, stderr)
	}
	o.lossy(o.out(), 258_192)
}

// noRoom: there is room to count, and for nothing else.
func (o *oracle) noRoom() {
	out, stderr, code, unmount := o.onDisk("16k")
	if out == "" {
		return
	}
	defer unmount()
	if code != 1 || !strings.Contains(stderr, "warning: 258,192 ranges lost: no space left on device") ||
		!strings.Contains(stderr, "v3 emitted NVTX, but all ranges and marks are lost: no capture is written") {
		o.wrong("exit %d: %s", code, stderr)
	}
	if left, err := os.ReadDir(filepath.Dir(out)); err != nil || len(left) > 0 {
		o.wrong("left: %v, %v", left, err)
	}
}

func number(s string) (n int) {
	_, _ = fmt.Sscan(strings.ReplaceAll(s, ",", ""), &n) // digits alone
	return n
}
