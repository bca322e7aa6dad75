//go:build !linux && !darwin

package atomicfile

import "os"

// hold locks nothing on this system.
func hold(*os.File) (lock *os.File, ok bool) { return nil, true }

// removeStale removes nothing on this system: without a lock, a file of a writer
// that lives looks like one that was left.
func removeStale(string) bool { return false }
