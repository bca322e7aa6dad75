// An exception goes through watched calls, and what it leaves is cleaned up.
#include "toy.h"

#include <cstdio>
#include <stdexcept>

static int cleaned;

struct Guard {
	~Guard() { cleaned++; }
};

static int raise(void *with)
{
	Guard g;
	int &n = *static_cast<int *>(with);
	if (--n > 0)
		return toy_call(raise, with);
	throw std::runtime_error("singular");
}

static int attempt(int n)
{
	try {
		Guard g;
		return toy_call(raise, &n);
	} catch (const std::exception &e) {
		std::printf("%s, %d cleaned\n", e.what(), cleaned);
		return toy_factor(1, 0); // while the exception is handled
	}
}

int main()
{
	int sum = 0;
	for (int n = 1; n <= 3; n++)
		sum += attempt(n);
	std::printf("%d %d\n", sum, toy_factor(2, 0));
	return 0;
}
