/*
 * Pushes and pops ranges and says what a pair costs: pairs PAIRS THREADS
 *
 * Prints "pair WALL CPU": the wall time and the CPU time of all pairs of a thread
 * over their number, in ns, the largest of all threads.
 */
#define _GNU_SOURCE
#include <nvtx3/nvToolsExt.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static long pairs;

struct cost {
	double wall, cpu;
};

static double now(clockid_t id)
{
	struct timespec t;
	clock_gettime(id, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void *work(void *out)
{
	struct cost *c = out;
	double wall = now(CLOCK_MONOTONIC), cpu = now(CLOCK_THREAD_CPUTIME_ID);
	for (long i = 0; i < pairs / 2; i++) {
		nvtxRangePushA("nr_iteration");
		nvtxRangePushA("linear_solve");
		nvtxRangePop();
		nvtxRangePop();
	}
	c->wall = (now(CLOCK_MONOTONIC) - wall) / (double)pairs;
	c->cpu = (now(CLOCK_THREAD_CPUTIME_ID) - cpu) / (double)pairs;
	return NULL;
}

int main(int argc, char **argv)
{
	enum { MAX = 64 };
	pthread_t id[MAX];
	struct cost cost[MAX], worst = {0, 0};
	pairs = argc > 1 ? atol(argv[1]) : 1000000;
	long threads = argc > 2 ? atol(argv[2]) : 1;
	if (pairs < 2 || threads < 1 || threads > MAX)
		return 2;
	nvtxMarkA("start"); /* the tool attaches before time is taken */
	for (long i = 0; i < threads; i++)
		if (pthread_create(&id[i], NULL, work, &cost[i]) != 0)
			return 1;
	for (long i = 0; i < threads; i++) {
		pthread_join(id[i], NULL);
		if (cost[i].wall > worst.wall)
			worst.wall = cost[i].wall;
		if (cost[i].cpu > worst.cpu)
			worst.cpu = cost[i].cpu;
	}
	printf("pair %.3f %.3f\n", worst.wall, worst.cpu);
	return 0;
}
