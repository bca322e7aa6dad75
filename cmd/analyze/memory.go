package main

import (
	"os"
	"runtime/debug"
)

// largeGarbage is the share of the memory in use, in percent, that garbage may reach
// before it is collected, for large matrices. The memory in use is then a few large arrays
// without pointers, which the collector hardly looks at: a collection takes milliseconds.
const largeGarbage = 20

// limitGarbage limits the memory for a large matrix, unless the user has said how much
// garbage there may be.
func limitGarbage(large bool) {
	if large && os.Getenv("GOGC") == "" {
		debug.SetGCPercent(largeGarbage)
	}
}

// idle is memory that the program holds and never touches, so that the system
// never provides it. The garbage collector counts it: it begins its work when as
// much again has been allocated, and not whenever a small heap has doubled, which
// takes a third of the time of a portfolio of a small matrix.
const idle = 64 << 20

// hold returns idle memory, to be kept alive while the program works.
func hold() []byte { return make([]byte, idle) }
