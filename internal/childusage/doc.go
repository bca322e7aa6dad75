// Package childusage runs a program in a process group of its own and measures
// the time and memory of the program alone.
//
// Linux counts as the peak memory of a process (ru_maxrss) also what the process
// had before it became the program, and Go starts programs in the memory of
// their parent: a program that is smaller than its parent has the peak of the
// parent. So there is a process between both, which is small: this program again
// (/proc/self/exe), which returns the memory that it does not need, starts the
// program, waits for it, and sends what wait4 says of it.
//
// MaxRSS is the largest peak of a single process: of the program and of its
// descendants, where each was waited for by its parent. Shared pages count in
// full. It is never less than what the process between has: 2 to 7 MB,
// by how Linux keeps the pages of this program. Below that it is a bound. On other
// systems, and where [Main] was not called, MaxRSS is 0 unless it is more than this
// process ever had.
package childusage
