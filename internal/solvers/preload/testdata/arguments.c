/* Calls every function, and prints what it got: the same, watched or not. */
#include "toy.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>

static double calls(double x)
{
	double b[3] = {x, 2, 3}, r[3];
	struct large l = toy_large(x), m = toy_large(2 * x);
	struct small s = toy_small((long)x);
	struct pair p = toy_pair(x);
	struct mixed q = toy_mixed((long)x, x);
	_Complex double c = toy_complex(x, x + 1);
	errno = 11;
	int found = toy_errno(22);
	printf("%d %d %d\n", found, errno, toy_factor(3, x));
	int status = toy_solve(3, b, r);
	printf("%d %g %g\n", status, r[0], r[2]);
	printf("%.17g\n", toy_many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, x, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5));
	printf("%d %.17g\n", toy_sum(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), toy_mean(10, x, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0));
	printf("%.20Lg\n", toy_long(1.0L / 3 + x));
	printf("%ld %ld %g %g %ld %g %g %g\n", s.a, s.b, p.x, p.y, q.a, q.x, l.x[0], l.x[5]);
	printf("%g %g %ld\n", __real__ c, __imag__ c, toy_words(l, 'c', m, 7));
	return p.x;
}

int main(void)
{
	double sum = 0;
	errno = 33;
	int found = toy_errno(44); /* the first call, for which files are opened */
	printf("%d %d\n", found, errno);
	for (int i = 0; i < 3; i++)
		sum += calls(i + 0.25);
	printf("%g %d\n", sum, dlerror() == NULL); /* what the tool is not is not said to the program */
	return 0;
}
