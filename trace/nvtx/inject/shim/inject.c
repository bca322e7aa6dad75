/*
 * An NVTX tool that writes what a program says into files of its own, one for
 * each thread, and nothing else. A client of NVTX loads it from
 * NVTX_INJECTION64_PATH and has it fill the client's table of functions; each
 * library of a program that uses NVTX without libnvToolsExt is a client.
 *
 * It is one translation unit: this file includes the others.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "payload.h"

#define EXPORT __attribute__((visibility("default")))

/* A domain; its handle is its address. The default domain is NULL and 0. */
struct domain {
	uint32_t id, name;
	struct domain *next;
};

static struct domain *domains; /* under the lock */

static uint32_t domain_of(const void *handle)
{
	return handle == NULL ? 0 : ((const struct domain *)handle)->id;
}

/* The same handle for the same name: parts of a program that name a domain alike
 * mean one. */
static const void *domain_named(struct buffer *b, uint32_t name, const char *s)
{
	bool made = false;
	pthread_mutex_lock(&state.lock);
	struct domain *d = domains;
	while (d != NULL && (d->name != name || name == LOST_NAME))
		d = d->next;
	if (d == NULL && (d = arena(sizeof *d)) != NULL) {
		made = true;
		d->id = names.domains++;
		d->name = name;
		d->next = domains;
		domains = d;
	}
	pthread_mutex_unlock(&state.lock);
	if (made)
		define_kept(b, DEFINE_DOMAIN, d->id, 0, s, strnlen(s, MAX_TEXT));
	return d;
}

/* Reads attributes; the name of the event is returned. */
static uint32_t attributes(struct buffer *b, const struct attributes *a, struct extra *x)
{
	*x = nothing;
	if (a == NULL || a->size < sizeof *a)
		return NO_NAME;
	x->category = a->category;
	x->type = a->payload_type;
	x->value = a->payload;
	if (a->payload_type == PAYLOAD_EXT) {
		x->payload = (const struct payload *)(uintptr_t)a->payload;
		if (x->payload != NULL && a->payloads > 0)
			x->count = a->payloads < MAX_PAYLOADS ? (uint32_t)a->payloads : MAX_PAYLOADS;
	}
	switch (a->message_type) {
	case MESSAGE_ASCII: return intern(b, a->message.ascii);
	case MESSAGE_WIDE: return intern_wide(b, a->message.wide);
	case MESSAGE_REGISTERED: return registered(a->message.handle);
	}
	return NO_NAME;
}

static struct extra payloads(const struct payload *p, size_t n)
{
	struct extra x = nothing;
	if (p != NULL && n > 0) {
		x.type = PAYLOAD_EXT;
		x.payload = p;
		x.count = n < MAX_PAYLOADS ? (uint32_t)n : MAX_PAYLOADS;
	}
	return x;
}

static void no_range(void) { count(&state.status->ranges); }
static void no_event(void) { count(&state.status->events); }

/* Module CORE2 and, with the domain NULL, CORE. */

static int domain_push_ex(const void *domain, const struct attributes *a)
{
	struct extra x;
	struct buffer *b = enter();
	if (b == NULL)
		return no_range(), 0;
	uint32_t name = attributes(b, a, &x);
	int level = push(b, domain_of(domain), name, &x);
	leave(b);
	return level;
}

static int domain_pop(const void *domain)
{
	uint64_t now = tick();
	struct buffer *b = enter();
	if (b == NULL)
		return 0;
	int level = pop(b, domain_of(domain), &nothing, now);
	leave(b);
	return level;
}

static void domain_mark_ex(const void *domain, const struct attributes *a)
{
	struct extra x;
	struct buffer *b = enter();
	if (b == NULL)
		return no_event();
	uint32_t name = attributes(b, a, &x);
	mark(b, domain_of(domain), name, &x);
	leave(b);
}

static uint64_t domain_start_ex(const void *domain, const struct attributes *a)
{
	struct extra x;
	struct buffer *b = enter();
	if (b == NULL)
		return no_range(), 1;
	uint32_t name = attributes(b, a, &x);
	uint64_t id = start(b, domain_of(domain), name, &x);
	leave(b);
	return id;
}

static void domain_end(const void *domain, uint64_t id)
{
	uint64_t now = tick();
	(void)domain; /* the id knows */
	struct buffer *b = enter();
	if (b == NULL)
		return no_event();
	end(b, id, &nothing, now);
	leave(b);
}

static int push_ex(const struct attributes *a) { return domain_push_ex(NULL, a); }
static int core_pop(void) { return domain_pop(NULL); }
static void mark_ex(const struct attributes *a) { domain_mark_ex(NULL, a); }
static uint64_t start_ex(const struct attributes *a) { return domain_start_ex(NULL, a); }
static void core_end(uint64_t id) { domain_end(NULL, id); }

static int push_named(struct buffer *b, uint32_t name)
{
	int level = push(b, 0, name, &nothing);
	leave(b);
	return level;
}

static int push_a(const char *s)
{
	struct buffer *b = enter();
	return b == NULL ? (no_range(), 0) : push_named(b, intern(b, s));
}

static int push_w(const wchar_t *s)
{
	struct buffer *b = enter();
	return b == NULL ? (no_range(), 0) : push_named(b, intern_wide(b, s));
}

static void mark_a(const char *s)
{
	struct buffer *b = enter();
	if (b == NULL)
		return no_event();
	mark(b, 0, intern(b, s), &nothing);
	leave(b);
}

static void mark_w(const wchar_t *s)
{
	struct buffer *b = enter();
	if (b == NULL)
		return no_event();
	mark(b, 0, intern_wide(b, s), &nothing);
	leave(b);
}

