/*
 * Names: every text has a number in the process, and is written once, into the
 * buffer of the thread that met it first, before any thread uses the number.
 *
 * A thread finds the number of a text by the address that it had the last time.
 * Programs write another text to the same address, so the text is compared.
 */
#ifndef NAMES_H
#define NAMES_H

#include "abi.h"
#include "thread.h"

enum {
	DEFINE_TEXT = 1, DEFINE_DOMAIN, DEFINE_CATEGORY, DEFINE_THREAD, DEFINE_SCHEMA, DEFINE_ENUM,
	DEFINE_PROGRAM
};

enum {
	NO_NAME = 0,
	LOST_NAME = 1, /* there was no room for it */
	FIRST_NAME = 2,
	NAMES = (1 << 20) - 8,
	MAX_TEXT = (1 << 16) - 1, /* bytes; the rest is cut off */
	MAX_DEFINED = 1 << 16 /* definitions that forked children get */
};

struct text {
	uint64_t hash;
	uint32_t length, id;
	char s[];
};

/* Open addressing. Slots are set once, so that readers need no lock. */
struct table {
	uint32_t mask;
	struct text *slot[];
};

static struct {
	struct table *table;
	uint32_t count, next;
	uint32_t domains;
} names = {.next = FIRST_NAME, .domains = 1};

static uint64_t hash(const char *s, size_t n)
{
	uint64_t h = n * 0x9E3779B97F4A7C15u;
	for (; n >= 8; s += 8, n -= 8) {
		uint64_t w;
		memcpy(&w, s, 8);
		h = (h ^ w) * 0xff51afd7ed558ccdu;
		h ^= h >> 32;
	}
	uint64_t w = 0;
	memcpy(&w, s, n);
	h = (h ^ w) * 0xff51afd7ed558ccdu;
	return h ^ h >> 29;
}

static struct text *find(const struct table *t, const char *s, size_t n, uint64_t h)
{
	if (t == NULL)
		return NULL;
	for (uint32_t i = (uint32_t)h & t->mask;; i = (i + 1) & t->mask) {
		struct text *x = __atomic_load_n(&t->slot[i], __ATOMIC_ACQUIRE);
		if (x == NULL || (x->hash == h && x->length == n && memcmp(x->s, s, n) == 0))
			return x;
	}
}

static void insert(struct table *t, struct text *x)
{
	uint32_t i = (uint32_t)x->hash & t->mask;
	while (t->slot[i] != NULL)
		i = (i + 1) & t->mask;
	__atomic_store_n(&t->slot[i], x, __ATOMIC_RELEASE);
}

/* Keeps the table at most half full. The old one stays for who reads it. */
static bool grow_table(void)
{
	struct table *old = names.table;
	uint32_t size = old == NULL ? 512 : (old->mask + 1) * 2;
	if (old != NULL && names.count * 2 < size / 2)
		return true;
	struct table *t = arena(sizeof *t + size * sizeof t->slot[0]);
	if (t == NULL)
		return false;
	t->mask = size - 1;
	for (uint32_t i = 0; old != NULL && i <= old->mask; i++)
		if (old->slot[i] != NULL)
			insert(t, old->slot[i]);
	__atomic_store_n(&names.table, t, __ATOMIC_RELEASE);
	return true;
}

/* Writes a definition: 2 words and bytes. false without room. */
static bool define(struct buffer *b, uint32_t what, uint64_t id, uint64_t of, const void *data, size_t bytes)
{
	size_t n = 3 + (bytes + 7) / 8;
	if (!room(b, n))
		return false;
	uint64_t *p = b->p;
	p[1] = id;
	p[2] = of;
	memcpy(p + 3, data, bytes); /* what it does not fill of the last word is 0 */
	commit(b, word(KIND_DEFINE, what, 0, bytes), n);
	return true;
}

/* As define, and keeps it for forked children. */
static void define_kept(struct buffer *b, uint32_t what, uint64_t id, uint64_t of, const void *data, size_t bytes)
{
	if (!define(b, what, id, of, data, bytes))
		count(&state.status->events);
	pthread_mutex_lock(&state.lock);
	struct definition *d = NULL;
	if (state.defined < MAX_DEFINED)
		d = arena(sizeof *d + 32 + bytes);
	if (d != NULL) {
		uint64_t *w = (uint64_t *)(d + 1);
		w[0] = what;
		w[1] = id;
		w[2] = of;
		memcpy(w + 3, data, bytes);
		d->words = bytes;
		d->next = NULL;
		__atomic_store_n(state.last_definition, d, __ATOMIC_RELEASE);
		state.last_definition = &d->next;
		state.defined++;
	}
	pthread_mutex_unlock(&state.lock);
}

/* Says in the first buffer of a process which program it is, and in that of a
 * forked child what its parent had named. */
