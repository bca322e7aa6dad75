/*
 * How fast the hash is, and the check that memory can be read: speed BYTES [REPEATS].
 */
#include "data.h"

#include <stdio.h>

int main(int argc, char **argv)
{
	uint64_t bytes = argc > 1 ? strtoull(argv[1], NULL, 10) : 8 << 20, best = UINT64_MAX, ask = UINT64_MAX, sum = 0;
	int repeats = argc > 2 ? atoi(argv[2]) : 20;
	uint8_t *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	for (uint64_t k = 0; k < bytes; k++)
		p[k] = (uint8_t)(k * 2654435761u >> 11);
	for (int k = 0; k < repeats; k++) {
		struct hash h;
		uint64_t begin = clock_now();
		hash_begin(&h);
		hash_add(&h, p, bytes);
		sum += hash_end(&h);
		uint64_t took = clock_now() - begin;
		best = took < best ? took : best;
		begin = clock_now();
		sum += memory_ask((uintptr_t)p, (uintptr_t)p + bytes);
		took = clock_now() - begin;
		ask = took < ask ? took : ask;
	}
	/* bytes in a nanosecond are GB/s */
	printf("%llu MB/s; first check of %llu KiB: %llu ns (%llx)\n", (unsigned long long)(bytes * 1000 / best),
		(unsigned long long)bytes >> 10, (unsigned long long)ask, (unsigned long long)sum);
	return 0;
}
