/*
 * Runs a program and writes its CPU time in seconds to a file:
 * cputime FILE PROGRAM [ARG...]
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	if (argc < 3) {
		fprintf(stderr, "usage: cputime FILE PROGRAM [ARG...]\n");
		return 2;
	}
	pid_t child = fork();
	if (child == 0) {
		execvp(argv[2], argv + 2);
		perror(argv[2]);
		_exit(127);
	}
	int status = 0;
	struct rusage u;
	if (child < 0 || wait4(child, &status, 0, &u) != child) {
		perror("cputime");
		return 1;
	}
	FILE *f = fopen(argv[1], "w");
	if (!f || fprintf(f, "%.6f\n", u.ru_utime.tv_sec + u.ru_stime.tv_sec + (u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6) < 0 || fclose(f) != 0) {
		perror(argv[1]);
		return 1;
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
