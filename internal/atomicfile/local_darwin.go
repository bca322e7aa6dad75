package atomicfile

import "golang.org/x/sys/unix"

// isLocal reports whether all writers of the file system of dir see each other's
// locks: whether it is on this machine alone.
func isLocal(dir string) bool {
	var s unix.Statfs_t
	return unix.Statfs(dir, &s) == nil && s.Flags&unix.MNT_LOCAL != 0
}
