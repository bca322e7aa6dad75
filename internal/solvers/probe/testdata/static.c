/* Calls hidden functions N times on each of two threads, one of them within the
 * other, and prints how often. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static volatile long sink, outers, inners;

__attribute__((noinline)) static void inner(long k)
{
	sink += k;
	__atomic_fetch_add(&inners, 1, __ATOMIC_RELAXED);
}

__attribute__((noinline)) static void outer(long k)
{
	inner(k);
	__atomic_fetch_add(&outers, 1, __ATOMIC_RELAXED);
	if (k % 2 == 0)
		inner(k + 1);
	sink -= k;
}

static void *work(void *n)
{
	for (long k = 0; k < (long)n; k++)
		outer(k);
	return NULL;
}

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 1000;
	pthread_t other;
	pthread_create(&other, NULL, work, (void *)n);
	work((void *)n);
	pthread_join(other, NULL);
	printf("%ld %ld\n", outers, inners);
	return 0;
}
