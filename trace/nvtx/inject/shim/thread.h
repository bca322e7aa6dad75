/*
 * Which buffer a thread writes into, and what becomes of it when the thread
 * ends and when the process forks.
 */
#ifndef THREAD_H
#define THREAD_H

#include "buffer.h"

THREAD_LOCAL struct buffer *mine;
/* It looks for one, with the lock: a signal handler finds it so. */
THREAD_LOCAL uint32_t looking;

static void names_again(struct buffer *b);

/* The child of a fork: no buffer is its own, and another thread may have held the lock.
 * Only the thread that forked is there. What it was writing, if a signal handler forks,
 * it goes on to write into memory that nobody reads. */
static void forget_parent(void)
{
	if (mine != NULL)
		mmap(mine->map, (size_t)(mine->end - mine->map) * 8, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	mine = NULL;
	pthread_mutex_init(&state.lock, NULL);
	/* What the holder of the lock was about to change. */
	state.free = state.free_end = NULL;
	while (*state.last_definition != NULL)
		state.last_definition = &(*state.last_definition)->next;
	state.pool = NULL;
}

static void forked(void)
{
	forget_parent();
	state.guard->alive = FORKED;
}

/* Any thread of the child is the first that has something to say. Names and domains stay
 * valid; the child's files say them anew. */
__attribute__((noinline, cold))
static void start_child(void)
{
	if (state.guard->alive == ALIVE)
		return;
	if (state.guard->alive == DEAD)
		forked(); /* the C library was not told of the fork */
	pthread_mutex_lock(&state.lock);
	if (state.guard->alive == FORKED) {
		state.pid = getpid();
		state.image = clock_ns(CLOCK_MONOTONIC);
		state.said = false;
		state.retry = 0;
		count(&state.status->processes);
		__atomic_store_n(&state.guard->alive, ALIVE, __ATOMIC_RELEASE);
	}
	pthread_mutex_unlock(&state.lock);
}

/* A thread ends: another may have its buffer. */
static void thread_ends(void *arg)
{
	struct buffer *b = arg;
	if (state.guard->alive != ALIVE || b != mine)
		return; /* of the parent of this process */
	b->busy = 1;
	for (uint32_t i = 0; i < b->domains; i++) {
		b->open -= (uint64_t)b->levels[i].open;
		b->limit += (uint64_t)b->levels[i].open * POP_WORDS;
		b->levels[i].open = b->levels[i].skip = 0;
	}
	if (room(b, 1)) {
		uint64_t d = since(b, tick());
		commit(b, word(KIND_THREAD_END, 0, 0, d), 1);
	}
	looking = 1; /* a signal handler must not ask for the lock that its thread holds */
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	mine = NULL;
	b->busy = 0;
	pthread_mutex_lock(&state.lock);
	b->next = state.pool;
	state.pool = b;
	pthread_mutex_unlock(&state.lock);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	looking = 0;
}

/* Has thread_ends called with b when this thread ends. */
static void watch_end(struct buffer *b)
{
	if (state.keyed)
		pthread_setspecific(state.key, b);
}

/* A buffer for this thread, nobody's or new, in which it has said who it is. */
static struct buffer *thread_buffer(void)
{
	pthread_mutex_lock(&state.lock);
	struct buffer *b = state.pool;
	if (b != NULL)
		state.pool = b->next;
	else
		b = buffer_new();
	pthread_mutex_unlock(&state.lock);
	if (b == NULL)
		return NULL;
	b->busy = 1;
	mine = b;
	watch_end(b); /* its memory may come from a malloc that is bracketed */
	b->retry = 0;
	if (!room(b, 3 + ANCHOR_WORDS)) {
		mine = NULL;
		watch_end(NULL);
		pthread_mutex_lock(&state.lock);
		b->next = state.pool;
		state.pool = b;
		pthread_mutex_unlock(&state.lock);
		return NULL;
	}
	b->p[1] = (uint64_t)syscall(SYS_gettid);
	uint64_t now = tick();
	b->p[2] = b->last = now > b->last ? now : b->last;
	commit(b, word(KIND_THREAD, 0, 0, 0), 3);
	put_anchor(b);
	if (!__atomic_exchange_n(&state.said, true, __ATOMIC_RELAXED))
		names_again(b);
	return b;
}

/* The buffer of this thread when there is no ready one: NULL when what happens
 * cannot be written. */
__attribute__((noinline, cold))
static struct buffer *enter_slow(void)
{
	if (looking || (mine != NULL && mine->busy && state.guard->alive == ALIVE)) {
		count(&state.status->again);
		return NULL;
	}
	looking = 1;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	start_child();
	struct buffer *b = mine != NULL ? mine : thread_buffer();
	if (b != NULL)
		b->busy = 1;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	looking = 0;
	return b;
}

static inline struct buffer *enter(void)
{
	struct buffer *b = mine;
	if (UNLIKELY(b == NULL || state.guard->alive != ALIVE || b->busy))
		return enter_slow();
	b->busy = 1;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	return b;
}

static inline void leave(struct buffer *b)
{
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	b->busy = 0;
}

/* The levels of a domain; NULL without memory. */
static inline struct level *levels(struct buffer *b, uint32_t domain)
{
	if (LIKELY(domain < b->domains))
		return &b->levels[domain];
	uint32_t n = b->domains < 8 ? 8 : b->domains;
	while (n <= domain)
		n *= 2;
	pthread_mutex_lock(&state.lock);
	struct level *l = arena(n * sizeof *l);
	pthread_mutex_unlock(&state.lock);
	if (l == NULL)
		return NULL;
	if (b->domains > 0)
		memcpy(l, b->levels, b->domains * sizeof *l);
	b->levels = l;
	b->domains = n;
	return &l[domain];
}

#endif
