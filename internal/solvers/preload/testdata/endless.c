/* Calls until it is killed, and counts the calls that have returned. */
#include "toy.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <fcntl.h>
#include <unistd.h>

static int inner(void *with) { return toy_factor((int)(long)with, 0); }

int main(int argc, char **argv)
{
	int fd = open(argv[argc - 1], O_RDWR | O_CREAT, 0666);
	if (fd < 0 || ftruncate(fd, 8) != 0)
		return 1;
	volatile unsigned long *count = mmap(NULL, 8, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	for (;;) {
		toy_call(inner, NULL);
		*count += 2;
	}
}
