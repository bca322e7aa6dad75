package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// starter is the name of a program that stands for one that compiles.
const starter = "starter"

// fakeStarter imports, parses, and runs three times. The first run compiles, and
// logs it as JAX does, unless its cache has what it wants. Its arguments say what
// is different: fail, hang, buffered, silent, uncached, own=VARIABLE for the
// folder of its cache.
func fakeStarter() {
	has := func(word string) bool {
		return strings.Contains(" "+strings.Join(os.Args[1:], " ")+" ", " "+word+" ")
	}
	variable := "JAX_COMPILATION_CACHE_DIR"
	for _, a := range os.Args[1:] {
		if name, ok := strings.CutPrefix(a, "own="); ok {
			variable = name
		}
	}
	entry := filepath.Join(os.Getenv(variable), "entry")
	var lines []string
	say := func(line string) {
		switch {
		case has("silent"):
		case has("buffered"):
			lines = append(lines, line+"\n")
		default:
			fmt.Println(line)
		}
	}
	say("@nrprof import")
	time.Sleep(2 * time.Millisecond)
	say("@nrprof parse")
	if has("fail") {
		fmt.Fprintln(os.Stderr, "no such netlist")
		os.Exit(3)
	}
	say("@nrprof")
	for k := range 3 {
		say("nrprof: begin run")
		if k == 0 {
			compile(entry, !has("uncached"))
			time.Sleep(2 * time.Millisecond) // so that the end arrives after the begin
		}
		if has("hang") {
			time.Sleep(time.Hour)
		}
		say("nrprof: steps 1042 2381")
		say("nrprof: end run")
	}
	fmt.Print(strings.Join(lines, ""))
}

// compile logs a compilation, or that the cache has it.
func compile(entry string, keep bool) {
	fmt.Fprintln(os.Stderr, "Compiling jit(step) with global shapes and types [ShapedArray(float64[4])]. Argument mapping: (UnspecifiedValue,).")
	if _, err := os.Stat(entry); err == nil {
		fmt.Fprintln(os.Stderr, "Persistent compilation cache hit for 'jit_step' with key 'jit_step-1'")
	} else if keep {
		if err := os.WriteFile(entry, []byte("executable"), 0o666); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(9)
		}
	}
	fmt.Fprintln(os.Stderr, "Finished XLA compilation of jit(step) in 0.001 sec")
}
