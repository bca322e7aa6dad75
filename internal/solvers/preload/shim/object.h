/*
 * A library as the dynamic linker has mapped it: its symbols by name, and changes of
 * what is mapped to be read only.
 */
#ifndef OBJECT_H
#define OBJECT_H

#include <elf.h>
#include <link.h>

#include "bare.h"

struct object {
	uint64_t base, id;
	const Elf64_Sym *symbols;
	const char *text, *soname;
	const uint32_t *gnu, *sysv; /* tables of hashes; at least one */
	int memory;                 /* the file /proc/self/mem; -1: not opened, -2: it cannot be */
};

static const void *dynamic_at(const struct link_map *map, uint64_t value)
{
	return (const void *)(value < map->l_addr ? value + map->l_addr : value);
}

static bool object_read(struct object *o, struct link_map *map)
{
	uint64_t soname = 0;
	*o = (struct object){.base = map->l_addr, .id = (uint64_t)map, .memory = -1};
	for (const Elf64_Dyn *d = map->l_ld; d->d_tag != DT_NULL; d++) {
		const void *at = dynamic_at(map, d->d_un.d_ptr);
		switch (d->d_tag) {
		case DT_SYMTAB: o->symbols = at; break;
		case DT_STRTAB: o->text = at; break;
		case DT_GNU_HASH: o->gnu = at; break;
		case DT_HASH: o->sysv = at; break;
		case DT_SONAME: soname = d->d_un.d_val; break;
		}
	}
	if (soname != 0 && o->text != 0)
		o->soname = o->text + soname;
	return o->symbols != 0 && o->text != 0 && (o->gnu != 0 || o->sysv != 0);
}

/* A name, with its hash as DT_GNU_HASH has it. */
struct symbol {
	const char *name;
	uint32_t hash;
};

static struct symbol symbol_of(const char *name)
{
	struct symbol s = {name, 5381};
	for (; *name != 0; name++)
		s.hash = s.hash * 33 + (uint8_t)*name;
	return s;
}

static uint32_t sysv_hash(const char *name)
{
	uint32_t h = 0;
	for (; *name != 0; name++) {
		h = (h << 4) + (uint8_t)*name;
		h = (h ^ (h >> 24 & 0xf0)) & 0x0fffffff;
	}
	return h;
}

/* The symbol after place *at, 0 at first, that has the name: the versions of one name
 * are several. NULL at the end. */
static const Elf64_Sym *gnu_find(const struct object *o, struct symbol s, uint32_t *at)
{
	uint32_t buckets = o->gnu[0], first = o->gnu[1], words = o->gnu[2], shift = o->gnu[3];
	const uint64_t *bloom = (const uint64_t *)(o->gnu + 4);
	const uint32_t *bucket = (const uint32_t *)(bloom + words), *chain = bucket + buckets;
	uint32_t h = s.hash, i = *at + 1;
	if (buckets == 0 || words == 0)
		return 0;
	if (*at == 0) {
		uint64_t w = bloom[h / 64 % words];
		if (!(w >> h % 64 & w >> (h >> shift) % 64 & 1))
			return 0;
		i = bucket[h % buckets];
		if (i < first)
			return 0;
	} else if (chain[*at - first] & 1) {
		return 0;
	}
	for (;; i++) {
		uint32_t c = chain[i - first];
		if ((c | 1) == (h | 1) && bare_same(o->text + o->symbols[i].st_name, s.name)) {
			*at = i;
			return &o->symbols[i];
		}
		if (c & 1)
			return 0;
	}
}

static const Elf64_Sym *sysv_find(const struct object *o, const char *name, uint32_t *at)
{
	uint32_t buckets = o->sysv[0];
	const uint32_t *bucket = o->sysv + 2, *chain = bucket + buckets;
	if (buckets == 0)
		return 0;
	uint32_t i = *at == 0 ? bucket[sysv_hash(name) % buckets] : chain[*at];
	for (; i != 0; i = chain[i])
		if (bare_same(o->text + o->symbols[i].st_name, name)) {
			*at = i;
			return &o->symbols[i];
		}
	return 0;
}

static const Elf64_Sym *object_find(const struct object *o, struct symbol s, uint32_t *at)
{
	return o->gnu != 0 ? gnu_find(o, s, at) : sysv_find(o, s.name, at);
}

/* How the page at a place is mapped, by the headers of the library; 0 if they are not
 * where they are expected. */
static int page_rights(const struct object *o, uint64_t at)
{
	const Elf64_Ehdr *e = (const void *)o->base;
	/* This call reads 8 bytes at e, or says that it cannot. */
	if (o->base == 0 || bare_call(__NR_rt_sigprocmask, -1, (long)e, 0, 8, 0, 0) == -14)
		return 0;
	if (e->e_ident[0] != 0x7f || e->e_ident[1] != 'E' || e->e_ident[2] != 'L' || e->e_ident[3] != 'F')
		return 0;
	const Elf64_Phdr *p = (const void *)(o->base + e->e_phoff);
	for (int i = 0; i < e->e_phnum; i++, p++)
		if (p->p_type == PT_LOAD && at - o->base - p->p_vaddr < p->p_memsz)
			return (p->p_flags & PF_R ? BARE_PROT_READ : 0) | (p->p_flags & PF_W ? BARE_PROT_WRITE : 0) |
				(p->p_flags & PF_X ? BARE_PROT_EXEC : 0);
	return 0;
}

/* Writes where the rights of the page have to change meanwhile. */
static bool write_unlocked(const struct object *o, uint64_t at, uint64_t value)
{
	enum { PAGE = 4096, LARGEST = 65536 }; /* a system takes no part of a page */
	int rights = page_rights(o, at);
	for (long size = PAGE; rights != 0 && size <= LARGEST; size *= 4) {
		long page = (long)at & -size;
		if (bare_call(__NR_mprotect, page, size, rights | BARE_PROT_WRITE, 0, 0, 0) != 0)
			continue;
		*(volatile uint64_t *)at = value;
		bare_call(__NR_mprotect, page, size, rights, 0, 0, 0);
		return true;
	}
	return false;
}

/* Changes a word of the library. The kernel writes it, as it does for debuggers, so that
 * the rights of the page stay; without the file, the rights change for a moment. */
static bool object_write(struct object *o, const Elf64_Addr *at, uint64_t value)
{
	if (o->memory == -1) {
		o->memory = bare_open("/proc/self/mem", BARE_READ_WRITE);
		if (o->memory < 0)
			o->memory = -2;
	}
	if (o->memory >= 0 && bare_call(__NR_pwrite64, o->memory, (long)&value, 8, (long)at, 0, 0) == 8)
		return true;
	return write_unlocked(o, (uint64_t)at, value);
}

static void object_end(const struct object *o)
{
	if (o->memory >= 0)
		bare_close(o->memory);
}

#endif