static uint64_t start_named(struct buffer *b, uint32_t name)
{
	uint64_t id = start(b, 0, name, &nothing);
	leave(b);
	return id;
}

static uint64_t start_a(const char *s)
{
	struct buffer *b = enter();
	return b == NULL ? (no_range(), 1) : start_named(b, intern(b, s));
}

static uint64_t start_w(const wchar_t *s)
{
	struct buffer *b = enter();
	return b == NULL ? (no_range(), 1) : start_named(b, intern_wide(b, s));
}

/* Names. A wide text becomes UTF-8 and goes the way of the others. */

static void name_it(uint32_t what, const void *domain, uint32_t id, const char *s)
{
	struct buffer *b = enter();
	if (b == NULL || s == NULL)
		no_event();
	else
		define_kept(b, what, id, domain_of(domain), s, strnlen(s, MAX_TEXT));
	if (b != NULL)
		leave(b);
}

static void domain_category_a(const void *domain, uint32_t id, const char *s)
{
	name_it(DEFINE_CATEGORY, domain, id, s);
}

static void domain_category_w(const void *domain, uint32_t id, const wchar_t *s)
{
	char text[MAX_WIDE] = "";
	if (s != NULL)
		narrow(text, sizeof text, s);
	name_it(DEFINE_CATEGORY, domain, id, text);
}

static void category_a(uint32_t id, const char *s) { domain_category_a(NULL, id, s); }
static void category_w(uint32_t id, const wchar_t *s) { domain_category_w(NULL, id, s); }

static void thread_a(uint32_t id, const char *s) { name_it(DEFINE_THREAD, NULL, id, s); }

static void thread_w(uint32_t id, const wchar_t *s)
{
	char text[MAX_WIDE] = "";
	if (s != NULL)
		narrow(text, sizeof text, s);
	thread_a(id, text);
}

static const void *string_a(const void *domain, const char *s)
{
	(void)domain; /* the event says its domain */
	struct buffer *b = enter();
	if (b == NULL || s == NULL) {
		if (b != NULL)
			leave(b);
		return NULL;
	}
	const struct text *x = intern_slow(b, s);
	leave(b);
	return x;
}

static const void *string_w(const void *domain, const wchar_t *s)
{
	char text[MAX_WIDE];
	if (s == NULL)
		return NULL;
	narrow(text, sizeof text, s);
	return string_a(domain, text);
}

/* Never NULL while there is memory: clients emit into domains only that have a
 * handle. */
static const void *domain_a(const char *s)
{
	struct buffer *b = enter();
	if (b == NULL || s == NULL) {
		if (b != NULL)
			leave(b);
		return NULL;
	}
	const void *d = domain_named(b, intern(b, s), s);
	leave(b);
	return d;
}

static const void *domain_w(const wchar_t *s)
{
	char text[MAX_WIDE];
	if (s == NULL)
		return NULL;
	narrow(text, sizeof text, s);
	return domain_a(text);
}

static void domain_destroy(const void *domain) { (void)domain; }

static const void *resource_create(const void *domain, const void *attributes)
{
	static const char resource; /* all are the same: nothing is said of them */
	(void)domain, (void)attributes;
	return &resource;
}

static void resource_destroy(const void *resource) { (void)resource; }
static void initialize(const void *reserved) { (void)reserved; }

/* The payload extension. */

static uint64_t payload_schema(const void *domain, const struct schema *s)
{
	struct buffer *b = enter();
	if (b == NULL || s == NULL) {
		if (b != NULL)
			leave(b);
		return 0;
	}
	uint64_t id = schema_register(b, domain_of(domain), s);
	leave(b);
	return id;
}

static uint64_t payload_enum(const void *domain, const struct enumeration *e)
{
	struct buffer *b = enter();
	if (b == NULL || e == NULL) {
		if (b != NULL)
			leave(b);
		return 0;
	}
	uint64_t id = enum_register(b, domain_of(domain), e);
	leave(b);
	return id;
}

static void payload_mark(const void *domain, const struct payload *p, size_t n)
{
	struct extra x = payloads(p, n);
	struct buffer *b = enter();
	if (b == NULL)
		return no_event();
	mark(b, domain_of(domain), NO_NAME, &x);
	leave(b);
}

static int payload_push(const void *domain, const struct payload *p, size_t n)
{
	struct extra x = payloads(p, n);
	struct buffer *b = enter();
	if (b == NULL)
		return no_range(), 0;
	int level = push(b, domain_of(domain), NO_NAME, &x);
	leave(b);
	return level;
}

static int payload_pop(const void *domain, const struct payload *p, size_t n)
{
	uint64_t now = tick();
	struct extra x = payloads(p, n);
	struct buffer *b = enter();
	if (b == NULL)
		return 0;
	int level = pop(b, domain_of(domain), &x, now);
	leave(b);
	return level;
}

static uint64_t payload_start(const void *domain, const struct payload *p, size_t n)
{
	struct extra x = payloads(p, n);
	struct buffer *b = enter();
	if (b == NULL)
		return no_range(), 1;
	uint64_t id = start(b, domain_of(domain), NO_NAME, &x);
	leave(b);
	return id;
}

static void payload_end(const void *domain, uint64_t id, const struct payload *p, size_t n)
{
	uint64_t now = tick();
	struct extra x = payloads(p, n);
	(void)domain;
	struct buffer *b = enter();
	if (b == NULL)
		return no_event();
	end(b, id, &x, now);
	leave(b);
}

static uint8_t payload_enabled(const void *domain)
{
	(void)domain;
	return 1;
}

#include "attach.h"
