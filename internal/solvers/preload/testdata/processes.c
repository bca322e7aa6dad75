/* Forks, also within a call; a child of vfork that becomes another program; exec. */
#include "toy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t child;

static int forks(void *with)
{
	(void)with;
	toy_factor(1, 0);
	child = fork();
	return toy_factor(2, 0); /* in both */
}

static int wait_for(pid_t pid)
{
	int status = -1;
	waitpid(pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int main(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "exec") == 0) {
		toy_sum(1, 1);
		return 5;
	}
	if (argc > 1)
		return 6; /* it calls nothing */
	int r = toy_call(forks, NULL);
	if (child == 0) {
		toy_mean(1, 1.0);
		_exit(r == 21 ? 3 : 4);
	}
	printf("%d %d\n", r, wait_for(child));
	char *again[] = {argv[0], "exec", NULL}, *none[] = {argv[0], "none", NULL};
	pid_t pid = vfork();
	if (pid == 0) {
		execv(argv[0], again);
		_exit(9);
	}
	printf("%d\n", wait_for(pid));
	pid = vfork();
	if (pid == 0) {
		execv(argv[0], none);
		_exit(9);
	}
	printf("%d %d\n", wait_for(pid), toy_factor(3, 0));
	fflush(stdout);
	execv(argv[0], again);
	return 9;
}
