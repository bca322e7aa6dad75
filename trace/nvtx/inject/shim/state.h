/*
 * What a process has once: the folder it writes into, counts of what got lost,
 * memory, and whether it is still the process that it was.
 */
#ifndef STATE_H
#define STATE_H

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

/* The file "status" of the folder, which nrprof made before the program
 * started: it takes no room on a full disk, and says that events are lost where
 * nothing else can be written. All processes count in it. */
struct status {
	char magic[8];
	uint64_t processes; /* that met NVTX */
	uint64_t ranges;    /* dropped */
	uint64_t events;    /* dropped: marks, names, definitions */
	uint64_t files;     /* that could not be opened or grown */
	uint64_t error;     /* errno of the last of them */
	uint64_t stray;     /* pops without a push */
	uint64_t again;     /* calls out of a signal handler within another call */
};

/* Private to the process: the kernel hands a forked child a page of zeros. */
struct guard {
	uint32_t alive;
};

struct definition {
	struct definition *next;
	uint64_t words; /* that follow */
};

static struct {
	pthread_mutex_t lock; /* of all below but guard and status */
	struct guard *guard;
	struct status *status;
	int started; /* 1 yes, -1 it cannot be */
	char dir[PATH_MAX - 64];
	pid_t pid;
	uint64_t image; /* tells programs apart that one process ran one after the other */
	uint32_t buffers; /* files; a forked child counts on, so that ids of ranges differ */
	bool said;        /* names_again was called */
	uint64_t retry;   /* tick before which no file is made */
	struct buffer *spare; /* without a file */
	pthread_key_t key;
	struct buffer *pool; /* of threads that have ended */
	char *free, *free_end; /* of the arena */
	struct definition *definitions, **last_definition; /* for forked children */
	uint32_t defined;
} state = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Memory that is never given back. It does not come from malloc, which may be
 * what the program brackets with ranges. It is 0. */
static void *arena(size_t bytes)
{
	enum { BLOCK = 256 << 10 };
	bytes = (bytes + 15) & ~(size_t)15;
	if ((size_t)(state.free_end - state.free) < bytes) {
		size_t size = bytes > BLOCK / 4 ? (bytes + 4095) & ~(size_t)4095 : BLOCK;
		char *m = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (m == MAP_FAILED)
			return NULL;
		if (size != BLOCK)
			return m;
		state.free = m;
		state.free_end = m + size;
	}
	void *p = state.free;
	state.free += bytes;
	return p;
}

static void count(uint64_t *what)
{
	__atomic_fetch_add(what, 1, __ATOMIC_RELAXED);
}

static void tell_error(int err)
{
	count(&state.status->files);
	__atomic_store_n(&state.status->error, (uint64_t)err, __ATOMIC_RELAXED);
}

/* Makes sure that the disk has the bytes of the file from offset on, so that
 * writing to the mapping cannot end in SIGBUS. Returns an errno. A limit on the
 * size of files must not end the program, which did not write this one. */
static int reserve(int fd, uint64_t offset, size_t bytes)
{
	sigset_t xfsz, old, pending;
	sigemptyset(&xfsz);
	sigaddset(&xfsz, SIGXFSZ);
	sigemptyset(&pending);
	sigpending(&pending);
	pthread_sigmask(SIG_BLOCK, &xfsz, &old);
	int err;
	do
		err = posix_fallocate(fd, (off_t)offset, (off_t)bytes);
	while (err == EINTR);
	if (err == EFBIG && !sigismember(&pending, SIGXFSZ)) {
		struct timespec now = {0, 0};
		sigtimedwait(&xfsz, NULL, &now);
	}
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return err;
}

static void forked(void) { state.guard->alive = 0; }

static bool map_status(void)
{
	char name[PATH_MAX];
	snprintf(name, sizeof name, "%s/status", state.dir);
	int fd = open(name, O_RDWR | O_CLOEXEC);
	if (fd < 0)
		return false;
	struct stat s;
	void *m = MAP_FAILED;
	if (fstat(fd, &s) == 0 && s.st_size >= (off_t)sizeof *state.status)
		m = mmap(NULL, sizeof *state.status, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (m == MAP_FAILED)
		return false;
	state.status = m;
	return true;
}

/* Whether the process can record. The caller holds the lock. */
static bool state_start(void (*thread_ends)(void *))
{
	const char *dir = getenv("NRPROF_RECORD_DIR");
	if (dir == NULL || dir[0] != '/' || strlen(dir) >= sizeof state.dir)
		return false;
	strcpy(state.dir, dir);
	state.guard = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (state.guard == MAP_FAILED || !map_status() || pthread_key_create(&state.key, thread_ends) != 0)
		return false;
#ifdef MADV_WIPEONFORK
	/* Also for children that are made without libc. Kernels before 4.14 refuse. */
	long page = sysconf(_SC_PAGESIZE);
	madvise(state.guard, page > 4096 ? (size_t)page : 4096, MADV_WIPEONFORK);
#endif
	pthread_atfork(NULL, NULL, forked);
	state.last_definition = &state.definitions;
	return true;
}

#endif
