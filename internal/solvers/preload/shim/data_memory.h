/*
 * Whether memory can be read. A list may be wrong about a library, and a wrong
 * address must not end the program: the kernel is asked before anything is read.
 * What it said is remembered, so that a call of which all was read before asks
 * nothing.
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
#include <sys/uio.h>
#include <unistd.h>

#ifndef MEMORY_ADVICE
#define MEMORY_ADVICE 22 /* MADV_POPULATE_READ */
#endif

enum { MEMORY_KNOWN = 1024, MEMORY_BATCH = 64 };

static uint64_t memory_known[MEMORY_KNOWN]; /* ranges that can be read */
static uint64_t memory_page;                /* its size; a power of two */

/* One byte of each page, copied by the kernel: before Linux 5.14. Returns an errno. */
static int memory_copy(uint64_t begin, uint64_t end)
{
	char byte[MEMORY_BATCH];
	struct iovec from[MEMORY_BATCH], to = {byte, 0};
	while (begin < end) {
		size_t n = 0;
		for (; n < MEMORY_BATCH && begin < end; n++, begin += memory_page)
			from[n] = (struct iovec){(void *)(uintptr_t)begin, 1};
		to.iov_len = n;
		long got = syscall(SYS_process_vm_readv, syscall(SYS_getpid), &to, 1L, from, n, 0L);
		if (got < 0)
			return errno;
		if ((size_t)got != n)
			return EFAULT;
	}
	return 0;
}

/* Whether pages are mapped: where the kernel may not copy. A page that is mapped
 * and cannot be read is not seen. */
static bool memory_mapped(uint64_t begin, uint64_t end)
{
	unsigned char in[512];
	for (uint64_t step = sizeof in * memory_page; begin < end; begin += step) {
		uint64_t bytes = end - begin < step ? end - begin : step;
		if (syscall(SYS_mincore, begin, bytes, in) != 0)
			return false;
	}
	return true;
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
	int err = memory_copy(begin, end);
	if (err == EPERM || err == ENOSYS)
		return memory_mapped(begin, end);
	return err == 0;
}

static bool memory_pages(uint64_t begin, uint64_t end)
{
	uint64_t key = (begin ^ (end - begin) * 0xff51afd7ed558ccd) * 0x9e3779b97f4a7c15;
	uint64_t *known = &memory_known[key >> 54];
	key |= 1;
	if (__atomic_load_n(known, __ATOMIC_RELAXED) == key)
		return true;
	int saved = errno;
	bool ok = memory_ask(begin, end);
	errno = saved;
	if (ok)
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
