//go:build linux

// Oraclerecord runs clients of NVTX under nrprof record. Each client says what it
// emitted, and the program compares the capture with that. oracles/record/run builds
// the clients.
//
//	go run ./oracles/record -nrprof PATH -compiling PATH -clients DIR -libraries DIR
//
// It fails if something differs, or if a program is missing.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nrkit/nrkit/internal/cli"
)

func main() {
	cli.HeedSignals()
	o := oracle{}
	flag.StringVar(&o.nrprof, "nrprof", "", "the nrprof to test")
	flag.StringVar(&o.compiling, "compiling", "", "an nrprof that compiles its library: with the build tag nvtxcompile")
	flag.StringVar(&o.libraries, "libraries", "", "folder of the libraries that are embedded")
	flag.StringVar(&o.clients, "clients", "", "folder of the clients")
	flag.Parse()
	dir, err := os.MkdirTemp("", "oraclerecord")
	if err == nil {
		defer os.RemoveAll(dir)
		o.dir = dir
		o.all()
	} else {
		o.wrong("%v", err)
	}
	if o.failed > 0 {
		fmt.Printf("%d wrong\n", o.failed)
		os.RemoveAll(dir)
		os.Exit(1)
	}
}

// An oracle runs cases and counts what is wrong.
type oracle struct {
	nrprof, compiling  string // programs
	clients, libraries string // folders
	dir                string // ours
	name               string // of the case
	failed             int
}

func (o *oracle) wrong(format string, args ...any) {
	o.failed++
	fmt.Printf("%s: WRONG: %s\n", o.name, fmt.Sprintf(format, args...))
}

// begin starts a case, without the output of another; what it returns ends it.
func (o *oracle) begin(name string) func() {
	o.name = name
	if err := os.Remove(o.out()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		o.wrong("%v", err)
	}
	start, failed := time.Now(), o.failed
	return func() {
		if o.failed == failed {
			fmt.Printf("%-22s ok  %5.1f s\n", name, time.Since(start).Seconds())
		}
	}
}

func (o *oracle) client(name string) string { return filepath.Join(o.clients, name) }

// A scenario is a client and how it ends.
type scenario struct {
	name string
	args []string
	code int
}

func (o *oracle) all() {
	v3 := o.client("v3")
	for _, s := range []scenario{
		{"CORE and CORE2", []string{v3, "everything"}, 0},
		{"payload extension", []string{o.client("bare")}, 0},
		{"libnvToolsExt", []string{o.client("v2")}, 0},
		{"ctypes", []string{"python3", o.client("client.py")}, 0},
		{"10 M on 64 threads", []string{v3, "threads", "156250", "64"}, 0},
		{"5000 short threads", []string{v3, "threads", "4", "5000"}, 0},
		{"signal handlers", []string{"timeout", "60", v3, "handlers", "4", "20000"}, 0},
		{"fork, clone", []string{v3, "forks", "1000", "40"}, 0},
		{"exec", []string{v3, "exec", "1000"}, 0},
		{"SIGKILL", []string{v3, "kill", "100000"}, 137},
		{"segmentation fault", []string{v3, "segv", "100000"}, 139},
		{"_exit", []string{v3, "_exit", "100000"}, 9},
		{"in a shell", []string{"sh", "-c", `"$0" threads 10 1; exit 3`, v3}, 3},
		{"musl, CORE and CORE2", []string{o.client("v3-musl"), "everything"}, 0},
		{"musl, threads", []string{o.client("v3-musl"), "threads", "400", "500"}, 0},
		{"musl, fork, clone", []string{o.client("v3-musl"), "forks", "1000", "40"}, 0},
		{"arm64, CORE and CORE2", o.arm64("v3-arm64", "everything"), 0},
		{"arm64, payloads", o.arm64("bare-arm64"), 0},
		{"arm64, threads", o.arm64("v3-arm64", "threads", "10000", "8"), 0},
		{"arm64, fork", o.arm64("v3-arm64", "forks by libc", "1000", "20"), 0}, // QEMU wipes no memory at a clone
	} {
		done := o.begin(s.name)
		o.compare(s)
		done()
	}
	for name, check := range map[string]func(){
		"arguments, blobs": o.arguments, "limit on files": o.fileLimit, "full disk": o.fullDisk,
		"nrprof killed": o.recovered, "killed at random": o.killedAtRandom, "^C and SIGTERM": o.signals,
		"damaged library": o.damagedLibrary, "two at once": o.twoAtOnce, "existing output": o.existing, "compiler fails": o.noCompiler, "short": o.shortRun,
		"slim root": o.slimRoot, "read-only home": o.readOnlyHome, "noexec": o.noexec, "no fallocate": o.noFallocate,
		"small disk": o.smallDisk, "smaller disk": o.smallerDisk, "no room": o.noRoom,
		"old C library": o.oldLibc, "other users": o.otherUsers, "static": o.static,
	} {
		done := o.begin(name)
		check()
		done()
	}
	if left, err := filepath.Glob(filepath.Join(o.dir, "*.raw")); err != nil || len(left) > 0 {
		o.wrong("left over: %s", strings.Join(left, " "))
	}
}
