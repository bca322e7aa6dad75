package main

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/analysis"
)

// smallInput is the size of files, in bytes, up to which one thread is enough.
const smallInput = 8 << 20

// limit limits threads and garbage, by the size of the files among the arguments.
func limit(args []string) {
	large := hasLarge(args)
	limitThreads(args, large)
	limitGarbage(large)
}

// limitThreads sets the program to one thread when all files among its
// arguments are small. Their analysis takes milliseconds: more threads would
// cost the garbage collector more than they gain, in time and in memory. A
// portfolio takes longer by tens of times, and gains.
func limitThreads(args []string, large bool) {
	if large || os.Getenv("GOMAXPROCS") != "" || racing(args) || slices.ContainsFunc(args, func(arg string) bool {
		return arg == "-" || strings.HasPrefix(arg, "--workers")
	}) {
		return
	}
	runtime.GOMAXPROCS(1)
}

// hasLarge reports whether arguments name a file that is not small, or a folder.
func hasLarge(args []string) bool {
	for _, arg := range args {
		if strings.HasPrefix(arg, "-") {
			continue
		}
		info, err := os.Stat(arg)
		if err != nil {
			continue
		}
		if !info.Mode().IsRegular() || info.Size() > smallFor(arg) {
			return true
		}
	}
	return false
}

// racing reports whether arguments ask for a portfolio, which the command order
// does by itself, or for calibrate, which hands tasks to other threads.
func racing(args []string) bool {
	best := len(args) > 0 && (args[0] == "order" || args[0] == "calibrate")
	for k, arg := range args {
		list, ok := strings.CutPrefix(arg, "--ordering=")
		if !ok && k > 0 && args[k-1] == "--ordering" {
			list, ok = arg, true
		}
		if ok {
			best = slices.Contains(strings.Split(list, ","), analysis.BestOf)
		}
	}
	return best
}

// smallFor returns the size up to which the file path is small: what is
// compressed grows several times.
func smallFor(path string) int64 {
	switch filepath.Ext(path) {
	case ".gz", ".tgz", ".bz2", ".xz", ".zst", ".npz":
		return smallInput / 8
	}
	return smallInput
}
