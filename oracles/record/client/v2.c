/*
 * A client of libnvToolsExt, the library of NVTX 1 and 2, which hands calls on
 * to a tool. It prints what a capture has to hold, as v3.c does.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

int nvtxRangePushA(const char *s);
int nvtxRangePushW(const wchar_t *s);
int nvtxRangePop(void);
void nvtxMarkA(const char *s);
uint64_t nvtxRangeStartA(const char *s);
void nvtxRangeEnd(uint64_t id);
void *nvtxDomainCreateA(const char *s);
void *nvtxDomainRegisterStringA(void *domain, const char *s);
int nvtxDomainRangePushEx(void *domain, const void *attributes);
int nvtxDomainRangePop(void *domain);
void nvtxNameCudaDeviceA(int device, const char *s);

struct attributes {
	uint16_t version, size;
	uint32_t category;
	int32_t color_type;
	uint32_t color;
	int32_t payload_type, reserved;
	double payload;
	int32_t message_type;
	const void *message;
};

int main(void)
{
	printf("range outer 1000\nrange inner 1000\nrange \u00e4 1\nrange s 1\nrange d:r 1\nmark m 1\nopen 0\nthreads 1\nprocesses 1\n");
	for (int i = 0; i < 1000; i++) {
		nvtxRangePushA("outer");
		nvtxRangePushA("inner");
		nvtxRangePop();
		nvtxRangePop();
	}
	nvtxRangePushW(L"\u00e4");
	nvtxRangePop();
	nvtxMarkA("m");
	nvtxRangeEnd(nvtxRangeStartA("s"));
	void *d = nvtxDomainCreateA("d");
	struct attributes a;
	memset(&a, 0, sizeof a);
	a.version = 2;
	a.size = sizeof a;
	a.message_type = 3;
	a.message = nvtxDomainRegisterStringA(d, "r");
	a.payload_type = 3;
	a.payload = 1.5;
	if (d == NULL || a.message == NULL)
		return 1;
	nvtxDomainRangePushEx(d, &a);
	nvtxDomainRangePop(d);
	nvtxNameCudaDeviceA(0, "gpu");
	return 0;
}
