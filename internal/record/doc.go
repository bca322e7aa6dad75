// Package record captures the NVTX ranges of a program into one file. A [Recording]
// runs a command with the library of package trace/nvtx/inject. When the program has
// ended, the Recording turns the ranges into a capture or into another format. The
// captured ranges stay in a folder beside the output until the output is whole, so
// that [Recording.Recover] can make the output later.
package record
