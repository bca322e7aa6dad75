/* A program with NVTX ranges: steps HOW, HOW one of exit, segv-inside. A step
 * takes the microseconds of the file delay. */
#include <nvtx3/nvToolsExt.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	unsigned delay = 1000;
	FILE *f = fopen("delay", "r");
	if (f && fscanf(f, "%u", &delay) != 1)
		return 9;
	nvtxRangePushA("transient");
	for (int k = 0; k < 100; k++) {
		nvtxRangePushA("timestep");
		usleep(delay);
		nvtxRangePop();
	}
	if (argc > 1 && !strcmp(argv[1], "segv-inside")) {
		nvtxRangePushA("linear_solve");
		/* nsys takes ranges over soon where there are further ones */
		for (int k = 0; k < 100; k++) {
			nvtxRangePushA("solve");
			usleep(50000);
			nvtxRangePop();
		}
		raise(SIGSEGV);
	}
	nvtxRangePop();
	sleep(2);
	return 0;
}
