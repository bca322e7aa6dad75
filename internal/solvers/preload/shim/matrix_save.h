/*
 * Files of matrices and vectors: docs/formats-solvers.md. Each is written under a
 * temporary name and renamed when it is whole. Nothing here ends the program: not a
 * full disk, not a limit on the size of files.
 */
#ifndef MATRIX_SAVE_H
#define MATRIX_SAVE_H

#include "matrix.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/vfs.h>
#include <time.h>

#include "call.h"

enum what { WHAT_MATRIX, WHAT_RIGHT, WHAT_SOLUTION };

enum {
	RAW_WORDS = 32,
	RAW_BY_ROWS = 2,
	RAW_TRANS = 4,
	RAW_SAMPLED_PATTERN = 8,
	RAW_SAMPLED_VALUES = 16,
	RAW_OVERWRITTEN = 32,
	RAW_CONJUGATE = 64
};

/* Of the process. A signal handler may interrupt anything here, and jump out of it:
 * nothing waits for a lock that another instruction may hold for ever. */
static struct {
	uint64_t owner; /* process id * 2; + 1: its image is being set */
	uint64_t image; /* tells programs apart that one process ran one after the other */
	uint64_t retry; /* ns before which nothing is saved: the last file could not be */
	bool ready;
	char dir[1024]; /* names lie on the stack of the program */
} saving;

enum { SAVED = 1 << 16, SAVED_NEAR = 16 };

/* What was saved: hashes. One that finds no room takes that of another, whose matrix
 * may be saved again. */
static uint64_t saved_keys[SAVED];

