/* Calls toy_factor in the ways that a program may find it. Arguments: ways, each with how
 * it is done: direct; data; open LIBRARY (dlopen, RTLD_LOCAL, dlsym); version LIBRARY;
 * next; module LIBRARY (its function run_module); often LIBRARY (opened and closed). */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#ifndef UNLINKED
#include "toy.h"

static int (*in_data)(int, double) = toy_factor;
static int (*const in_constant[])(int, double) = {NULL, toy_factor};

static int direct(void) { return toy_factor(1, 2); }
static int data(void) { return in_data(1, 2) + in_constant[1](1, 3); }
#else
static int direct(void) { return -1; }
static int data(void) { return -1; }
#endif

static int opened(const char *path, const char *version)
{
	void *lib = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (lib == NULL)
		return printf("%s\n", dlerror()), -1;
	int (*f)(int, double) = (int (*)(int, double))(version != NULL ? dlvsym(lib, "toy_factor", version) : dlsym(lib, "toy_factor"));
	int result = f != NULL ? f(1, 2) : -2;
	dlclose(lib);
	return result;
}

static int module(const char *path)
{
	void *lib = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (lib == NULL)
		return printf("%s\n", dlerror()), -1;
	return ((int (*)(void))dlsym(lib, "run_module"))();
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		int r = -3;
		if (strcmp(argv[i], "direct") == 0)
			r = direct();
		else if (strcmp(argv[i], "data") == 0)
			r = data();
		else if (strcmp(argv[i], "open") == 0)
			r = opened(argv[++i], NULL);
		else if (strcmp(argv[i], "version1") == 0)
			r = opened(argv[++i], "TOY_1");
		else if (strcmp(argv[i], "version2") == 0)
			r = opened(argv[++i], "TOY_2");
		else if (strcmp(argv[i], "module") == 0)
			r = module(argv[++i]);
		else if (strcmp(argv[i], "often") == 0)
			for (int k = 0, n = i++; k < 5000; k++)
				r = opened(argv[n + 1], NULL);
		printf("%d\n", r);
	}
	return 0;
}
