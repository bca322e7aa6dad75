/*
 * What the two libraries share: watch.so has the trampolines and, for each, a slot;
 * route.so, which lives in a namespace of its own, fills the slots. A change of the
 * layout changes the names.
 */
#ifndef POOL_H
#define POOL_H

#include "table.h"

#define POOL 4096
#define STUB 16 /* bytes of a trampoline */
#define POOL_NAME "nrsolvers_pool1"
#define STUBS_NAME "nrsolvers_stubs1"

struct slot {
	uint64_t real;    /* the function; 0: no slot was ever made */
	uint64_t object;  /* of route.so: the library that defines it; 0: it was closed */
	uint32_t row;     /* of the table */
	uint32_t cost[2]; /* of watch.so: ns that data_before and data_done last took */
	uint32_t reserved;
	const void *name; /* of watch.so: its name as NVTX has it */
};

struct pool {
	const void *table; /* the mapped file */
	uint64_t bytes;
	uint32_t claimed;  /* by a route.so: of several, each has a watch.so of its own */
	uint32_t used;     /* slots */
	struct slot slot[POOL];
};

/* Parts of a table. */
struct view {
	const struct table *table;
	const struct function *function;
	const struct expression *expression;
	const char *text;
};

/* Whether the file is whole. */
static bool view_table(struct view *v, const void *file, uint64_t bytes)
{
	const struct table *t = file;
	const char *magic = TABLE_MAGIC;
	if (bytes < sizeof *t)
		return false;
	for (int i = 0; i < 8; i++)
		if (t->magic[i] != magic[i])
			return false;
	uint64_t expressions = sizeof *t + (uint64_t)t->functions * sizeof *v->function;
	uint64_t text = expressions + (uint64_t)t->expressions * sizeof *v->expression + (uint64_t)t->ranges * 16;
	if (t->text == 0 || bytes < text || bytes - text < t->text)
		return false;
	v->table = t;
	v->function = (const void *)((const char *)file + sizeof *t);
	v->expression = (const void *)((const char *)file + expressions);
	v->text = (const char *)file + text;
	return v->text[t->text - 1] == 0;
}

static inline const char *text_at(const struct view *v, uint32_t offset)
{
	return v->text + (offset < v->table->text ? offset : v->table->text - 1);
}

#endif
