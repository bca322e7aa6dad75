/*
 * Whether memory can be read. A list may be wrong about a library, and a wrong
 * address must not end the program: the kernel is asked before anything is read.
 * What it said of small ranges is remembered, so that most calls ask nothing.
 */
#ifndef DATA_MEMORY_H
#define DATA_MEMORY_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef MEMORY_ADVICE
#define MEMORY_ADVICE 22 /* MADV_POPULATE_READ */
#endif

/* Ranges that can be read are remembered if they are small: a large one has pages of
 * its own, which free gives back to the kernel. */
enum { MEMORY_KNOWN = 1024, MEMORY_SMALL = 64 << 10 };

static uint64_t memory_known[MEMORY_KNOWN];
static uint64_t memory_page; /* its size; a power of two */

/* Whether a page can be read: this call copies 8 bytes of it, and then finds fault with
 * its first argument. */
static bool memory_page_readable(uint64_t page)
{
	int saved = errno;
	bool yes = !(syscall(SYS_rt_sigprocmask, -1, page, NULL, 8) < 0 && errno == EFAULT);
	errno = saved;
	return yes;
}

/* Whether the pages from begin to end can be read. */
static bool memory_ask(uint64_t begin, uint64_t end)
{
	for (int tries = 0; tries < 100; tries++) {
		if (syscall(SYS_madvise, begin, end - begin, (long)MEMORY_ADVICE) == 0)
			return true;
		if (errno == EINTR || errno == EAGAIN)
			continue;
		if (errno == ENOMEM || errno == EFAULT)
			return false;
		break;
	}
	for (; begin < end; begin += memory_page) /* before Linux 5.14 */
		if (!memory_page_readable(begin))
			return false;
	return true;
}

static bool memory_pages(uint64_t begin, uint64_t end)
{
	bool small = end - begin <= MEMORY_SMALL;
	uint64_t key = (begin ^ (end - begin) * 0xff51afd7ed558ccd) * 0x9e3779b97f4a7c15;
	uint64_t *known = &memory_known[key >> 54];
	key |= 1;
	if (small && __atomic_load_n(known, __ATOMIC_RELAXED) == key)
		return true;
	int saved = errno;
	bool ok = memory_ask(begin, end);
	errno = saved;
	if (ok && small)
		__atomic_store_n(known, key, __ATOMIC_RELAXED);
	return ok;
}

/* Whether bytes at an address can be read. */
static bool memory_readable(uint64_t at, uint64_t bytes)
{
	if (bytes == 0)
		return true;
	if (at < 4096 || at + bytes < at)
		return false;
	if (memory_page == 0) {
		long page = sysconf(_SC_PAGESIZE);
		memory_page = page > 0 ? (uint64_t)page : 4096;
	}
	uint64_t begin = at & ~(memory_page - 1), end = (at + bytes + memory_page - 1) & ~(memory_page - 1);
	return end > begin && memory_pages(begin, end);
}

#endif
