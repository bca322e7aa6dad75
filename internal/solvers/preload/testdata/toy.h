/* A library of functions whose arguments and results have every shape. */
#ifndef TOY_H
#define TOY_H

#include <stdarg.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct small { long a, b; };
struct pair { double x, y; };
struct mixed { long a; double x; };
struct large { double x[6]; };

int toy_factor(int n, double x);
int toy_solve(int n, const double *b, double *x);
double toy_many(int a, long b, int c, long d, int e, long f, int g, long h, int i, long j,
	double p, double q, double r, double s, double t, double u, double v, double w, double y, double z);
int toy_sum(int count, ...);         /* of ints */
double toy_mean(int count, ...);     /* of doubles */
long double toy_long(long double x);
struct small toy_small(long a);
struct pair toy_pair(double x);
struct mixed toy_mixed(long a, double x);
struct large toy_large(double x);
#ifndef __cplusplus
_Complex double toy_complex(double x, double y);
#endif
long toy_words(struct large by, char c, struct large value, int d); /* 12 words and more on the stack */
int toy_call(int (*f)(void *), void *with); /* calls f */
int toy_errno(int set);              /* returns errno as it found it */

#ifdef __cplusplus
}
#endif
#endif
