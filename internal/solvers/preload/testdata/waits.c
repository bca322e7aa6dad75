/* One thread loads the tool, which takes long, or for ever. Others call meanwhile: one is
 * cancelled, and must be told so where it looks, not within its call. */
#include "toy.h"

#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int ready, returned;

static void *starts(void *with)
{
	toy_factor(1, 0);
	return with;
}

static void *cancelled(void *with)
{
	__atomic_store_n(&ready, 1, __ATOMIC_RELEASE);
	while (__atomic_load_n(&ready, __ATOMIC_ACQUIRE) == 1)
		;
	toy_sum(1, 1);
	returned = 1;
	pthread_testcancel();
	return with;
}

int main(int argc, char **argv)
{
	(void)argv;
	pthread_t first, second;
	void *result = NULL;
	pthread_create(&first, NULL, starts, NULL);
	usleep(20000);
	pthread_create(&second, NULL, cancelled, NULL);
	while (__atomic_load_n(&ready, __ATOMIC_ACQUIRE) == 0)
		;
	pthread_cancel(second);
	__atomic_store_n(&ready, 2, __ATOMIC_RELEASE);
	pthread_join(second, &result);
	printf("%d %d\n", returned, result == PTHREAD_CANCELED);
	for (int i = 0; i < 5; i++)
		toy_mean(1, 1.0);
	fflush(stdout);
	if (argc > 1)
		_exit(0); /* the first one never returns */
	pthread_join(first, NULL);
	return 0;
}
