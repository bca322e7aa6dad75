/*
 * The payload extension: what programs register and attach, as bytes. Nothing
 * is decoded here.
 */
#ifndef PAYLOAD_H
#define PAYLOAD_H

#include "event.h"

/* Ids of the tool begin where those that programs choose end. */
#define FIRST_SCHEMA ((uint64_t)1 << 32)

/* Schemas of a known size, for payloads that do not say theirs. */
struct sized {
	struct sized *next;
	uint64_t id, bytes;
};

static struct {
	struct sized *sized;
	uint64_t next;
} schemas = {.next = FIRST_SCHEMA};

static size_t payload_size(const struct payload *p)
{
	uint64_t n = p->size;
	if (p->data == NULL)
		return 0;
	if (n == SIZE_MAX) {
		n = 0;
		if (p->schema == TYPE_CSTRING || p->schema == TYPE_CSTRING_UTF8)
			n = strnlen(p->data, MAX_PAYLOAD - 1) + 1;
		for (const struct sized *s = __atomic_load_n(&schemas.sized, __ATOMIC_ACQUIRE); s != NULL; s = s->next)
			if (s->id == p->schema)
				n = s->bytes;
	}
	return n < MAX_PAYLOAD ? (size_t)n : MAX_PAYLOAD;
}

/* A text is put together in two passes over the same calls: the first counts,
 * the second writes. */
struct text_out {
	char *at; /* NULL: only count */
	size_t n;
};

static void put(struct text_out *o, const void *data, size_t bytes)
{
	if (o->at != NULL)
		memcpy(o->at + o->n, data, bytes);
	o->n += bytes;
}

static void put_u64(struct text_out *o, uint64_t x) { put(o, &x, 8); }

/* A length in 8 bytes, and the text. */
static void put_text(struct text_out *o, const char *s)
{
	size_t n = s == NULL ? 0 : strnlen(s, MAX_TEXT);
	put_u64(o, n);
	put(o, s == NULL ? "" : s, n);
}

static bool has(uint64_t mask, unsigned bit) { return mask >> bit & 1; }

static void put_schema(struct text_out *o, const struct schema *s)
{
	size_t count = has(s->mask, 4) && has(s->mask, 5) && s->entries != NULL ? s->count : 0;
	put_text(o, has(s->mask, 1) ? s->name : NULL);
	put_u64(o, has(s->mask, 2) ? s->type : 0);
	put_u64(o, has(s->mask, 3) ? s->flags : 0);
	put_u64(o, has(s->mask, 6) ? s->bytes : 0);
	put_u64(o, has(s->mask, 7) ? s->align : 0);
	put_u64(o, count);
	for (size_t i = 0; i < count; i++) {
		const struct schema_entry *e = &s->entries[i];
		put_u64(o, e->flags);
		put_u64(o, e->type);
		put_u64(o, e->detail);
		put_u64(o, e->offset);
		put_text(o, e->name);
		put_text(o, e->description);
	}
}

static void put_enum(struct text_out *o, const struct enumeration *e)
{
	size_t count = has(e->mask, 2) && has(e->mask, 3) && e->entries != NULL ? e->count : 0;
	put_text(o, has(e->mask, 1) ? e->name : NULL);
	put_u64(o, has(e->mask, 4) ? e->bytes : 0);
	put_u64(o, count);
	for (size_t i = 0; i < count; i++) {
		put_u64(o, e->entries[i].value);
		put_u64(o, e->entries[i].flag != 0);
		put_text(o, e->entries[i].name);
	}
}

static uint64_t schema_id(bool given, uint64_t id)
{
	return given && id != 0 ? id : __atomic_fetch_add(&schemas.next, 1, __ATOMIC_RELAXED);
}

/* Memory for the n bytes of o, whose second pass follows. */
static bool text_memory(struct text_out *o)
{
	enum { MAX_SCHEMA = 1 << 20 };
	size_t n = o->n;
	o->n = 0;
	if (n > MAX_SCHEMA)
		return false;
	pthread_mutex_lock(&state.lock);
	o->at = arena(n + 1);
	pthread_mutex_unlock(&state.lock);
	return o->at != NULL;
}

static void remember_size(uint64_t id, uint64_t bytes)
{
	pthread_mutex_lock(&state.lock);
	struct sized *s = arena(sizeof *s);
	if (s != NULL) {
		s->id = id;
		s->bytes = bytes;
		s->next = schemas.sized;
		__atomic_store_n(&schemas.sized, s, __ATOMIC_RELEASE);
	}
	pthread_mutex_unlock(&state.lock);
}

static uint64_t schema_register(struct buffer *b, uint32_t domain, const struct schema *s)
{
	uint64_t id = schema_id(has(s->mask, 8), s->id);
	struct text_out o = {NULL, 0};
	put_schema(&o, s);
	if (!text_memory(&o)) {
		count(&state.status->events);
		return id;
	}
	put_schema(&o, s);
	define_kept(b, DEFINE_SCHEMA, id, domain, o.at, o.n);
	if (has(s->mask, 6) && s->bytes > 0)
		remember_size(id, s->bytes);
	return id;
}

static uint64_t enum_register(struct buffer *b, uint32_t domain, const struct enumeration *e)
{
	uint64_t id = schema_id(has(e->mask, 5), e->id);
	struct text_out o = {NULL, 0};
	put_enum(&o, e);
	if (!text_memory(&o)) {
		count(&state.status->events);
		return id;
	}
	put_enum(&o, e);
	define_kept(b, DEFINE_ENUM, id, domain, o.at, o.n);
	return id;
}

#endif
