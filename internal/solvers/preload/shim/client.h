/*
 * A client of NVTX: it loads the tool that $NVTX_INJECTION64_PATH names, has it fill
 * tables of functions, and calls these. What a tool does not fill does nothing.
 */
#ifndef CLIENT_H
#define CLIENT_H

#include <stdlib.h>

#include "../../../../trace/nvtx/inject/shim/abi.h"
#include "call.h"
#include "linker.h"

/* Ids that programs choose, from 2^24 to 2^32. */
enum { SCHEMA_CALL = 0x01534C01, SCHEMA_SOLVE, SCHEMA_BRIEF };

static struct {
	function core[CORE_SIZE], core2[CORE2_SIZE];
	function *core_table[CORE_SIZE + 1], *core2_table[CORE2_SIZE + 1];
	intptr_t payload[PAYLOAD_FUNCTIONS];
	const void *domain, *aside; /* domains */
	const void *recording;      /* the name of time that the watching takes */
} nvtx;

static int nvtx_module(uint32_t module, function ***table, uint32_t *size)
{
	if (module != MODULE_CORE && module != MODULE_CORE2)
		return 0;
	if (size != NULL)
		*size = module == MODULE_CORE ? CORE_SIZE : CORE2_SIZE;
	if (table != NULL)
		*table = module == MODULE_CORE ? nvtx.core_table : nvtx.core2_table;
	return 1;
}

static void nvtx_version(uint32_t version) { (void)version; }

static const void *nvtx_export(uint32_t id)
{
	static const struct callbacks callbacks = {sizeof callbacks, nvtx_module};
	static const struct version version = {sizeof version, 3, 0, nvtx_version};
	return id == TABLE_CALLBACKS ? (const void *)&callbacks : id == TABLE_VERSION ? (const void *)&version : NULL;
}

static intptr_t nvtx_no_export(uint32_t id) { return (void)id, 0; }

static const void *nvtx_string(const void *domain, const char *s)
{
	const void *(*f)(const void *, const char *) = (const void *(*)(const void *, const char *))nvtx.core2[CORE2_STRING_A];
	return f != NULL ? f(domain, s) : NULL;
}

static const void *nvtx_domain(const char *name)
{
	const void *(*f)(const char *) = (const void *(*)(const char *))nvtx.core2[CORE2_DOMAIN_A];
	return f != NULL ? f(name) : NULL;
}

static void nvtx_extend(void *tool)
{
	int (*f)(struct extension *) = (int (*)(struct extension *))dlsym(tool, "InitializeInjectionNvtxExtension");
	static struct segment segment = {0, PAYLOAD_FUNCTIONS, nvtx.payload};
	static struct extension extension = {3, sizeof extension, EXTENSION_PAYLOAD, 0x0103, 1, &segment, nvtx_no_export, NULL};
	if (f == NULL || !f(&extension))
		memset(nvtx.payload, 0, sizeof nvtx.payload);
}

static bool nvtx_find(void)
{
	const char *path = getenv("NVTX_INJECTION64_PATH");
	if (path == NULL || path[0] == 0 || dlopen == NULL || dlsym == NULL)
		return false;
	for (int i = 1; i < CORE_SIZE; i++)
		nvtx.core_table[i] = &nvtx.core[i];
	for (int i = 1; i < CORE2_SIZE; i++)
		nvtx.core2_table[i] = &nvtx.core2[i];
	void *tool = dlopen(path, RTLD_LAZY);
	if (tool == NULL)
		return false;
	int (*f)(export_table) = (int (*)(export_table))dlsym(tool, "InitializeInjectionNvtx2");
	if (f == NULL || !f(nvtx_export) || nvtx.core2[CORE2_PUSH_EX] == NULL || nvtx.core2[CORE2_POP] == NULL)
		return false;
	nvtx_extend(tool);
	return true;
}

/* Whether there is a tool, which then takes ranges. */
static bool nvtx_start(void)
{
	bool found = nvtx_find();
	linker_forget();
	if (!found)
		return false;
	nvtx.domain = nvtx_domain("nrkit.solvers");
	nvtx.aside = nvtx_domain("nrkit");
	nvtx.recording = nvtx_string(nvtx.aside, "recording");
	return true;
}

/* A range with a name that was registered, or else with its text. */
static void nvtx_push(const void *domain, const void *registered, const char *text)
{
	struct attributes a = {.version = 3, .size = sizeof a, .message_type = MESSAGE_REGISTERED, .message.handle = registered};
	if (registered == NULL) {
		a.message_type = MESSAGE_ASCII;
		a.message.ascii = text;
	}
	((int (*)(const void *, const struct attributes *))nvtx.core2[CORE2_PUSH_EX])(domain, &a);
}

static void nvtx_pop(const void *domain)
{
	((int (*)(const void *))nvtx.core2[CORE2_POP])(domain);
}

static void nvtx_pop_with(uint64_t schema, const void *data, size_t size)
{
	const struct payload p = {schema, size, data};
	if (nvtx.payload[PAYLOAD_POP] != 0)
		((int (*)(const void *, const struct payload *, size_t))nvtx.payload[PAYLOAD_POP])(nvtx.domain, &p, 1);
	else
		nvtx_pop(nvtx.domain);
}

static void nvtx_schema(uint64_t id, const char *name, const struct schema_entry *entries, size_t count, size_t bytes)
{
	enum { STATIC = 1, BITS = 1 << 1 | 1 << 2 | 1 << 4 | 1 << 5 | 1 << 6 | 1 << 8 };
	const struct schema s = {BITS, name, STATIC, 0, entries, count, bytes, 0, id, NULL};
	if (nvtx.payload[PAYLOAD_SCHEMA] != 0)
		((uint64_t (*)(const void *, const struct schema *))nvtx.payload[PAYLOAD_SCHEMA])(nvtx.domain, &s);
}

#endif
