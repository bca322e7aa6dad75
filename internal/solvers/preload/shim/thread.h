/*
 * What a process and each of its threads have: whether calls are recorded, and the calls
 * that are under way.
 */
#ifndef THREAD_H
#define THREAD_H

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

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
	struct thread *next; /* in the pool */
	struct entry entry[DEPTH];
};

/* Private to the process: the kernel hands a forked child a page of zeros. */
struct guard {
	uint32_t alive;
};

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
	pthread_mutex_t lock; /* of pool */
	struct thread *pool; /* of threads that have ended */
} process = {.guard = &no_guard, .lock = PTHREAD_MUTEX_INITIALIZER};

/* In the static block, so that reading it is no call: this library is there from the
 * start of a program. */
static __thread struct thread *mine __attribute__((tls_model("initial-exec")));
/* It looks for a struct thread: what is called then is not recorded. */
static __thread bool looking __attribute__((tls_model("initial-exec")));

static void thread_ends(void *arg);

static void forked(void) { process.guard->alive = 0; }

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
	say_table(watch_pool.table, watch_pool.bytes);
	process.guard->alive = 1;
	return true;
}

/* The child of a fork: it has one thread, whose calls under way the parent began. */
static void start_child(void)
{
	for (uint32_t i = 0; mine != NULL && i < mine->depth; i++)
		mine->entry[i].foreign = true;
	if (mine != NULL)
		mine->inside = 0;
	pthread_mutex_init(&process.lock, NULL);
	process.pool = NULL; /* another thread may have been changing it */
	process.calls = 0;
	process.guard->alive = 1;
	say_call();
	say_table(watch_pool.table, watch_pool.bytes);
}

/* Waits while another thread starts, which takes microseconds, unless what it loads
 * waits for this thread: then the call is not recorded, and the program goes on. The
 * child of a fork, whose parent was starting, starts itself. */
static uint64_t wait_start(uint64_t starting)
{
	uint64_t was = __atomic_load_n(&process.started, __ATOMIC_ACQUIRE);
	for (int i = 0; i < 2000 && was == starting; i++) {
		struct timespec t = {0, 1000000};
		nanosleep(&t, NULL);
		was = __atomic_load_n(&process.started, __ATOMIC_ACQUIRE);
	}
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
	pthread_mutex_lock(&process.lock);
	struct thread *t = process.pool;
	if (t != NULL)
		process.pool = t->next;
	pthread_mutex_unlock(&process.lock);
	if (t == NULL) {
		t = mmap(NULL, sizeof *t, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (t == MAP_FAILED)
			return NULL;
	}
	t->inside = t->page = t->depth = 0;
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
	if (started()) {
		if (!process.guard->alive)
			start_child();
		t = mine != NULL ? mine : thread_new();
	}
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	looking = false;
	return t;
}

/* NULL: calls are not recorded. */
static inline struct thread *thread_here(void)
{
	struct thread *t = mine;
	return LIKELY(t != NULL && process.guard->alive) ? t : thread_slow();
}

/* Whether the thread is on the stack that it has for signals. */
static bool on_signal_stack(void)
{
	stack_t s = {0};
	return sigaltstack(NULL, &s) == 0 && s.ss_flags & SS_ONSTACK;
}

/* Whether a page can be read: this call copies 8 bytes of it, and then finds fault with
 * its first argument. */
static bool readable(uint64_t page)
{
	int saved = errno;
	bool yes = !(syscall(SYS_rt_sigprocmask, -1, page, NULL, 8) < 0 && errno == EFAULT);
	errno = saved;
	return yes;
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
	if (!readable(page))
		return (int64_t)((page - begin) / 8);
	t->page = page;
	return (int64_t)words;
}

#endif
