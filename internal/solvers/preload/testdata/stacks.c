/* Calls from the last frame of a stack behind which there is nothing, with arguments in
 * registers; and calls of a coroutine within one of the thread. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "toy.h"

#include <stdio.h>
#include <sys/mman.h>
#include <ucontext.h>

static ucontext_t here, there;
static int result;

static void run(void) { result += toy_factor(1, 1); }

static void yields(void)
{
	result += toy_factor(2, 1);
	swapcontext(&there, &here);
	result += toy_factor(3, 1);
}

static int within(void *with)
{
	(void)with;
	swapcontext(&here, &there);
	return result;
}

static void start(char *stack, size_t bytes, void (*f)(void))
{
	getcontext(&there);
	there.uc_stack.ss_sp = stack;
	there.uc_stack.ss_size = bytes;
	there.uc_link = &here;
	makecontext(&there, f, 0);
}

int main(void)
{
	enum { BYTES = 1 << 18 };
	char *m = mmap(NULL, BYTES + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	mprotect(m + BYTES, 4096, PROT_NONE);
	for (int i = 0; i < 3; i++) {
		start(m, BYTES, run);
		swapcontext(&here, &there);
	}
	printf("%d\n", result);
	start(m, BYTES, yields);
	int r = toy_call(within, NULL);
	swapcontext(&here, &there); /* when that call has ended */
	printf("%d %d\n", r, result);
	return 0;
}
