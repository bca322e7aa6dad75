package threadtime

import "golang.org/x/sys/unix"

// CPU returns for how many ns the calling thread has run on a processor; ok is
// false where the system does not say. It takes a system call, about 0.6 µs.
// Two readings compare only on one thread: see runtime.LockOSThread.
func CPU() (ns int64, ok bool) {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) != nil {
		return 0, false
	}
	return t.Nano(), true
}
