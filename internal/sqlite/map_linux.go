package sqlite

import "syscall"

// unused lets the system take the memory of a mapping back. What is looked at
// again comes from the file, or from where the system keeps files.
func unused(b []byte) { _ = syscall.Madvise(b, syscall.MADV_DONTNEED) } // else it stays
