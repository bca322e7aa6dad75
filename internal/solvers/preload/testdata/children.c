/* The child of a fork, which is made within a call, starts threads that call at once. */
#include "toy.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 8, CALLS = 200 };

static pthread_barrier_t barrier;

static void *work(void *with)
{
	long sum = 0;
	pthread_barrier_wait(&barrier);
	for (int i = 0; i < CALLS; i++)
		sum += toy_factor(i, 0);
	return (void *)(sum + (intptr_t)with);
}

static pid_t child;

static int forks(void *with)
{
	child = fork();
	if (child != 0)
		return 0;
	pthread_t id[THREADS];
	long sum = 0;
	for (int i = 0; i < THREADS; i++)
		pthread_create(&id[i], NULL, work, with);
	for (int i = 0; i < THREADS; i++) {
		void *result;
		pthread_join(id[i], &result);
		sum += (intptr_t)result;
	}
	return (int)(sum % 100);
}

int main(void)
{
	pthread_barrier_init(&barrier, NULL, THREADS);
	int r = toy_call(forks, NULL), status = -1;
	if (child == 0) {
		toy_mean(1, 1.0);
		_exit(r);
	}
	waitpid(child, &status, 0);
	printf("%d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
	return 0;
}
