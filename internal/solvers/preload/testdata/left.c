/* Calls that do not return: they are left by longjmp, or with their thread. Afterwards
 * others are made. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "toy.h"

#include <execinfo.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>

static jmp_buf back;
static int depth;

static int jump(void *with)
{
	if (++depth < 3)
		return toy_call(jump, with);
	longjmp(back, 7);
}

static int leave_thread(void *with) { pthread_exit(with); }
static int wait(void *with)
{
	int *ready = with;
	__atomic_store_n(ready, 1, __ATOMIC_RELEASE);
	for (;;)
		pthread_testcancel();
}

static void *thread(void *with)
{
	toy_factor(1, 1);
	toy_call(leave_thread, with);
	return NULL;
}

static void *cancelled(void *with)
{
	toy_call(wait, with);
	return NULL;
}

/* How many frames there are above; main must be among them. */
static int trace(void *with)
{
	void *at[64];
	int n = backtrace(at, 64);
	for (int i = 0; i < n; i++)
		if ((char *)at[i] > (char *)with && (char *)at[i] < (char *)with + 2000)
			return 40;
	return -100;
}

int main(void)
{
	pthread_t id;
	void *result = NULL;
	int ready = 0;
	if (setjmp(back) == 0)
		toy_call(jump, NULL);
	printf("%d %d\n", depth, toy_factor(4, 1)); /* three calls end before this one */
	pthread_create(&id, NULL, thread, &back);
	pthread_join(id, &result);
	printf("%d\n", result == &back);
	pthread_create(&id, NULL, cancelled, &ready);
	while (!__atomic_load_n(&ready, __ATOMIC_ACQUIRE))
		;
	pthread_cancel(id);
	pthread_join(id, &result);
	printf("%d\n", result == PTHREAD_CANCELED);
	printf("%d\n", toy_call(trace, main));
	depth = 0;
	if (setjmp(back) == 0)
		toy_call(jump, NULL);
	return 0; /* with three calls under way, as far as can be known */
}
