/*
 * What is asked of the C library. One build of this library has to load beside
 * glibc from 2.17 on and beside musl. So it uses no function that one of them
 * lacks, that changed its place between libraries, or whose data differ.
 */
#ifndef SYSTEM_H
#define SYSTEM_H

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

/* Data of a thread. A library that is compiled here has them in the static
 * block, so that reading them is no call. musl has no such room for libraries
 * that are loaded later; PORTABLE is compiled with TLS descriptors, which take
 * the static block where there is room. */
#ifdef PORTABLE
#define THREAD_LOCAL static __thread
#else
#define THREAD_LOCAL static __thread __attribute__((tls_model("initial-exec")))
#endif

/* Before glibc 2.34 these are in libpthread, which a program of one thread may
 * not have. It then has no thread that ends before the process does. */
#pragma weak pthread_key_create
#pragma weak pthread_setspecific

/* glibc has the first, musl the second. */
extern int __register_atfork(void (*)(void), void (*)(void), void (*)(void), void *) __attribute__((weak));
#pragma weak pthread_atfork

static void at_fork(void (*child)(void))
{
	if (__register_atfork != NULL)
		__register_atfork(NULL, NULL, child, NULL);
	else if (pthread_atfork != NULL)
		pthread_atfork(NULL, NULL, child);
}

/* Files are for a moment, with the lock. The C library's functions for them are
 * cancellation points: a thread that is cancelled there would keep the lock. */
static int file_open(const char *name, int flags) { return (int)syscall(SYS_openat, AT_FDCWD, name, flags | O_CLOEXEC, 0666); }
static ssize_t file_read(int fd, void *to, size_t bytes) { return syscall(SYS_read, fd, to, bytes); }
static void file_close(int fd) { syscall(SYS_close, fd); }

/* Fills the file from offset on with bytes of 0, for file systems that cannot
 * reserve room. Returns an errno. */
static int fill_zeros(int fd, uint64_t offset, size_t bytes)
{
	static const char zeros[4096];
	while (bytes > 0) {
		ssize_t n = syscall(SYS_pwrite64, fd, zeros, bytes < sizeof zeros ? bytes : sizeof zeros, (long)offset);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n < 0 ? errno : ENOSPC;
		offset += (uint64_t)n;
		bytes -= (size_t)n;
	}
	return 0;
}

/* Makes sure that the disk has the bytes that follow the first offset bytes of
 * the file, so that writing to the mapping cannot end in SIGBUS. Returns an
 * errno; what a failure took is given back. A limit on the size of files must
 * not end the program, which did not write this one. Signals wait, so that none
 * interrupts and what was reserved is not given up. */
static int reserve(int fd, uint64_t offset, size_t bytes)
{
	sigset_t all, xfsz, old, pending;
	sigfillset(&all);
	sigemptyset(&xfsz);
	sigaddset(&xfsz, SIGXFSZ);
	sigemptyset(&pending);
	sigpending(&pending);
	sigprocmask(SIG_BLOCK, &all, &old); /* of this thread: Linux knows no other mask */
	int err;
	do /* tracers, the freezer and io_uring interrupt whatever the mask is */
		err = syscall(SYS_fallocate, fd, 0, (long)offset, (long)bytes) < 0 ? errno : 0;
	while (err == EINTR);
	if (err == EOPNOTSUPP || err == ENOSYS)
		err = fill_zeros(fd, offset, bytes);
	if (err == EFBIG && !sigismember(&pending, SIGXFSZ)) {
		struct timespec now = {0, 0};
		syscall(SYS_rt_sigtimedwait, &xfsz, NULL, &now, 8L);
	}
	if (err != 0) {
		int left = ftruncate(fd, (off_t)offset);
		(void)left; /* what it took stays taken */
	}
	sigprocmask(SIG_SETMASK, &old, NULL);
	return err;
}

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

/* Maps bytes of the file from offset on, for which the disk has room. NULL, and an
 * errno in err, on failure. */
static void *map_file(int fd, uint64_t offset, size_t bytes, int *err)
{
	void *map = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)offset);
	if (map == MAP_FAILED) {
		*err = errno;
		return NULL;
	}
	/* One fault for all pages; from Linux 5.14 on. EFAULT: one ends in SIGBUS. */
	if (madvise(map, bytes, MADV_POPULATE_WRITE) != 0 && errno == EFAULT) {
		munmap(map, bytes);
		*err = EIO;
		return NULL;
	}
	return map;
}

#endif
