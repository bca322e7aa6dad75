package main

import (
	"os"
	"runtime"
	"strings"
)

// smallInput is the size of files, in bytes, up to which one thread is enough.
const smallInput = 8 << 20

// limitThreads sets the program to one thread when all files among its
// arguments are small. Their analysis takes milliseconds: more threads would
// cost the garbage collector more than they gain, in time and in memory.
func limitThreads(args []string) {
	if os.Getenv("GOMAXPROCS") != "" {
		return
	}
	for _, arg := range args {
		if strings.HasPrefix(arg, "-") {
			if arg == "-" || strings.HasPrefix(arg, "--workers") {
				return
			}
			continue
		}
		info, err := os.Stat(arg)
		if err != nil {
			continue
		}
		if info.IsDir() || info.Size() > smallInput || !info.Mode().IsRegular() {
			return
		}
	}
	runtime.GOMAXPROCS(1)
}
