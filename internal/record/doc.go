// Package record captures the NVTX ranges of a program into one file: a
// [Recording] runs a command with the library of package trace/nvtx/inject, and
// turns what the program wrote into a capture, or into another format, when the
// program has ended. What was captured stays in a folder beside the output until
// the output is whole, so that [Recording.Recover] can make it later.
package record
