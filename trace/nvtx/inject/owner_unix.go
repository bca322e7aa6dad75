//go:build unix

package inject

import (
	"io/fs"
	"syscall"
)

// owner returns the number of the user that a file belongs to, -1 when it is not
// known.
func owner(info fs.FileInfo) int {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(s.Uid)
	}
	return -1
}
