/*
 * What route.so needs of a C library, without one: calls of the kernel, and text.
 */
#ifndef BARE_H
#define BARE_H

#include <stdbool.h>
#include <stdint.h>

#include <asm/unistd.h>

#if defined(__x86_64__)
static long bare_call(long number, long a, long b, long c, long d, long e, long f)
{
	register long r10 __asm__("r10") = d;
	register long r8 __asm__("r8") = e;
	register long r9 __asm__("r9") = f;
	long result;
	__asm__ volatile("syscall" : "=a"(result)
		: "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9) : "rcx", "r11", "memory");
	return result;
}
#elif defined(__aarch64__)
static long bare_call(long number, long a, long b, long c, long d, long e, long f)
{
	register long x8 __asm__("x8") = number;
	register long x0 __asm__("x0") = a;
	register long x1 __asm__("x1") = b;
	register long x2 __asm__("x2") = c;
	register long x3 __asm__("x3") = d;
	register long x4 __asm__("x4") = e;
	register long x5 __asm__("x5") = f;
	__asm__ volatile("svc 0" : "+r"(x0)
		: "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
	return x0;
}
#endif

enum {
	BARE_HERE = -100,      /* AT_FDCWD */
	BARE_READ_WRITE = 2,   /* O_RDWR */
	BARE_CLOEXEC = 02000000,
	BARE_SEEK_END = 2,
	BARE_PROT_READ = 1, BARE_PROT_WRITE = 2, BARE_PROT_EXEC = 4,
	BARE_PRIVATE = 2       /* MAP_PRIVATE */
};

static int bare_open(const char *path, int flags)
{
	return (int)bare_call(__NR_openat, BARE_HERE, (long)path, flags | BARE_CLOEXEC, 0, 0, 0);
}

static void bare_close(int fd) { bare_call(__NR_close, fd, 0, 0, 0, 0, 0); }

/* A file in memory, for ever. */
static const void *bare_map(const char *path, uint64_t *bytes)
{
	int fd = bare_open(path, 0);
	if (fd < 0)
		return 0;
	long n = bare_call(__NR_lseek, fd, 0, BARE_SEEK_END, 0, 0, 0);
	long at = n <= 0 ? -1 : bare_call(__NR_mmap, 0, n, BARE_PROT_READ, BARE_PRIVATE, fd, 0);
	bare_close(fd);
	if (at < 0 && at > -4096)
		return 0;
	*bytes = (uint64_t)n;
	return (const void *)at;
}

/* The compiler calls it, where it clears structures. */
__attribute__((used)) void *memset(void *to, int c, unsigned long n)
{
	for (unsigned long i = 0; i < n; i++)
		((volatile char *)to)[i] = (char)c;
	return to;
}

static bool bare_same(const char *a, const char *b)
{
	while (*a != 0 && *a == *b)
		a++, b++;
	return *a == *b;
}

#endif
