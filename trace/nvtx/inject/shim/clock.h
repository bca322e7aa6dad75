/*
 * The clock. Ticks of the counter of the CPU where the kernel itself keeps time
 * by it, nanoseconds of CLOCK_MONOTONIC elsewhere. An anchor is one moment on
 * both, from which the reader makes nanoseconds.
 */
#ifndef CLOCK_H
#define CLOCK_H

#include "system.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <x86intrin.h>
#endif

enum { CLOCK_TSC = 1, CLOCK_CNTVCT = 2, CLOCK_NS = 3 };

struct anchor {
	uint64_t tick;
	uint64_t ns; /* of CLOCK_MONOTONIC */
};

static uint32_t clock_kind; /* set once, before there are events */

static uint64_t clock_ns(clockid_t id)
{
	struct timespec t = {0, 0};
	clock_gettime(id, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static inline uint64_t tick(void)
{
#if defined(__x86_64__)
	if (__builtin_expect(clock_kind == CLOCK_TSC, 1))
		return __rdtsc();
#elif defined(__aarch64__)
	if (__builtin_expect(clock_kind == CLOCK_CNTVCT, 1)) {
		uint64_t t;
		__asm__ __volatile__("mrs %0, cntvct_el0" : "=r"(t));
		return t;
	}
#endif
	return clock_ns(CLOCK_MONOTONIC);
}

/* Ticks after which a thread writes another anchor: some 0.1 s. Below 2^31, so
 * that the ticks between two events of a thread fit into 32 bits. */
static inline uint64_t anchor_ticks(void)
{
	return clock_kind == CLOCK_CNTVCT ? 1u << 24 : 1u << 28;
}

#if defined(__x86_64__)
/* Whether the kernel keeps time by the TSC: it has then checked that the CPUs
 * agree, also in a virtual machine. */
static bool tsc_trusted(void)
{
	unsigned a, b, c, d;
	if (!__get_cpuid(0x80000007u, &a, &b, &c, &d) || !(d & 1u << 8))
		return false;
	char s[8] = "";
	int fd = file_open("/sys/devices/system/clocksource/clocksource0/current_clocksource", O_RDONLY);
	if (fd < 0)
		return false;
	ssize_t n = file_read(fd, s, sizeof s - 1);
	file_close(fd);
	return n >= 4 && memcmp(s, "tsc\n", 4) == 0;
}
#endif

static void clock_choose(void)
{
	clock_kind = CLOCK_NS;
#if defined(__x86_64__)
	if (tsc_trusted())
		clock_kind = CLOCK_TSC;
#elif defined(__aarch64__)
	clock_kind = CLOCK_CNTVCT;
#endif
}

/* Both clocks, of three tries the one in which the least time passed between
 * the readings of the counter. The tick is the later reading: what follows has
 * no smaller one. */
static struct anchor clock_anchor(void)
{
	struct anchor best = {0, 0};
	uint64_t width = UINT64_MAX;
	for (int i = 0; i < 3; i++) {
		uint64_t before = tick(), ns = clock_ns(CLOCK_MONOTONIC), after = tick();
		if (after - before < width) {
			width = after - before;
			best.tick = clock_kind == CLOCK_NS ? ns : before + width / 2;
			best.ns = ns;
		}
	}
	return best;
}

#endif
