/*
 * Events: what pushes, pops, starts, ends and marks write.
 *
 * A push for which there is no room, or within too many others, is dropped, and
 * so is all of its domain until its pop, which is dropped as well. Room for the
 * pops of ranges that were written is kept free.
 */
#ifndef EVENT_H
#define EVENT_H

#include "names.h"

enum { LONG_PUSH = 1, LONG_MARK, LONG_START, LONG_END, LONG_POP };

enum {
	MAX_OPEN = 1 << 19, /* ranges of a thread: programs that never pop, and the chunks of a capture end */
	MAX_PAYLOADS = 16,
	MAX_PAYLOAD = 64 << 10 /* bytes of one; the rest is cut off */
};

/* What an event says besides its name. */
struct extra {
	uint32_t category;
	int32_t type;
	uint64_t value;
	const struct payload *payload; /* count of them, for PAYLOAD_EXT */
	uint32_t count;
};

static const struct extra nothing;

static bool plain(const struct extra *x) { return x->category == 0 && x->type == 0; }

static size_t payload_size(const struct payload *p);

static size_t long_words(const struct extra *x)
{
	size_t n = LONG_WORDS;
	for (uint32_t i = 0; i < x->count; i++)
		n += 3 + (payload_size(&x->payload[i]) + 7) / 8;
	return n;
}

/* Writes a long record, for which there is room. */
static void put_long(struct buffer *b, uint32_t sort, uint32_t domain, uint32_t name, uint64_t id,
	const struct extra *x, size_t n, uint64_t now)
{
	uint64_t d = since(b, now), *p = b->p, *q = p + LONG_WORDS;
	p[1] = domain | (uint64_t)name << 32;
	p[2] = x->category | (uint64_t)(uint32_t)x->type << 32;
	p[3] = x->payload != NULL ? x->count : x->value;
	p[4] = id;
	for (uint32_t i = 0; i < x->count; i++) {
		size_t bytes = payload_size(&x->payload[i]);
		q[0] = x->payload[i].schema;
		q[1] = x->payload[i].size;
		q[2] = bytes;
		if (bytes > 0)
			memcpy(q + 3, x->payload[i].data, bytes);
		q += 3 + (bytes + 7) / 8;
	}
	commit(b, word(KIND_LONG, sort, (uint32_t)n, d), n);
}

static int push(struct buffer *b, uint32_t domain, uint32_t name, const struct extra *x)
{
	struct level *l = levels(b, domain);
	if (UNLIKELY(l == NULL)) {
		count(&state.status->ranges);
		return 0;
	}
	bool brief = domain < SHORT_DOMAINS && plain(x);
	size_t n = brief ? 1 : long_words(x);
	if (UNLIKELY(l->skip > 0 || b->open >= MAX_OPEN || !room(b, n + POP_WORDS))) {
		count(&state.status->ranges);
		return l->open + l->skip++;
	}
	b->limit -= POP_WORDS;
	b->open++;
	uint64_t now = tick();
	if (LIKELY(brief)) {
		uint64_t d = since(b, now);
		commit(b, word(KIND_PUSH, domain, name, d), 1);
	} else {
		put_long(b, LONG_PUSH, domain, name, 0, x, n, now);
	}
	return l->open++;
}

static int pop(struct buffer *b, uint32_t domain, const struct extra *x, uint64_t now)
{
	struct level *l = levels(b, domain);
	if (UNLIKELY(l == NULL))
		return -1;
	if (UNLIKELY(l->skip > 0))
		return l->open + --l->skip;
	if (UNLIKELY(l->open == 0)) {
		count(&state.status->stray);
		return -1;
	}
	bool brief = domain < SHORT_DOMAINS && x->count == 0;
	size_t n = brief ? 1 : long_words(x);
	if (UNLIKELY(x->count > 0 && !room(b, n))) {
		count(&state.status->events);
		x = &nothing; /* without the payloads there is room */
		brief = domain < SHORT_DOMAINS;
		n = brief ? 1 : LONG_WORDS;
	}
	b->limit += POP_WORDS;
	b->open--;
	if (LIKELY(brief)) {
		uint64_t d = since(b, now);
		commit(b, word(KIND_POP, domain, 0, d), 1);
	} else {
		put_long(b, LONG_POP, domain, 0, 0, x, n, now);
	}
	return --l->open;
}

static void mark(struct buffer *b, uint32_t domain, uint32_t name, const struct extra *x)
{
	bool brief = domain < SHORT_DOMAINS && plain(x);
	size_t n = brief ? 1 : long_words(x);
	if (UNLIKELY(!room(b, n))) {
		count(&state.status->events);
		return;
	}
	uint64_t now = tick();
	if (brief) {
		uint64_t d = since(b, now);
		commit(b, word(KIND_MARK, domain, name, d), 1);
	} else {
		put_long(b, LONG_MARK, domain, name, 0, x, n, now);
	}
}

/* Starts a range that may end on any thread. Its id is unique in the process,
 * and not 0. */
static uint64_t start(struct buffer *b, uint32_t domain, uint32_t name, const struct extra *x)
{
	uint64_t id = (uint64_t)b->number << 40 | ++b->ranges;
	bool brief = domain < SHORT_DOMAINS && plain(x);
	size_t n = brief ? 2 : long_words(x);
	if (UNLIKELY(!room(b, n))) {
		count(&state.status->ranges);
		return 1; /* whose end is dropped as well */
	}
	uint64_t now = tick();
	if (brief) {
		uint64_t d = since(b, now);
		b->p[1] = id;
		commit(b, word(KIND_START, domain, name, d), 2);
	} else {
		put_long(b, LONG_START, domain, name, id, x, n, now);
	}
	return id;
}

static void end(struct buffer *b, uint64_t id, const struct extra *x, uint64_t now)
{
	if (id <= 1)
		return;
	size_t n = x->count > 0 ? long_words(x) : 2;
	if (UNLIKELY(!room(b, n))) {
		count(&state.status->events);
		return;
	}
	if (n == 2) {
		uint64_t d = since(b, now);
		b->p[1] = id;
		commit(b, word(KIND_END, 0, 0, d), 2);
	} else {
		put_long(b, LONG_END, 0, 0, id, x, n, now);
	}
}

#endif
