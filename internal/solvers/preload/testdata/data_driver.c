/*
 * Makes calls that a test describes: driver TABLE IMAGE CALLS. IMAGE is mapped at a
 * fixed address, so that the test knows all pointers, between pages that cannot be
 * read. Prints the words of each struct call.
 */
#include "data.h"
#include "blank.h"

#include <stdio.h>
#include <sys/stat.h>

#define IMAGE ((char *)0x200000000000)

struct step {
	uint64_t row, number, nested, integer[8], floating[8], stack_at, ret, fret;
	uint64_t to, from, bytes; /* what the function copies in the image; from and to are addresses */
};

static void *map(const char *name, void *at, size_t *bytes)
{
	struct stat s;
	int fd = open(name, O_RDONLY);
	if (fd < 0 || fstat(fd, &s) != 0) {
		perror(name);
		exit(1);
	}
	*bytes = (size_t)s.st_size;
	int fixed = at != NULL ? MAP_FIXED : 0;
	if (fixed && mmap((char *)at - (1 << 20), (*bytes + 4095) / 4096 * 4096 + (2 << 20), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | fixed, -1, 0) == MAP_FAILED)
		exit(1);
	void *p = mmap(at, *bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | fixed, fd, 0);
	if (p == MAP_FAILED) {
		perror("mmap");
		exit(1);
	}
	close(fd);
	return p;
}

int main(int argc, char **argv)
{
	size_t bytes;
	if (argc != 4)
		return 2;
	const struct table *t = map(argv[1], NULL, &bytes);
	map(argv[2], IMAGE, &bytes);
	const struct step *s = map(argv[3], NULL, &bytes), *end = s + bytes / sizeof *s;
	for (; s < end; s++) {
		struct given g = {.table = t, .f = table_functions(t) + s->row, .nested = s->nested};
		struct call c = {BLANK, .function = (uint32_t)s->row, .number = s->number};
		struct result r = {.integer = s->ret};
		memcpy(g.in.integer, s->integer, sizeof g.in.integer);
		memcpy(g.in.floating, s->floating, sizeof g.in.floating);
		memcpy(&r.floating, &s->fret, 8);
		g.in.stack = (const uint64_t *)(uintptr_t)s->stack_at;
		errno = 77;
		data_before(&g, &c);
		if (s->bytes > 0)
			memcpy((void *)(uintptr_t)s->to, (const void *)(uintptr_t)s->from, s->bytes);
		data_after(&g, &c, &r);
		data_done(&g, &c);
		if (errno != 77)
			return 3;
		if (fwrite(&c, sizeof c, 1, stdout) != 1)
			return 1;
	}
	return 0;
}
