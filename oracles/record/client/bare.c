/*
 * A client without NVIDIA's code: it loads the library as NVTX does and calls
 * what it finds, by the layout of the tables alone. It uses the entry of old
 * versions, and the payload extension, which the installed headers lack.
 */
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void (*function)(void);

static function core[17], core2[17];
static function *core_table[17], *core2_table[17];
static uint32_t tool;

static int module(uint32_t id, function ***table, uint32_t *size)
{
	if (id != 1 && id != 5)
		return 0;
	*table = id == 1 ? core_table : core2_table;
	*size = 16;
	return 1;
}

static void set(uint32_t version) { tool = version; }

static const struct { size_t size; int (*module)(uint32_t, function ***, uint32_t *); } callbacks = {sizeof callbacks, module};
static const struct { size_t size; uint32_t version, reserved; void (*set)(uint32_t); } version = {sizeof version, 3, 0, set};

static const void *table(uint32_t id)
{
	return id == 1 ? (const void *)&callbacks : id == 3 ? (const void *)&version : NULL;
}

struct segment { size_t id, count; intptr_t *slots; };
struct extension {
	uint16_t nvtx, size, module, compatible;
	size_t segments;
	struct segment *segment;
	void *get;
	const void *info;
};
struct data { uint64_t schema; size_t size; const void *payload; };
struct entry { uint64_t flags, type; const char *name, *description; uint64_t detail, offset; const void *semantics, *reserved; };
struct schema { uint64_t mask; const char *name; uint64_t type, flags; const struct entry *entries; size_t count, bytes, align; uint64_t id; void *extension; };

int main(void)
{
	printf("range plain 5\nrange newton:step 8\nrange newton:cstring 2\nmark newton:step 1\nopen 0\nthreads 1\nprocesses 1\n");
	void *lib = dlopen(getenv("NVTX_INJECTION64_PATH"), RTLD_LAZY);
	if (lib == NULL)
		return 3;
	for (int i = 1; i < 17; i++) {
		core_table[i] = &core[i];
		core2_table[i] = &core2[i];
	}
	int (*init)(const void *(*)(uint32_t)) = (int (*)(const void *(*)(uint32_t)))dlsym(lib, "InitializeInjectionNvtx");
	if (init == NULL || !init(table) || tool != 3)
		return 4;
	intptr_t slots[63] = {0};
	struct segment s = {0, 63, slots};
	struct extension e = {3, sizeof e, 2, 0x0104, 1, &s, NULL, NULL};
	int (*extend)(struct extension *) = (int (*)(struct extension *))dlsym(lib, "InitializeInjectionNvtxExtension");
	if (extend == NULL || !extend(&e) || slots[8] != 0)
		return 5;
	struct extension memory = e;
	memory.module = 1;
	if (extend(&memory))
		return 6; /* an extension that is not known */
	int (*push)(const char *) = (int (*)(const char *))core[9];
	int (*pop)(void) = (int (*)(void))core[11];
	for (int i = 0; i < 5; i++)
		if (push("plain") != 0 || pop() != 0)
			return 7;
	void *domain = ((void *(*)(const char *))core2[12])("newton");
	uint64_t (*schema)(void *, const struct schema *) = (uint64_t (*)(void *, const struct schema *))slots[0];
	void (*mark)(void *, const struct data *, size_t) = (void (*)(void *, const struct data *, size_t))slots[2];
	int (*ppush)(void *, const struct data *, size_t) = (int (*)(void *, const struct data *, size_t))slots[3];
	int (*ppop)(void *, const struct data *, size_t) = (int (*)(void *, const struct data *, size_t))slots[4];
	uint64_t (*start)(void *, const struct data *, size_t) = (uint64_t (*)(void *, const struct data *, size_t))slots[5];
	void (*end)(void *, uint64_t, const struct data *, size_t) = (void (*)(void *, uint64_t, const struct data *, size_t))slots[6];
	const struct entry entries[] = {{0, 18, "iteration", NULL, 0, 0, NULL, NULL}, {0, 20, "residual", "norm of f", 0, 8, NULL, NULL}};
	const struct schema what = {0x72, "step", 1, 0, entries, 2, 16, 0, 0, NULL};
	uint64_t id = schema(domain, &what);
	if (id < (uint64_t)1 << 32 || !((uint8_t (*)(void *))slots[7])(domain))
		return 8;
	struct { uint64_t iteration; double residual; } step = {7, 0.25};
	struct data d = {id, sizeof step, &step}, unknown = {id, SIZE_MAX, &step};
	for (int i = 0; i < 4; i++) {
		step.iteration = (uint64_t)i;
		ppush(domain, &d, 1);
		ppop(domain, i % 2 ? &d : NULL, i % 2);
		end(domain, start(domain, &unknown, 1), NULL, 0);
	}
	mark(domain, &d, 1);
	/* A text, in the attributes of a push. */
	struct data text = {75, SIZE_MAX, "residual grew"};
	struct { uint16_t version, size; uint32_t category, color_type, color; int32_t type, count; uint64_t payload; int32_t message_type; const char *message; } a;
	memset(&a, 0, sizeof a);
	a.version = 3;
	a.size = 48;
	a.type = (int32_t)0xDFBD0009u;
	a.count = 1;
	a.payload = (uintptr_t)&text;
	a.message_type = 1;
	a.message = "cstring";
	for (int i = 0; i < 2; i++) {
		((int (*)(void *, const void *))core2[4])(domain, &a);
		((int (*)(void *))core2[5])(domain);
	}
	return 0;
}
