#include "toy.h"

#include <errno.h>

int toy_factor(int n, double x) { return n * 10 + (int)x; }

int toy_solve(int n, const double *b, double *x)
{
	for (int i = 0; i < n; i++)
		x[i] = b[i] / 2;
	return toy_factor(n, 1) > 0 ? 0 : -1; /* through its own table of procedures */
}

double toy_many(int a, long b, int c, long d, int e, long f, int g, long h, int i, long j,
	double p, double q, double r, double s, double t, double u, double v, double w, double y, double z)
{
	return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j +
		p / 2 + q / 3 + r / 4 + s / 5 + t / 6 + u / 7 + v / 8 + w / 9 + y / 10 + z / 11;
}

int toy_sum(int count, ...)
{
	va_list l;
	int sum = 0;
	va_start(l, count);
	for (int i = 0; i < count; i++)
		sum += (i + 1) * va_arg(l, int);
	va_end(l);
	return sum;
}

double toy_mean(int count, ...)
{
	va_list l;
	double sum = 0;
	va_start(l, count);
	for (int i = 0; i < count; i++)
		sum += (i + 1) * va_arg(l, double);
	va_end(l);
	return sum / count;
}

long double toy_long(long double x) { return x * x; }
struct small toy_small(long a) { return (struct small){a + 1, a + 2}; }
struct pair toy_pair(double x) { return (struct pair){x + 1, x + 2}; }
struct mixed toy_mixed(long a, double x) { return (struct mixed){a + 1, x + 2}; }

struct large toy_large(double x)
{
	struct large l;
	for (int i = 0; i < 6; i++)
		l.x[i] = x + i;
	return l;
}

_Complex double toy_complex(double x, double y) { return __builtin_complex(y, x); }

long toy_words(struct large by, char c, struct large value, int d)
{
	long sum = c + 100 * d;
	for (int i = 0; i < 6; i++)
		sum += (long)((i + 1) * by.x[i] + (i + 7) * value.x[i]);
	return sum;
}

int toy_call(int (*f)(void *), void *with) { return f(with) + 1; }

int toy_errno(int set)
{
	int was = errno;
	errno = set;
	return was;
}
