// Package childusage runs a program in a process group of its own and measures the
// time and memory of the program alone.
//
// Linux counts in the peak memory of a process (ru_maxrss) also the memory that the
// process had before it became the program. Go starts programs in the memory of
// their parent, so a program that is smaller than its parent has the peak of the
// parent. A small process between the two avoids that. It is this program again
// (/proc/self/exe). It returns the memory that it does not need, starts the program,
// waits for the program, and sends the result of wait4.
//
// MaxRSS is the largest peak of a single process: the program, or a descendant that
// was waited for by its parent. Shared pages count in full. MaxRSS is never less
// than the memory of the process between: 2 to 7 MB, depending on how Linux keeps
// the pages of this program. If MaxRSS is that small, it is only an upper bound. On
// other systems, and if [Main] was not called, MaxRSS is 0 unless it is more than
// this process ever had.
package childusage
