/* Calls out of signal handlers, on the stack of the thread and on one of their own; and
 * handlers that leave by longjmp. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "toy.h"

#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

static volatile sig_atomic_t handled;
static sigjmp_buf back;
static volatile int jumps;

static void handler(int number)
{
	(void)number;
	toy_factor(1, 1);
	handled++;
	if (jumps && handled % 7 == 0)
		siglongjmp(back, 1);
}

static void run(int flags, int long_jumps)
{
	struct sigaction a = {.sa_handler = handler, .sa_flags = flags};
	struct itimerval t = {{0, 200}, {0, 200}}, none = {{0, 0}, {0, 0}};
	volatile long n = 0, wrong = 0;
	handled = 0;
	jumps = long_jumps;
	sigaction(SIGALRM, &a, NULL);
	sigsetjmp(back, 1);
	setitimer(ITIMER_REAL, &t, NULL);
	while (handled < 200) {
		n++;
		if (toy_factor(2, 1) != 21)
			wrong++;
	}
	setitimer(ITIMER_REAL, &none, NULL);
	printf("%d\n", n > 0 && wrong == 0);
}

int main(void)
{
	stack_t s = {.ss_sp = malloc(1 << 16), .ss_size = 1 << 16};
	sigaltstack(&s, NULL);
	run(0, 0);
	run(SA_ONSTACK, 0);
	run(0, 1);
	printf("%d\n", toy_factor(3, 1));
	return 0;
}
