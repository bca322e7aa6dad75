/* A program with NVTX ranges that ends as it is told:
 * target [none] HOW, HOW one of exit, _exit, segv-exit, segv-inside, kill, sleep, deaf. */
#include <nvtx3/nvToolsExt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void crash(void) { raise(SIGSEGV); }

int main(int argc, char **argv)
{
	const char *how = argv[argc - 1];
	int silent = argc > 2;
	for (int k = 0; !silent && k < 100; k++) {
		nvtxRangePushA("step");
		for (int j = 0; j < 10; j++) {
			nvtxRangePushA("iteration");
			nvtxRangePop();
		}
		nvtxRangePop();
	}
	if (!strcmp(how, "segv-inside")) {
		nvtxRangePushA("transient");
		nvtxRangePushA("linear_solve");
		/* nsys takes ranges over soon where there are further ones */
		for (int k = 0; k < 100; k++) {
			nvtxRangePushA("iteration");
			usleep(50000);
			nvtxRangePop();
		}
		raise(SIGSEGV);
	}
	printf("computed\n");
	fflush(stdout);
	/* nsys takes ranges over some time after they ended */
	sleep(2);
	if (!strcmp(how, "_exit"))
		_exit(3);
	if (!strcmp(how, "segv-exit"))
		atexit(crash);
	if (!strcmp(how, "kill"))
		raise(SIGKILL);
	if (!strcmp(how, "deaf"))
		signal(SIGTERM, SIG_IGN);
	if (!strcmp(how, "deaf") || !strcmp(how, "sleep")) {
		printf("waiting\n");
		fflush(stdout);
		for (int k = 0; k < 60; k++)
			sleep(1);
	}
	return 0;
}
