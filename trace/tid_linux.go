package trace

import "syscall"

// threadID returns the number of the calling thread.
func threadID() int64 { return int64(syscall.Gettid()) }
