/*
 * The library that is preloaded: it has the trampolines that calls of solver libraries
 * go through, and says of each call what it was, as a range of NVTX.
 *
 * It is one translation unit: this file includes the others.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <math.h>

#include "data.h"
#include "thread.h"

static const struct call blank = {
	.status = INT64_MIN, .selector = INT64_MIN, .n = -1, .rows = -1, .nrhs = -1, .nnz = -1,
	.lnz = NAN, .unz = NAN, .flops = NAN, .rcond = NAN, .rgrowth = NAN, .pivots = NAN, .memory = NAN, .iterations = NAN,
};

static uint64_t now(void)
{
	struct timespec t = {0, 0};
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Whether there may be something to hash or to save: a matrix, or vectors. */
static bool has_data(const struct given *g)
{
	const uint16_t *e = g->f->expression;
	return !g->nested && (g->f->layout | e[FIELD_LAYOUT] | e[FIELD_AX] | e[FIELD_B]) != 0;
}

/* Works aside from the call, which takes time: that is a range if it took a microsecond
 * the last time. */
static uint64_t aside(struct given *g, struct call *c, uint32_t *cost, void (*work)(struct given *, struct call *))
{
	enum { WORTH_A_RANGE = 1000 };
	bool range = *cost >= WORTH_A_RANGE;
	uint64_t begin = now();
	if (range)
		nvtx_push(nvtx.aside, nvtx.recording, "recording");
	work(g, c);
	uint64_t ns = now() - begin;
	if (range)
		nvtx_pop(nvtx.aside);
	*cost = ns < UINT32_MAX ? (uint32_t)ns : UINT32_MAX;
	return ns;
}

/* How many words of a call say something that is not the usual. */
static size_t words_of(const struct entry *e)
{
	const struct call *c = &e->call;
	if (memcmp(&c->nnz, &blank.nnz, (CALL_WORDS - CALL_SOLVE) * 8) != 0)
		return CALL_WORDS;
	if (c->phase != (uint64_t)e->given.f->phase << 56 || memcmp(&c->selector, &blank.selector, (CALL_SOLVE - 1 - CALL_BRIEF) * 8) != 0)
		return CALL_SOLVE;
	return CALL_BRIEF;
}

static void emit_end(const struct entry *e)
{
	if (e->foreign)
		return;
	size_t words = words_of(e);
	nvtx_pop_with(words == CALL_WORDS ? SCHEMA_CALL : words == CALL_SOLVE ? SCHEMA_SOLVE : SCHEMA_BRIEF, &e->call, words * 8);
}

/* Ends a call that did not return. */
static void close_left(struct thread *t)
{
	struct entry *e = &t->entry[--t->depth];
	e->call.flags |= CALL_LEFT;
	emit_end(e);
}

/* Ends the calls that did not return before a new one at f: their frames are below it,
 * unless the thread has another stack now. */
__attribute__((noinline, cold))
static void close_all_left(struct thread *t, const struct frame *f)
{
	if (on_signal_stack())
		return;
	while (t->depth > 0 && t->entry[t->depth - 1].frame <= f)
		close_left(t);
}

/* Whether a function gets a matrix. Time steppers and Newton solvers get none: what they
 * call is not nested in them. */
static bool has_matrix(const struct function *f)
{
	return f->layout != LAYOUT_NONE || (f->expression[FIELD_LAYOUT] | f->expression[FIELD_MATRIX]) != 0;
}

/* The innermost call around one of f that has a matrix and is of the same library. */
static const struct entry *outer_of(const struct thread *t, const struct function *f)
{
	const struct view *v = &process.view;
	for (uint32_t i = t->depth; i-- > 0;) {
		const struct function *o = t->entry[i].given.f;
		if (has_matrix(o) && (o->library == f->library || strcmp(text_at(v, o->library), text_at(v, f->library)) == 0))
			return &t->entry[i];
	}
	return NULL;
}

/* A nested call hashes nothing; if its matrix is the one of the outer call, the hashes
 * are known. */
static void take_hashes(struct call *c, const struct entry *outer)
{
	if (outer == NULL || c->matrix == 0 || c->matrix != outer->call.matrix)
		return;
	c->pattern = outer->call.pattern;
	c->values = outer->call.values;
	c->flags |= outer->call.flags & (CALL_SAMPLED_PATTERN | CALL_SAMPLED_VALUES);
}

