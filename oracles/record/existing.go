//go:build linux

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// existing: a file that is there is replaced when that is wanted, and then also
// by nothing.
func (o *oracle) existing() {
	out := filepath.Join(o.dir, "existing.nrt")
	record := func(args ...string) (stderr string, code int) {
		_, stderr, code = o.finish(exec.Command(o.nrprof, append([]string{"record", "-o", out}, args...)...))
		return stderr, code
	}
	read := func() string {
		b, err := os.ReadFile(out)
		if err != nil {
			o.wrong("%v", err)
		}
		return string(b)
	}
	v3 := o.client("v3")
	if stderr, code := record("--", v3, "threads", "10", "1"); code != 0 {
		o.wrong("a new file: exit %d: %s", code, stderr)
	}
	first := read()
	if stderr, code := record("--", v3, "threads", "20", "1"); code != 1 || !strings.Contains(stderr, "existing.nrt exists\nhint: -f replaces it") || read() != first {
		o.wrong("an existing file: exit %d: %s", code, stderr)
	}
	if stderr, code := record("-f", "--", v3, "threads", "20", "1"); code != 0 || !strings.Contains(stderr, "20 ranges") || read() == first {
		o.wrong("-f: exit %d: %s", code, stderr)
	}
	if stderr, code := record("-f", "--", "true"); code != 0 || !strings.Contains(stderr, "emitted no NVTX: no capture is written, and "+out+" from an earlier run is removed") {
		o.wrong("nothing emitted: exit %d: %s", code, stderr)
	}
	if _, err := os.Stat(out); err == nil {
		o.wrong("the file of an earlier run is left")
	}
	if stderr, code := record("--", "sh", "-c", `"$0" threads 10 1; echo mine >"$1"`, v3, out); code != 1 || read() != "mine\n" ||
		!strings.Contains(stderr, "existing.nrt exists\nhint: nothing is lost: nrprof record --recover") {
		o.wrong("a file that the program made: exit %d: %s", code, stderr)
	}
	if _, stderr, code := o.finish(exec.Command(o.nrprof, "record", "--recover", out+".raw")); code != 1 || read() != "mine\n" {
		o.wrong("recover: exit %d: %s", code, stderr)
	}
	if _, stderr, code := o.finish(exec.Command(o.nrprof, "record", "-f", "--recover", out+".raw")); code != 0 || !strings.Contains(stderr, "10 ranges") {
		o.wrong("recover -f: exit %d: %s", code, stderr)
	}
}
