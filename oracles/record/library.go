//go:build linux

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// with returns nrprof record, one that compiles its library, on a small program,
// with more in the environment.
func (o *oracle) with(out string, env ...string) *exec.Cmd {
	cmd := exec.Command(o.compiling, "record", "-f", "-o", out, "--", o.client("v3"), "threads", "10", "1")
	cmd.Env = append(os.Environ(), env...)
	return cmd
}

// library returns the one library in a cache.
func (o *oracle) library(cache string) string {
	list, err := filepath.Glob(filepath.Join(cache, "nrkit", "*"))
	if err != nil || len(list) != 1 {
		o.wrong("the cache holds %q, want one library", list)
		return ""
	}
	return list[0]
}

// damagedLibrary: one that was changed is made anew, another compiler has
// another.
func (o *oracle) damagedLibrary() {
	cache := filepath.Join(o.dir, "cache")
	env := "XDG_CACHE_HOME=" + cache
	run := func(env ...string) {
		if _, stderr, code := o.finish(o.with(o.out(), env...)); code != 0 || !strings.Contains(stderr, "10 ranges") {
			o.wrong("exit %d: %s", code, stderr)
		}
	}
	run(env)
	path := o.library(cache)
	good, err := os.ReadFile(path)
	if err != nil {
		o.wrong("%v", err)
		return
	}
	for _, bad := range [][]byte{good[:len(good)/2], bytes.Replace(good, []byte("NRPROF"), []byte("NRPROX"), 1)} {
		if err := os.WriteFile(path, bad, 0o666); err != nil {
			o.wrong("%v", err)
		}
		run(env)
		if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, good) {
			o.wrong("the library was not made anew from %d bytes: %v", len(bad), err)
		}
	}
	run(env, "CC=gcc -g0")
	if list, err := filepath.Glob(filepath.Join(cache, "nrkit", "*")); err != nil || len(list) != 2 {
		o.wrong("with another compiler the cache holds %q, want two", list)
	}
	if err := os.Remove(o.out()); err != nil {
		o.wrong("%v", err)
	}
}

// twoAtOnce: four of them make the library at the same time.
func (o *oracle) twoAtOnce() {
	cache := filepath.Join(o.dir, "cache2")
	var wait sync.WaitGroup
	var text [4]string
	for i := range text {
		wait.Go(func() {
			out, err := o.with(filepath.Join(o.dir, fmt.Sprintf("many%d.nrt", i)), "XDG_CACHE_HOME="+cache).CombinedOutput()
			if err != nil || !bytes.Contains(out, []byte("10 ranges")) {
				text[i] = fmt.Sprintf("%v: %s", err, out)
			}
		})
	}
	wait.Wait()
	for _, s := range text {
		if s != "" {
			o.wrong("%s", s)
		}
	}
	o.library(cache)
}

// noCompiler: one message, and nothing runs.
func (o *oracle) noCompiler() {
	cache := "XDG_CACHE_HOME=" + filepath.Join(o.dir, "cache3")
	for env, want := range map[string]string{"PATH=/nowhere": "no C compiler", "CC=nosuchcc": "$CC is nosuchcc", "CC=false": "compiling with"} {
		cmd := o.with(o.out(), cache, env)
		stdout, stderr, code := o.finish(cmd)
		if code != 1 || stdout != "" || !strings.Contains(stderr, want) {
			o.wrong("%s: exit %d, %q, %s", env, code, stdout, stderr)
		}
	}
	if _, err := os.Stat(o.out()); err == nil {
		o.wrong("there is an output")
	}
}
