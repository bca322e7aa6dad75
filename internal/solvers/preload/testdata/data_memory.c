/* Memory that could be read, and is gone: it ends with 0 if that is seen. */
#include "data.h"
#include "blank.h"

int main(void)
{
	const size_t large = 1 << 20, page = 4096;
	char *at = mmap(NULL, large + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	uint64_t begin = (uintptr_t)at;
	if (at == MAP_FAILED || mprotect(at + large, page, PROT_NONE) != 0)
		return 1;
	if (!memory_readable(begin, large) || !memory_readable(begin + 1, large - 1) || !memory_readable(begin + large - 8, 8))
		return 2;
	if (memory_readable(begin, large + 1) || memory_readable(begin + large, 1))
		return 3;
	munmap(at, large / 2);
	return memory_readable(begin, large) || memory_readable(begin + 8, large / 2) || !memory_readable(begin + large / 2, large / 2) ? 4 : 0;
}
