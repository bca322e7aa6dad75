/* A tool that takes its time to start, and hands on to the one of $SLOW_TOOL. */
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

static void *tool;

__attribute__((constructor)) static void load(void)
{
	usleep(100000);
	tool = dlopen(getenv("SLOW_TOOL"), RTLD_LAZY);
}

int InitializeInjectionNvtx2(void *get)
{
	usleep(100000);
	return tool != NULL && ((int (*)(void *))dlsym(tool, "InitializeInjectionNvtx2"))(get);
}

int InitializeInjectionNvtxExtension(void *extension)
{
	return tool != NULL && ((int (*)(void *))dlsym(tool, "InitializeInjectionNvtxExtension"))(extension);
}