static void fill(struct entry *e, struct frame *f)
{
	struct given *g = &e->given;
	for (int i = 0; i < INTEGER_ARGUMENTS; i++)
		g->in.integer[i] = f->integer[i];
	for (int i = 0; i < FLOATING_ARGUMENTS; i++)
		g->in.floating[i] = f->vector[i][0];
	g->in.stack = f->stack;
	for (int i = 0; i < 4; i++)
		g->keep[i] = NULL;
	e->frame = f;
	e->foreign = false;
	e->call = blank;
	e->call.function = e->slot->row;
	e->call.phase = (uint64_t)g->f->phase << 56;
}

static const char *name_of(const struct given *g) { return text_at(&process.view, g->f->name); }

static const void *registered_name(struct entry *e)
{
	const void *name = __atomic_load_n(&e->slot->name, __ATOMIC_ACQUIRE);
	if (UNLIKELY(name == NULL)) {
		name = nvtx_string(nvtx.domain, name_of(&e->given));
		__atomic_store_n(&e->slot->name, name, __ATOMIC_RELEASE);
	}
	return name;
}

static void begin(struct thread *t, struct slot *s, uint64_t real, struct frame *f)
{
	struct entry *e = &t->entry[t->depth];
	e->slot = s;
	e->given.table = process.view.table;
	e->given.f = &process.view.function[s->row];
	e->given.real = real;
	const struct entry *outer = outer_of(t, e->given.f);
	e->given.nested = outer != NULL;
	fill(e, f);
	e->call.number = __atomic_add_fetch(&process.calls, 1, __ATOMIC_RELAXED);
	if (has_data(&e->given))
		e->call.aside = aside(&e->given, &e->call, &s->cost[0], data_before);
	else
		data_before(&e->given, &e->call);
	take_hashes(&e->call, outer);
	t->depth++;
	nvtx_push(nvtx.domain, registered_name(e), name_of(&e->given));
}

/* Whether the watching itself makes the call, or a signal handler within it. */
static bool is_own(struct thread *t, const struct frame *f)
{
	if (LIKELY(t->inside == 0))
		return false;
	/* A handler may have left it by longjmp. */
	return (uintptr_t)f < t->inside || on_signal_stack();
}

struct turn call_begins(struct frame *f)
{
	struct slot *s = &watch_pool.slot[f->index];
	struct turn turn = {__atomic_load_n(&s->real, __ATOMIC_ACQUIRE), -1};
	int saved = errno;
	struct thread *t = thread_here();
	if (UNLIKELY(t == NULL || is_own(t, f) || s->row >= process.view.table->functions))
		goto out;
	t->inside = (uintptr_t)f;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	if (UNLIKELY(t->depth > 0 && t->entry[t->depth - 1].frame <= f))
		close_all_left(t, f);
	if (LIKELY(t->depth < DEPTH)) {
		begin(t, s, turn.real, f);
		turn.words = stack_words(t, f, process.view.function[s->row].stack);
	}
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	t->inside = 0;
out:
	errno = saved;
	return turn;
}

static void end(struct entry *e, const struct frame *f)
{
	if (e->foreign)
		return; /* its number is not one of this process */
	const struct result r = {f->integer[0], f->integer[1], f->vector[0][0]};
	data_after(&e->given, &e->call, &r);
	emit_end(e);
	if (e->call.flags & CALL_SAVED_VECTORS)
		aside(&e->given, &e->call, &e->slot->cost[1], data_done);
	else
		data_done(&e->given, &e->call);
}

void call_ends(struct frame *f)
{
	int saved = errno;
	struct thread *t = thread_here();
	if (UNLIKELY(t == NULL || is_own(t, f)))
		goto out;
	t->inside = (uintptr_t)f;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	while (UNLIKELY(t->depth > 0 && t->entry[t->depth - 1].frame < f))
		close_left(t);
	if (LIKELY(t->depth > 0 && t->entry[t->depth - 1].frame == f)) {
		end(&t->entry[t->depth - 1], f);
		t->depth--;
	}
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	t->inside = 0;
out:
	errno = saved;
}

/* A thread ends, by pthread_exit perhaps, or is cancelled. */
static void thread_ends(void *arg)
{
	struct thread *t = arg;
	if (t != mine || __atomic_load_n(&process.guard->alive, __ATOMIC_ACQUIRE) != ALIVE)
		return;
	t->inside = UINTPTR_MAX;
	while (t->depth > 0)
		close_left(t);
	looking = true;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	mine = NULL;
	munmap(t, sizeof *t);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	looking = false;
}
