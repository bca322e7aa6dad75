/* A tool that takes its time to start, for ever if $SLOW_TOOL is missing, changes errno,
 * and hands on to the tool of $SLOW_TOOL. */
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static void *tool;

__attribute__((constructor)) static void load(void)
{
	usleep(100000);
	if (getenv("SLOW_TOOL") != NULL)
		tool = dlopen(getenv("SLOW_TOOL"), RTLD_LAZY);
}

int InitializeInjectionNvtx2(void *get)
{
	usleep(100000);
	while (getenv("SLOW_TOOL") == NULL)
		pause();
	int ok = tool != NULL && ((int (*)(void *))dlsym(tool, "InitializeInjectionNvtx2"))(get);
	errno = 77;
	return ok;
}

int InitializeInjectionNvtxExtension(void *extension)
{
	return tool != NULL && ((int (*)(void *))dlsym(tool, "InitializeInjectionNvtxExtension"))(extension);
}
