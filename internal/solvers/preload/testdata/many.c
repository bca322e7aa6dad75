/* Calls the functions many_0, many_1 … of a library, and counts right results. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	void *lib = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
	int right = 0;
	for (int i = 0; lib != NULL && i < atoi(argv[argc - 1]); i++) {
		char name[32];
		snprintf(name, sizeof name, "many_%d", i);
		int (*f)(void) = (int (*)(void))dlsym(lib, name);
		right += f != NULL && f() == i;
	}
	printf("%d\n", right);
	return 0;
}
