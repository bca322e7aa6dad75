/*
 * A program that starts, by NVIDIA's headers of NVTX: starter [crash|hang]
 *
 * It imports (20 ms), parses (10 ms) and runs three times (20 ms each), brackets
 * each with a range of NVTX and with markers on standard output, and appends to
 * the file $TRUTH what its own clock says: "PID NAME NS". The first run takes 100
 * ms more unless the file compiled is in $XDG_CACHE_HOME, which it then makes.
 * With crash it dies in its first run; with hang it lasts there.
 */
#define _GNU_SOURCE
#include <nvtx3/nvToolsExt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static FILE *truth;

static long long now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static long long begin(const char *name)
{
	printf("nrprof: begin %s\n", name);
	fflush(stdout);
	nvtxRangePushA(name);
	return now();
}

static void end(const char *name, long long start)
{
	long long ns = now() - start;
	nvtxRangePop();
	printf("nrprof: end %s\n", name);
	fflush(stdout);
	fprintf(truth, "%d %s %lld\n", (int)getpid(), name, ns);
}

static void stage(const char *name, int ms)
{
	long long start = begin(name);
	usleep(ms * 1000);
	end(name, start);
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "";
	char compiled[4096];
	snprintf(compiled, sizeof compiled, "%s/compiled", getenv("XDG_CACHE_HOME"));
	truth = fopen(getenv("TRUTH"), "a");
	if (!truth)
		return 9;
	nvtxRangePushA("main"); /* a range around everything is no phase */
	stage("import", 20);
	stage("parse", 10);
	for (int k = 0; k < 3; k++) {
		long long start = begin("run");
		if (!strcmp(mode, "crash"))
			*(volatile int *)0 = 1;
		while (!strcmp(mode, "hang"))
			sleep(1);
		if (access(compiled, F_OK)) {
			usleep(100000);
			FILE *f = fopen(compiled, "w");
			if (!f || fputs("code", f) < 0 || fclose(f))
				return 8;
		}
		usleep(20000);
		end("run", start);
	}
	nvtxRangePop();
	return fclose(truth) != 0;
}
