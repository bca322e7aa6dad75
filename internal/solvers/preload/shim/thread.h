/*
 * What a process and each of its threads have: whether calls are recorded, and the calls
 * that are under way.
 */
#ifndef THREAD_H
#define THREAD_H

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "data_memory.h"
#include "said.h"
#include "trampoline.h"

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

/* Before glibc 2.34 they may be missing. */
#pragma weak pthread_key_create
#pragma weak pthread_setspecific
extern int __register_atfork(void (*)(void), void (*)(void), void (*)(void), void *) __attribute__((weak));

enum { DEPTH = 128 }; /* calls within calls; deeper ones are not recorded */

struct entry {
	struct frame *frame;
	struct slot *slot;
	bool foreign; /* begun by the parent of a forked child */
	struct given given;
	struct call call;
};

struct thread {
	uintptr_t inside; /* the frame on whose behalf the watching works; 0 when it does not */
	uint64_t page;    /* of a stack, that can be read */
	uint32_t depth;
	struct entry entry[DEPTH];
};

/* Private to the process: the kernel hands a forked child a page of zeros. */
struct guard {
	uint32_t alive;
};

enum { DEAD, REVIVING, ALIVE }; /* guard.alive */
enum { NOT_STARTED, STARTING, STARTED, NO_START }; /* process.started */

__attribute__((visibility("default"))) struct pool watch_pool __asm__(POOL_NAME);

static struct guard no_guard;

static struct {
	struct guard *guard;
	uint64_t started; /* and, while it starts, the process in the upper half */
	struct view view;
	uint64_t calls;
	bool keyed;
	pthread_key_t key; /* whose destructor is told of ends of threads, if keyed */
	bool impatient;    /* a thread has waited for another one in vain */
} process = {.guard = &no_guard};

/* In the static block, so that reading it is no call: this library is there from the
 * start of a program. */
static __thread struct thread *mine __attribute__((tls_model("initial-exec")));
/* It looks for a struct thread: what is called then is not recorded. */
static __thread bool looking __attribute__((tls_model("initial-exec")));

static void thread_ends(void *arg);

/* In the child of a fork: the parent began its calls under way. */
static void disown(void)
{
	for (uint32_t i = 0; mine != NULL && i < mine->depth; i++)
		mine->entry[i].foreign = true;
}

static void forked(void)
{
	disown();
	process.guard->alive = DEAD;
}

/* A page whose content a forked child does not get. */
static bool start_guard(void)
{
	long page = sysconf(_SC_PAGESIZE);
	struct guard *g = mmap(NULL, (size_t)page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (g == MAP_FAILED)
		return false;
#ifdef MADV_WIPEONFORK
	madvise(g, (size_t)page, MADV_WIPEONFORK); /* kernels before 4.14 refuse */
#endif
	process.guard = g;
	if (__register_atfork != NULL)
		__register_atfork(NULL, NULL, forked, NULL);
	return true;
}

static bool start(void)
{
	if (!view_table(&process.view, watch_pool.table, watch_pool.bytes))
		return false;
	/* Before the tool makes a key: destructors run in that order. */
	if (pthread_key_create != NULL && pthread_setspecific != NULL)
		process.keyed = pthread_key_create(&process.key, thread_ends) == 0;
	if (!start_guard() || !nvtx_start())
		return false;
	say_call();
	process.guard->alive = ALIVE;
	return true;
}

/* Sleeps while another thread starts, which takes microseconds, unless what it loads
 * waits for this thread: then it returns false after 2,000 times, and from then on at
 * once: calls are not recorded, and the program goes on. */
static bool nap(int *times)
{
	struct timespec t = {0, 1000000};
	if (__atomic_load_n(&process.impatient, __ATOMIC_RELAXED))
		return false;
	if (++*times > 2000) {
		__atomic_store_n(&process.impatient, true, __ATOMIC_RELAXED);
		return false;
	}
	syscall(SYS_nanosleep, &t, NULL); /* the function is a cancellation point */
	return true;
}

/* The child of a fork starts anew, on the first of its threads that makes a call. */
static bool child_started(void)
{
	uint32_t was = DEAD;
	if (__atomic_compare_exchange_n(&process.guard->alive, &was, REVIVING, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
		disown(); /* the program may have forked without the C library */
		if (mine != NULL)
			mine->inside = 0;
		process.calls = 0;
		say_call();
		__atomic_store_n(&process.guard->alive, ALIVE, __ATOMIC_RELEASE);
	}
	for (int times = 0; (was = __atomic_load_n(&process.guard->alive, __ATOMIC_ACQUIRE)) == REVIVING && nap(&times);)
		;
	return was == ALIVE;
}

/* Waits for a thread that starts. The child of a fork, whose parent was starting, starts
 * itself. */
static uint64_t wait_start(uint64_t starting)
{
	uint64_t was;
	for (int times = 0; (was = __atomic_load_n(&process.started, __ATOMIC_ACQUIRE)) == starting && nap(&times);)
		;
	return was;
}

static bool started(void)
{
	uint64_t was = __atomic_load_n(&process.started, __ATOMIC_ACQUIRE);
	if (LIKELY(was == STARTED || was == NO_START))
		return was == STARTED;
	uint64_t starting = (uint64_t)(uint32_t)getpid() << 32 | STARTING;
	while (was != starting && was != STARTED && was != NO_START) {
		if (__atomic_compare_exchange_n(&process.started, &was, starting, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
			was = start() ? STARTED : NO_START;
			__atomic_store_n(&process.started, was, __ATOMIC_RELEASE);
		}
	}
	return (was == starting ? wait_start(starting) : was) == STARTED;
}

static struct thread *thread_new(void)
{
	struct thread *t = mmap(NULL, sizeof *t, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (t == MAP_FAILED)
		return NULL;
	mine = t;
	if (process.keyed)
		pthread_setspecific(process.key, t);
	return t;
}

__attribute__((noinline, cold))
static struct thread *thread_slow(void)
{
	struct thread *t = NULL;
	if (looking)
		return NULL;
	looking = true;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	if (started() && child_started())
		t = mine != NULL ? mine : thread_new();
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	looking = false;
	return t;
}

/* NULL: calls are not recorded. */
static inline struct thread *thread_here(void)
{
	struct thread *t = mine;
	return LIKELY(t != NULL && __atomic_load_n(&process.guard->alive, __ATOMIC_ACQUIRE) == ALIVE) ? t : thread_slow();
}

/* Whether the thread is on the stack that it has for signals. */
static bool on_signal_stack(void)
{
	stack_t s = {0};
	return sigaltstack(NULL, &s) == 0 && s.ss_flags & SS_ONSTACK;
}

/* How many words of the stack there are for a call, of those that its function may take:
 * behind the last frame of a stack there may be nothing. */
static inline int64_t stack_words(struct thread *t, const struct frame *f, uint64_t words)
{
	enum { PAGE = 4096, AT_LEAST = 8 };
	uint64_t begin = (uint64_t)f->stack;
	if (words < AT_LEAST)
		words = AT_LEAST;
	uint64_t page = (begin + words * 8 - 1) & ~(uint64_t)(PAGE - 1);
	if (LIKELY(page <= begin - 8) || LIKELY(page == t->page))
		return (int64_t)words;
	if (!memory_page_readable(page))
		return (int64_t)((page - begin) / 8);
	t->page = page;
	return (int64_t)words;
}

#endif
