//go:build cgo && unix

#include <errno.h>
#include <fcntl.h>

int nrkit_stdout_closed;

// Runs before main, in which the Go runtime starts.
__attribute__((constructor)) static void look(void)
{
	int before = errno;

	nrkit_stdout_closed = fcntl(1, F_GETFD) < 0 && errno == EBADF;
	errno = before;
}
