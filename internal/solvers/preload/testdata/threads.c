/* Threads that call, one after the other and at once. */
#include "toy.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

enum { THREADS = 8, CALLS = 2000 };

static int inner(void *with) { return toy_factor((int)(intptr_t)with, 0); }

static void *work(void *with)
{
	long sum = 0;
	for (int i = 0; i < CALLS; i++)
		sum += toy_call(inner, (void *)(intptr_t)i);
	return (void *)(sum + (intptr_t)with);
}

int main(void)
{
	for (int round = 0; round < 3; round++) {
		pthread_t id[THREADS];
		for (int i = 0; i < THREADS; i++)
			pthread_create(&id[i], NULL, work, (void *)(intptr_t)i);
		long sum = 0;
		for (int i = 0; i < THREADS; i++) {
			void *result;
			pthread_join(id[i], &result);
			sum += (intptr_t)result;
		}
		printf("%ld\n", sum);
	}
	return 0;
}
