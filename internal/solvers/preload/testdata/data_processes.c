/*
 * Threads, and a child of a fork, that save matrices: data_processes TABLE. Each of four
 * threads saves the same 50 matrices in its own order. Then a child saves the first one
 * again, as its own, and the parent, which does not. Prints the process ids, how often
 * the parent saved in all, and what the child and the parent saved then.
 */
#include "data.h"
#include "blank.h"

#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>

enum { THREADS = 4, MATRICES = 50, N = 200 };

static const struct table *table;
static double values[MATRICES][N * N];
static uint64_t number, saved;

static uint32_t factor(int k)
{
	struct given g = {.table = table, .f = table_functions(table)};
	struct call c = {BLANK, .number = __atomic_add_fetch(&number, 1, __ATOMIC_RELAXED)};
	struct result r = {0};
	g.in.integer[0] = N;
	g.in.integer[1] = (uintptr_t)values[k];
	data_before(&g, &c);
	data_after(&g, &c, &r);
	data_done(&g, &c);
	if (c.flags & CALL_SAVED_MATRIX)
		__atomic_add_fetch(&saved, 1, __ATOMIC_RELAXED);
	return c.flags;
}

static void *work(void *arg)
{
	int t = (int)(intptr_t)arg;
	for (int k = 0; k < MATRICES; k++)
		factor((k + t * 3) % MATRICES);
	return NULL;
}

int main(int argc, char **argv)
{
	struct stat s;
	int fd, status, pipes[2];
	pthread_t threads[THREADS];
	if (argc != 2 || (fd = open(argv[1], O_RDONLY)) < 0 || fstat(fd, &s) != 0 || pipe(pipes) != 0)
		return 2;
	table = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	for (int k = 0; k < MATRICES; k++)
		for (int i = 0; i < N * N; i++) {
			uint64_t bits = (uint64_t)(k * N * N + i) << 30;
			memcpy(&values[k][i], &bits, 8);
		}
	for (int t = 0; t < THREADS; t++)
		pthread_create(&threads[t], NULL, work, (void *)(intptr_t)t);
	for (int t = 0; t < THREADS; t++)
		pthread_join(threads[t], NULL);
	printf("%d %llu ", getpid(), (unsigned long long)saved);
	fflush(stdout);
	pid_t child = fork();
	if (child == 0) {
		number = 0;
		_exit((int)factor(0));
	}
	if (waitpid(child, &status, 0) != child || !WIFEXITED(status))
		return 3;
	printf("%d %d %u\n", child, WEXITSTATUS(status), factor(0));
	return 0;
}
