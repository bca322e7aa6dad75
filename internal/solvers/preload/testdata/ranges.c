/* A program that emits NVTX ranges itself. */
#include "toy.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../../../trace/nvtx/inject/shim/abi.h"

static function core[CORE_SIZE];
static function *core_table[CORE_SIZE];

static int module(uint32_t id, function ***table, uint32_t *size)
{
	if (id != MODULE_CORE)
		return 0;
	*table = core_table;
	*size = CORE_SIZE;
	return 1;
}

static const void *export(uint32_t id)
{
	static const struct callbacks callbacks = {sizeof callbacks, module};
	return id == TABLE_CALLBACKS ? &callbacks : NULL;
}

static void push(const char *s) { ((int (*)(const char *))core[CORE_PUSH_A])(s); }
static void pop(void) { ((int (*)(void))core[CORE_POP])(); }

static int inner(void *with)
{
	(void)with;
	push("assemble");
	int r = toy_factor(5, 0);
	pop();
	return r;
}

int main(void)
{
	void *tool = dlopen(getenv("NVTX_INJECTION64_PATH"), RTLD_LAZY);
	for (int i = 1; i < CORE_SIZE; i++)
		core_table[i] = &core[i];
	if (tool == NULL || !((int (*)(export_table))dlsym(tool, "InitializeInjectionNvtx2"))(export))
		return 3;
	push("newton");
	printf("%d\n", toy_call(inner, NULL));
	pop();
	return 0;
}
