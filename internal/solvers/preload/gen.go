//go:build ignore

// Gen makes the libraries of library/ from the C source in shim/, with the
// compiler that is pinned below:
//
//	go run gen.go          make them
//	go run gen.go -check   fail if making them gives other bytes
//
// Without the pinned compiler it makes nothing. It is then an error if a source
// has changed since the libraries were made, and always one with -check.
package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// The compiler: gcc-12 of Debian 12, and the one of its packages that compiles
// for the other architecture. Both have the names below on any Debian machine.
const (
	version  = "(Debian 12.2.0-14" // and the revision of the package, which mends nothing that is used here
	packages = "gcc-12 libc6-dev gcc-12-aarch64-linux-gnu libc6-dev-arm64-cross; on arm64 gcc-12 libc6-dev gcc-12-x86-64-linux-gnu libc6-dev-amd64-cross"
)

const sums = "library/SHA256SUMS"

// A target is a library for a system.
type target struct {
	library, system, compiler string
	flags                     []string
}

// name returns the file that it is made into.
func (t target) name() string { return "library/" + t.library + "_" + t.system + ".so" }

// The flags of the libraries: route has no C library, since the dynamic linker would
// load another one for it.
var (
	watch = strings.Fields("-std=gnu11 -fno-math-errno")
	route = strings.Fields("-std=gnu11 -ffreestanding -fno-builtin -fno-tree-loop-distribute-patterns -Wl,--no-undefined")
	amd64 = strings.Fields("-march=x86-64 -fcf-protection=full")
	// Outlined atomics ask glibc for what musl has not.
	arm64 = strings.Fields("-march=armv8-a -mno-outline-atomics -mbranch-protection=standard")
)

var targets = []target{
	// String instructions take long to start: 5 ns of each call.
	{"watch", "linux_amd64", "x86_64-linux-gnu-gcc-12", slices.Concat(watch, amd64, strings.Fields(
		"-mmemset-strategy=unrolled_loop:512:noalign,libcall:-1:noalign -mmemcpy-strategy=unrolled_loop:512:noalign,libcall:-1:noalign"))},
	{"route", "linux_amd64", "x86_64-linux-gnu-gcc-12", slices.Concat(route, amd64, []string{"-mgeneral-regs-only"})},
	{"watch", "linux_arm64", "aarch64-linux-gnu-gcc-12", slices.Concat(watch, arm64)},
	{"route", "linux_arm64", "aarch64-linux-gnu-gcc-12", slices.Concat(route, arm64, []string{"-mgeneral-regs-only"})},
}

// flags are the flags of all targets. Nothing of the machine gets into the library,
// and nothing of a C library but names: -nostdlib leaves them without versions.
var flags = strings.Fields(`-O2 -g0 -Wall -Wextra -Werror
	-fPIC -shared -nostdlib -fvisibility=hidden -fno-plt -fno-ident -frandom-seed=solvers
	-fno-stack-protector -U_FORTIFY_SOURCE -fno-stack-clash-protection -fno-lto
	-Wl,-z,nodelete -Wl,-z,now -Wl,-z,norelro -Wl,-z,noseparate-code -Wl,-z,noexecstack
	-Wl,--build-id=none -Wl,--hash-style=gnu -Wl,--strip-all -Wl,--no-as-needed`)

// errNoCompiler is the error of make where the pinned compiler is missing.
var errNoCompiler = errors.New("the pinned compiler is missing")

func main() {
	log.SetFlags(0)
	log.SetPrefix("gen.go: ")
	check := flag.Bool("check", false, "compare, and write nothing")
	flag.Parse()
	made, err := makeAll()
	switch {
	case errors.Is(err, errNoCompiler) && !*check && unchanged():
		log.Printf("%v: the libraries are of the present sources and stay", err)
	case errors.Is(err, errNoCompiler):
		log.Fatalf("%v; it is in Debian's packages %s", err, packages)
	case err != nil:
		log.Fatal(err)
	case *check:
		compare(made)
	default:
		write(made)
	}
}

// makeAll returns the libraries by their names.
func makeAll() (map[string][]byte, error) {
	dir, err := os.MkdirTemp("", "solvers-library")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	made := map[string][]byte{}
	for _, t := range targets {
		text, err := t.make(dir)
		if err != nil {
			return nil, err
		}
		made[t.name()] = text
	}
	return made, nil
}

// make compiles and links in the folder dir.
func (t target) make(dir string) ([]byte, error) {
	path, err := exec.LookPath(t.compiler)
	if err != nil {
		return nil, fmt.Errorf("%w: %v", errNoCompiler, err)
	}
	said, err := exec.Command(path, "--version").Output()
	if line, _, _ := strings.Cut(string(said), "\n"); err != nil || !strings.Contains(line, version) {
		return nil, fmt.Errorf("%w: %s is %q, want %s)", errNoCompiler, path, line, version)
	}
	// The name of the C library alone: musl takes it for its own.
	libc := filepath.Join(dir, "libc.so.6")
	if err := run(path, "-shared", "-nostdlib", "-Wl,-soname,libc.so.6", "-o", libc, "-xc", os.DevNull); err != nil {
		return nil, err
	}
	out := filepath.Join(dir, "made.so")
	args := slices.Concat(flags, t.flags, []string{"-o", out, "shim/" + t.library + ".c"})
	if t.library == "watch" {
		args = append(args, libc)
	}
	if err := run(path, args...); err != nil {
		return nil, err
	}
	return os.ReadFile(out)
}

// run runs a compiler with nothing in its environment that may change its output.
func run(path string, args ...string) error {
	cmd := exec.Command(path, args...)
	cmd.Env = []string{"LC_ALL=C", "PATH=" + os.Getenv("PATH"), "TMPDIR=" + os.TempDir()}
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

func compare(made map[string][]byte) {
	for _, t := range targets {
		name := t.name()
		text := made[name]
		old, err := os.ReadFile(name)
		if err != nil {
			log.Fatal(err)
		}
		if !bytes.Equal(old, text) {
			k := 0
			for k < len(old) && k < len(text) && old[k] == text[k] {
				k++
			}
			log.Fatalf("%s: made again it has other bytes, from byte %d on: a source was changed without go generate, or the compiler is not from the packages %s", name, k, packages)
		}
		fmt.Printf("%s: made again, the same %d bytes\n", name, len(text))
	}
	if !unchanged() {
		log.Fatalf("%s is not of the present files: go generate", sums)
	}
}

func write(made map[string][]byte) {
	for name, text := range made {
		if err := os.WriteFile(name, text, 0o666); err != nil {
			log.Fatal(err)
		}
	}
	text, err := sumsOf()
	if err == nil {
		err = os.WriteFile(sums, text, 0o666)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// unchanged reports whether the sums fit the present files.
func unchanged() bool {
	now, err := sumsOf()
	old, oerr := os.ReadFile(sums)
	return err == nil && oerr == nil && bytes.Equal(now, old)
}

// sumsOf returns the sums of what the libraries are made of, and of them.
func sumsOf() ([]byte, error) {
	names, err := filepath.Glob("shim/*")
	if err != nil {
		return nil, err
	}
	names = append(names, "../../../trace/nvtx/inject/shim/abi.h", "gen.go")
	for _, t := range targets {
		names = append(names, t.name())
	}
	var b bytes.Buffer
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "%x  %s\n", sha256.Sum256(text), name)
	}
	return b.Bytes(), nil
}
