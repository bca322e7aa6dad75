/*
 * What a process has once: the folder it writes into, counts of what got lost,
 * memory, and whether it is still the process that it was.
 */
#ifndef STATE_H
#define STATE_H

#include "system.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

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

enum { DEAD, FORKED, ALIVE }; /* guard.alive */

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
	pthread_key_t key; /* whose destructor is told of ends of threads, if keyed */
	bool keyed;
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

static bool map_status(void)
{
	char name[PATH_MAX];
	snprintf(name, sizeof name, "%s/status", state.dir);
	int fd = file_open(name, O_RDWR);
	if (fd < 0)
		return false;
	void *m = MAP_FAILED;
	if (lseek(fd, 0, SEEK_END) >= (off_t)sizeof *state.status)
		m = mmap(NULL, sizeof *state.status, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	file_close(fd);
	if (m == MAP_FAILED)
		return false;
	state.status = m;
	return true;
}

/* Whether the process can record. The caller holds the lock. */
static bool state_start(void (*thread_ends)(void *), void (*forked)(void))
{
	const char *dir = getenv("NRPROF_RECORD_DIR");
	if (dir == NULL || dir[0] != '/' || strlen(dir) >= sizeof state.dir)
		return false;
	strcpy(state.dir, dir);
	state.guard = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (state.guard == MAP_FAILED || !map_status())
		return false;
	if (pthread_key_create != NULL && pthread_setspecific != NULL)
		state.keyed = pthread_key_create(&state.key, thread_ends) == 0;
#ifdef MADV_WIPEONFORK
	/* Also for children that are made without libc. Kernels before 4.14 refuse. */
	long page = sysconf(_SC_PAGESIZE);
	madvise(state.guard, page > 4096 ? (size_t)page : 4096, MADV_WIPEONFORK);
#endif
	state.last_definition = &state.definitions;
	at_fork(forked);
	return true;
}

#endif
