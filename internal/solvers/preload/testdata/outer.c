/* Another watched library, which calls the toy one. */
#include "toy.h"

int outer_integrate(int steps)
{
	int sum = 0;
	for (int i = 0; i < steps; i++)
		sum += toy_factor(i, 1);
	return sum;
}