static void names_again(struct buffer *b)
{
	char program[256];
	int fd = file_open("/proc/self/comm", O_RDONLY);
	ssize_t n = fd < 0 ? 0 : file_read(fd, program, sizeof program);
	if (fd >= 0)
		file_close(fd);
	if (n > 0 && program[n - 1] == '\n')
		n--;
	if (n > 0)
		define(b, DEFINE_PROGRAM, 0, 0, program, (size_t)n);
	const struct table *t = __atomic_load_n(&names.table, __ATOMIC_ACQUIRE);
	for (uint32_t i = 0; t != NULL && i <= t->mask; i++) {
		const struct text *x = __atomic_load_n(&t->slot[i], __ATOMIC_ACQUIRE);
		if (x != NULL && !define(b, DEFINE_TEXT, x->id, 0, x->s, x->length))
			count(&state.status->events);
	}
	const struct definition *d = __atomic_load_n(&state.definitions, __ATOMIC_ACQUIRE);
	for (; d != NULL; d = __atomic_load_n(&d->next, __ATOMIC_ACQUIRE)) {
		const uint64_t *w = (const uint64_t *)(d + 1);
		if (!define(b, (uint32_t)w[0], w[1], w[2], w + 3, d->words))
			count(&state.status->events);
	}
}

/* Gives s, of length n, a number. The caller holds the lock. */
static struct text *name_new(struct buffer *b, const char *s, size_t n, uint64_t h)
{
	if (names.next == NAMES || !grow_table())
		return NULL;
	struct text *x = arena(sizeof *x + n + 1);
	if (x == NULL)
		return NULL;
	x->hash = h;
	x->length = (uint32_t)n;
	x->id = names.next;
	memcpy(x->s, s, n);
	if (!define(b, DEFINE_TEXT, x->id, 0, s, n))
		return NULL;
	names.next++;
	names.count++;
	insert(names.table, x);
	return x;
}

__attribute__((noinline))
static const struct text *intern_slow(struct buffer *b, const char *s)
{
	size_t n = strnlen(s, MAX_TEXT);
	uint64_t h = hash(s, n);
	struct text *x = find(__atomic_load_n(&names.table, __ATOMIC_ACQUIRE), s, n, h);
	if (x != NULL)
		return x;
	pthread_mutex_lock(&state.lock);
	x = find(names.table, s, n, h);
	if (x == NULL)
		x = name_new(b, s, n, h);
	pthread_mutex_unlock(&state.lock);
	if (x == NULL)
		count(&state.status->events);
	return x;
}

/* The number of the text at s. */
static inline uint32_t intern(struct buffer *b, const char *s)
{
	if (s == NULL)
		return NO_NAME;
	uintptr_t a = (uintptr_t)s;
	struct cached *c = &b->cache[(a ^ a >> 7) % CACHE];
	if (LIKELY(c->at == s && strcmp(c->text->s, s) == 0))
		return c->text->id;
	const struct text *x = intern_slow(b, s);
	if (x == NULL)
		return LOST_NAME;
	c->at = s;
	c->text = x;
	return x->id;
}

/* UTF-8 of at most size-1 bytes, ended by 0, of a text in UTF-32. */
static void narrow(char *out, size_t size, const wchar_t *s)
{
	size_t n = 0;
	for (; *s != 0; s++) {
		uint32_t c = (uint32_t)*s;
		if (c > 0x10FFFF || (c >= 0xD800 && c < 0xE000))
			c = 0xFFFD;
		if (n + 5 > size)
			break;
		if (c < 0x80) {
			out[n++] = (char)c;
			continue;
		}
		if (c < 0x800) {
			out[n++] = (char)(0xC0 | c >> 6);
		} else {
			if (c < 0x10000) {
				out[n++] = (char)(0xE0 | c >> 12);
			} else {
				out[n++] = (char)(0xF0 | c >> 18);
				out[n++] = (char)(0x80 | (c >> 12 & 0x3F));
			}
			out[n++] = (char)(0x80 | (c >> 6 & 0x3F));
		}
		out[n++] = (char)(0x80 | (c & 0x3F));
	}
	out[n] = 0;
}

enum { MAX_WIDE = 4096 }; /* bytes of UTF-8 of a wide text, and its 0; on the stack */

static uint32_t intern_wide(struct buffer *b, const wchar_t *s)
{
	char text[MAX_WIDE];
	if (s == NULL)
		return NO_NAME;
	narrow(text, sizeof text, s);
	const struct text *x = intern_slow(b, text);
	return x == NULL ? LOST_NAME : x->id;
}

/* The number of a handle of a registered string: the handle is its text. */
static uint32_t registered(const void *handle)
{
	return handle == NULL ? NO_NAME : ((const struct text *)handle)->id;
}

#endif
