//go:build unix

package childusage

import (
	"os"
	"runtime"
	"syscall"
)

// maxRSS returns the most memory that a process and its children that it waited
// for had, in bytes: the largest of them. The system counts what it had as a copy
// of us, before it became another program: where that may be the figure, it is 0.
func maxRSS(s *os.ProcessState) int64 {
	u, ok := s.SysUsage().(*syscall.Rusage)
	var own syscall.Rusage
	if !ok || syscall.Getrusage(syscall.RUSAGE_SELF, &own) != nil || u.Maxrss <= own.Maxrss {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(u.Maxrss)
	}
	return int64(u.Maxrss) << 10
}
