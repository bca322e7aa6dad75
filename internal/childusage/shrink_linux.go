package childusage

import (
	"fmt"
	"os"
	"strings"
	"syscall"
)

// An area is a part of memory.
type area struct{ from, to uintptr }

// filePages returns the parts of memory of this process that are pages of files
// as they are in the file: they are read again where they are needed. Pages that
// the loader changed before it protected them are not among them.
func filePages() []area {
	var list []area
	var last area
	maps, _ := os.ReadFile("/proc/self/smaps")
	for line := range strings.Lines(string(maps)) {
		var x area
		var mode string
		// 00400000-00b5f000 r-xp 00000000 08:01 123 /usr/bin/nrprof
		if n, _ := fmt.Sscanf(line, "%x-%x %s", &x.from, &x.to, &mode); n == 3 {
			if last = (area{}); mode[1] != 'w' && strings.Contains(line, " /") {
				last = x
			}
		}
		if kind, size, _ := strings.Cut(line, ":"); kind == "Anonymous" && strings.TrimSpace(size) == "0 kB" && last.from < last.to {
			list = append(list, last)
		}
	}
	return list
}

// shrink returns pages, and forgets the peak of the memory of this process: peak
// is open for that. What fails makes the process only larger.
func shrink(pages []area, peak int) {
	for _, p := range pages {
		_, _, _ = syscall.RawSyscall(syscall.SYS_MADVISE, p.from, p.to-p.from, syscall.MADV_DONTNEED)
	}
	_, _ = syscall.Write(peak, []byte("5"))
}
