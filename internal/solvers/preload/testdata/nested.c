#include <stdio.h>

int outer_integrate(int steps);

int main(void)
{
	printf("%d\n", outer_integrate(3));
	printf("%d\n", outer_integrate(2));
	return 0;
}