static uint64_t clock_now(void)
{
	struct timespec t = {0, 0};
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* solvers: the folder of the library; matrices is beside it. */
static void saving_start(const char *solvers)
{
	static const char name[] = "/matrices";
	size_t n = solvers != NULL ? strnlen(solvers, sizeof saving.dir) : 0;
	while (n > 0 && solvers[n - 1] == '/')
		n--;
	while (n > 0 && solvers[n - 1] != '/')
		n--;
	if (n == 0 || solvers[0] != '/' || n + sizeof name > sizeof saving.dir)
		return;
	memcpy(saving.dir, solvers, n - 1);
	memcpy(saving.dir + n - 1, name, sizeof name);
	__atomic_store_n(&saving.ready, true, __ATOMIC_RELEASE);
}

/* The process, which may be the child of a fork. Signals are blocked. */
static uint64_t saving_process(void)
{
	uint64_t pid = (uint64_t)syscall(SYS_getpid), mine = pid << 1;
	for (;;) {
		uint64_t owner = __atomic_load_n(&saving.owner, __ATOMIC_ACQUIRE);
		if (owner == mine)
			return pid;
		if (owner == (mine | 1)) {
			syscall(SYS_sched_yield);
		} else if (__atomic_compare_exchange_n(&saving.owner, &owner, mine | 1, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
			saving.image = clock_now();
			saving.retry = 0;
			__atomic_store_n(&saving.owner, mine, __ATOMIC_RELEASE);
		}
	}
}

static uint64_t *saved_slot(uint64_t key, unsigned k) { return &saved_keys[(key + k) & (SAVED - 1)]; }

/* Whether key is new; then it is in. */
static bool saved_claim(uint64_t key)
{
	for (unsigned k = 0; k < SAVED_NEAR; k++)
		if (__atomic_load_n(saved_slot(key, k), __ATOMIC_RELAXED) == key)
			return false;
	for (unsigned k = 0; k < SAVED_NEAR; k++) {
		uint64_t old = 0;
		if (__atomic_compare_exchange_n(saved_slot(key, k), &old, key, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
			return true;
		if (old == key)
			return false;
	}
	__atomic_store_n(saved_slot(key, key >> 60), key, __ATOMIC_RELAXED);
	return true;
}

static void saved_forget(uint64_t key)
{
	for (unsigned k = 0; k < SAVED_NEAR; k++) {
		uint64_t old = key;
		__atomic_compare_exchange_n(saved_slot(key, k), &old, 0, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
	}
}

/* The child of a fork has saved nothing. */
static uint64_t saved_key(uint64_t pattern, uint64_t values)
{
	uint64_t pid = (uint64_t)syscall(SYS_getpid);
	uint64_t key = hash_mix(pattern ^ hash_secret[0], values ^ hash_secret[1]) ^ hash_mix(pid ^ hash_secret[2], hash_secret[3]);
	return key != 0 ? key : 1;
}

struct file {
	int fd, error;
	uint32_t used;
	char buffer[4096];
};

static void file_write(struct file *f, const char *p, uint64_t bytes)
{
	while (bytes > 0 && f->error == 0) {
		size_t some = bytes < (64 << 20) ? bytes : (64 << 20);
		long n = syscall(SYS_write, f->fd, p, some);
		if (n > 0)
			p += n, bytes -= (uint64_t)n;
		else if (n == 0 || errno != EINTR)
			f->error = n == 0 ? ENOSPC : errno;
	}
}

static void file_flush(struct file *f)
{
	file_write(f, f->buffer, f->used);
	f->used = 0;
}

static void file_add(void *to, const void *p, uint64_t bytes)
{
	struct file *f = to;
	if (bytes > sizeof f->buffer - f->used)
		file_flush(f);
	if (bytes > sizeof f->buffer) {
		file_write(f, p, bytes);
		return;
	}
	memcpy(f->buffer + f->used, p, bytes);
	f->used += (uint32_t)bytes;
}

static char *put_number(char *to, uint64_t n, unsigned base)
{
	char digits[24];
	unsigned k = 0;
	do
		digits[k++] = "0123456789abcdef"[n % base];
	while ((n /= base) > 0);
	while (k > 0)
		*to++ = digits[--k];
	return to;
}

static void raw_name(char *to, const char *suffix, uint64_t pid, uint64_t call, enum what what)
{
	size_t n = strlen(saving.dir);
	memcpy(to, saving.dir, n);
	to += n;
	*to++ = '/';
	to = put_number(to, pid, 10);
	*to++ = '-';
	to = put_number(to, saving.image, 16);
	*to++ = '-';
	to = put_number(to, call, 10);
	*to++ = '-';
	*to++ = "Abx"[what];
	strcpy(to, suffix);
}

struct hashes {
	uint64_t pattern, values;
};

static void raw_header(uint64_t *h, const struct given *g, const struct matrix *m, const struct hashes *x, uint64_t number, enum what what, uint64_t flags)
{
	struct timespec real = {0, 0};
	clock_gettime(CLOCK_REALTIME, &real);
	memset(h, 0, RAW_WORDS * 8);
	memcpy(h, "NRmatrx1", 8);
	h[2] = saving.image;
	h[3] = number;
	h[4] = (uint64_t)(g->f - table_functions(g->table));
	h[5] = what;
	h[6] = m->layout == LAYOUT_BEGIN_END ? LAYOUT_COMPRESSED : m->layout;
	h[7] = m->layout == LAYOUT_DENSE ? 0 : m->index;
	h[8] = m->value;
	h[9] = m->base;
	h[10] = (uint64_t)m->symmetry;
	h[11] = flags | (m->transposed ? RAW_BY_ROWS : 0);
	h[12] = (uint64_t)m->rows;
	h[13] = (uint64_t)m->n;
	h[14] = (uint64_t)m->nnz;
	h[15] = what == WHAT_MATRIX ? 0 : (uint64_t)m->n;
	h[16] = x->pattern;
	h[17] = x->values;
	h[23] = g->table->sample;
	h[24] = RAW_WORDS * 8;
	for (enum section s = SECTION_AP; s < SECTIONS; s++) {
		h[18 + s] = section_bytes(m, s);
		h[24] += aligned8(h[18 + s]);
	}
	h[25] = clock_now();
	h[26] = (uint64_t)real.tv_sec * 1000000000 + (uint64_t)real.tv_nsec;
}

/* Whether the disk has room for bytes, and some that is left to the program. */
static bool disk_has(int fd, uint64_t bytes)
{
	enum { SPARE = 16 << 20 };
	struct statfs s;
	if (syscall(SYS_fstatfs, fd, &s) != 0 || s.f_bsize <= 0)
		return true; /* it does not say */
	return (bytes + SPARE) / (uint64_t)s.f_bsize < (uint64_t)s.f_bavail;
}

/* Writes all to the file; an errno. */
static int raw_write(int fd, const uint64_t *h, const struct matrix *m)
{
	static const char zeros[8];
	struct file f = {.fd = fd};
	if (!disk_has(fd, h[24]))
		return ENOSPC;
	if (syscall(SYS_fallocate, fd, 0, 0L, (long)h[24]) != 0 && (errno == ENOSPC || errno == EFBIG || errno == EDQUOT))
		return errno;
	file_add(&f, h, RAW_WORDS * 8);
	for (enum section s = SECTION_AP; s < SECTIONS; s++) {
		section_each(m, s, file_add, &f);
		file_add(&f, zeros, aligned8(h[18 + s]) - h[18 + s]);
	}
	file_flush(&f);
	return f.error;
}

/* Signals are blocked. */
static int raw_file(uint64_t *h, const struct matrix *m)
{
	char name[sizeof saving.dir + 128], whole[sizeof name];
	h[1] = saving_process();
	h[2] = saving.image;
	raw_name(name, ".raw.tmp", h[1], h[3], (enum what)h[5]);
	raw_name(whole, ".raw", h[1], h[3], (enum what)h[5]);
	long fd = syscall(SYS_openat, AT_FDCWD, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666L);
	if (fd < 0)
		return errno;
	int err = raw_write((int)fd, h, m);
	if (syscall(SYS_close, fd) != 0 && err == 0 && errno != EINTR)
		err = errno;
	if (err == 0 && syscall(SYS_renameat2, AT_FDCWD, name, AT_FDCWD, whole, 0L) != 0)
		err = errno;
	if (err != 0)
		syscall(SYS_unlinkat, AT_FDCWD, name, 0L);
	return err;
}

/* Saves a sane matrix. No signal interrupts, and the one of a limit on the size of
 * files does not end the program, which did not write this one. */
static bool raw_save(const struct given *g, const struct call *c, const struct matrix *m, const struct hashes *x, enum what what, uint64_t flags)
{
	enum { PAUSE = 100000000 };
	uint64_t header[RAW_WORDS];
	sigset_t all, xfsz, old, pending;
	if (!__atomic_load_n(&saving.ready, __ATOMIC_ACQUIRE) || clock_now() < saving.retry)
		return false;
	sigfillset(&all);
	sigemptyset(&xfsz);
	sigaddset(&xfsz, SIGXFSZ);
	sigemptyset(&pending);
	sigpending(&pending);
	sigprocmask(SIG_BLOCK, &all, &old);
	raw_header(header, g, m, x, c->number, what, flags);
	int err = raw_file(header, m);
	if (err == EFBIG && !sigismember(&pending, SIGXFSZ)) {
		struct timespec now = {0, 0};
		syscall(SYS_rt_sigtimedwait, &xfsz, NULL, &now, 8L); /* the function is a cancellation point */
	}
	sigprocmask(SIG_SETMASK, &old, NULL);
	saving.retry = err != 0 ? clock_now() + PAUSE : 0;
	return err == 0;
}

#endif
