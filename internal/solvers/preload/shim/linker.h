/*
 * The dynamic linker. Before glibc 2.34 its functions are in another library and may be
 * missing; nothing is watched there.
 */
#ifndef LINKER_H
#define LINKER_H

#include <dlfcn.h>
#include <stddef.h>

#pragma weak dladdr
#pragma weak dlerror
#pragma weak dlopen
#pragma weak dlsym

/* What was not found is no error that the program has to hear of. */
static void linker_forget(void)
{
	if (dlerror != NULL)
		dlerror();
}

#endif
