/*
 * The audit library: the dynamic linker tells it of each library that it opens, before
 * anything is bound to it. If the library defines functions of the table, their values
 * in its dynamic symbol table are changed to trampolines of watch.so. So whatever is
 * bound later, in whatever way, finds the trampolines: the tables of procedures, lazily
 * or not, pointers in data, dlsym, dlvsym.
 *
 * It is compiled without a C library: one of its own would be loaded with it.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <elf.h>
#include <link.h>

#include "bare.h"
#include "object.h"
#include "pool.h"

#ifndef STO_AARCH64_VARIANT_PCS
#define STO_AARCH64_VARIANT_PCS 0x80
#endif

#define EXPORT __attribute__((visibility("default")))

enum { FIRST_VERSION = 2 }; /* glibc 2.35: before it, each call that is audited is slow */

static struct {
	struct pool *pool;
	uint64_t stubs;
	struct view view;
	struct link_map *early[32]; /* opened before watch.so was */
	unsigned earlies;
} route;

/* Maps the file of a name beside the one of path. */
static const void *map_beside(const char *path, const char *name, uint64_t *bytes)
{
	char file[4096];
	uint64_t n = 0, dir = 0;
	for (; path[n] != 0 && n < sizeof file - 64; n++) {
		file[n] = path[n];
		if (path[n] == '/')
			dir = n + 1;
	}
	if (path[n] != 0)
		return 0;
	for (n = 0; (file[dir + n] = name[n]) != 0; n++)
		;
	return bare_map(file, bytes);
}

/* A slot of the pool for a function: the one it has, a new one, or one whose library
 * was closed. */
static uint32_t slot_for(uint64_t real, uint32_t row, uint64_t object)
{
	struct pool *p = route.pool;
	uint32_t closed = POOL;
	for (uint32_t i = 0; i < p->used; i++) {
		struct slot *s = &p->slot[i];
		if (s->real == real && s->row == row) {
			s->object = object;
			return i;
		}
		if (s->object == 0)
			closed = i;
	}
	uint32_t i = p->used < POOL ? p->used : closed;
	if (i == POOL)
		return POOL;
	struct slot *s = &p->slot[i];
	s->row = row;
	s->object = object;
	s->name = 0;
	s->cost[0] = s->cost[1] = 1000;
	__atomic_store_n(&s->real, real, __ATOMIC_RELEASE);
	if (i == p->used)
		__atomic_store_n(&p->used, i + 1, __ATOMIC_RELEASE);
	return i;
}

/* Has what is bound to a symbol from now on find its trampoline. */
static void route_symbol(struct object *o, const Elf64_Sym *s, uint32_t row)
{
	unsigned type = ELF64_ST_TYPE(s->st_info);
	uint64_t real = o->base + s->st_value;
	if (s->st_shndx == SHN_UNDEF || s->st_shndx == SHN_ABS || s->st_value == 0 || type != STT_FUNC)
		return; /* not a function, or one that is chosen when it is bound */
#ifdef __aarch64__
	if (s->st_other & STO_AARCH64_VARIANT_PCS)
		return; /* it keeps, or takes, more of the vector registers than a trampoline saves */
#endif
	if (real - route.stubs < POOL * STUB)
		return; /* another row was first */
	uint32_t i = slot_for(real, row, o->id);
	if (i == POOL)
		return;
	uint64_t value = route.stubs + (uint64_t)i * STUB - o->base;
	if (!object_write(o, &s->st_value, value))
		route.pool->slot[i].object = 0; /* as if closed: nothing will call it */
}

static bool fits(const char *glob, const char *name)
{
	for (; *glob != 0; glob++, name++) {
		if (*glob == '*' && glob[1] == 0)
			return true;
		if (*glob != *name)
			return false;
	}
	return *name == 0;
}

static const char *base_name(const char *path)
{
	const char *base = path;
	for (; *path != 0; path++)
		if (*path == '/')
			base = path + 1;
	return base;
}

/* Whether a library may define functions of the rows with a file name. Rows with one
 * name follow each other or come back soon: the last answers are kept. */
struct answers {
	const char *file, *soname;
	struct { uint32_t name, fits; } of[64]; /* by name; fits: 1 no, 2 yes */
};

static bool answer(struct answers *a, uint32_t name)
{
	unsigned i = name / 4 % 64;
	if (a->of[i].fits == 0 || a->of[i].name != name) {
		const char *glob = text_at(&route.view, name);
		bool yes = *glob == 0 || fits(glob, a->file) || (a->soname != 0 && fits(glob, a->soname));
		a->of[i].name = name;
		a->of[i].fits = yes ? 2 : 1;
	}
	return a->of[i].fits == 2;
}

static void route_object(struct link_map *map)
{
	struct object o;
	if (!object_read(&o, map))
		return;
	struct answers a = {.file = base_name(map->l_name), .soname = o.soname};
	for (uint32_t row = 0; row < route.view.table->functions; row++) {
		const struct function *f = &route.view.function[row];
		if (!answer(&a, f->soname))
			continue;
		struct symbol name = {text_at(&route.view, f->name), f->hash};
		uint32_t at = 0;
		for (const Elf64_Sym *s = object_find(&o, name, &at); s != 0; s = object_find(&o, name, &at))
			route_symbol(&o, s, row);
	}
	object_end(&o);
}

/* Whether the library is a watch.so that no other route.so has. */
static bool claim(struct link_map *map)
{
	struct object o;
	uint32_t at = 0;
	if (!bare_same(base_name(map->l_name), "watch.so") || !object_read(&o, map))
		return false;
	const Elf64_Sym *pool = object_find(&o, symbol_of(POOL_NAME), &at);
	const Elf64_Sym *stubs = object_find(&o, symbol_of(STUBS_NAME), (at = 0, &at));
	if (pool == 0 || pool->st_size != sizeof(struct pool) || stubs == 0)
		return false;
	struct pool *p = (void *)(o.base + pool->st_value);
	if (p->claimed)
		return false;
	p->claimed = 1;
	p->table = map_beside(map->l_name, "table.bin", &p->bytes);
	if (p->table == 0 || !view_table(&route.view, p->table, p->bytes))
		return false; /* and no other is its */
	route.pool = p;
	route.stubs = o.base + stubs->st_value;
	return true;
}

EXPORT unsigned la_version(unsigned version) { return version < FIRST_VERSION ? 0 : FIRST_VERSION; }

EXPORT unsigned la_objopen(struct link_map *map, Lmid_t namespace, uintptr_t *cookie)
{
	*cookie = (uintptr_t)map;
	if (namespace != LM_ID_BASE || map->l_name == 0 || map->l_ld == 0)
		return 0; /* watch.so is in the first one */
	if (route.pool != 0) {
		route_object(map);
	} else if (claim(map)) {
		for (unsigned i = 0; i < route.earlies; i++)
			route_object(route.early[i]);
	} else if (route.earlies < sizeof route.early / sizeof route.early[0]) {
		route.early[route.earlies++] = map;
	}
	return 0; /* it need not be told of bindings */
}

/* At the end of a process too, when functions may still be called: a slot keeps its
 * function until another takes it. */
EXPORT unsigned la_objclose(uintptr_t *cookie)
{
	for (uint32_t i = 0; route.pool != 0 && i < route.pool->used; i++)
		if (route.pool->slot[i].object == *cookie)
			route.pool->slot[i].object = 0;
	return 0;
}
