// Emits the NVTX ranges that XLA emits for a module with a Newton loop: argument
// 1 is how often it runs, 2 how many iterations each run has.
#include <nvtx3/nvToolsExt.h>
#include <stdlib.h>
#include <time.h>

static nvtxDomainHandle_t domain;

static long long now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC_RAW, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void push(nvtxStringHandle_t text)
{
	nvtxEventAttributes_t a = {0};
	a.version = NVTX_VERSION;
	a.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
	a.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
	a.message.registered = text;
	nvtxDomainRangePushEx(domain, &a);
}

// operation runs a thunk for some time.
static void operation(nvtxStringHandle_t text, long long ns)
{
	push(text);
	long long start = now();
	while (now() - start < ns) {
	}
	nvtxDomainRangePop(domain);
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	domain = nvtxDomainCreateA("TSL");
	nvtxStringHandle_t module = nvtxDomainRegisterStringA(domain, "XlaModule:#prefix=jit(f)/jit(main)/timestep,hlo_module=jit_f,program_id=3#");
	nvtxStringHandle_t loop = nvtxDomainRegisterStringA(domain, "Thunk:#name=while,hlo_op=while.1#");
	nvtxStringHandle_t build = nvtxDomainRegisterStringA(domain, "Thunk:#name=while/body/nr_iteration/vmap(nr_build_system)/add,hlo_op=fusion.1#");
	nvtxStringHandle_t stamp = nvtxDomainRegisterStringA(domain, "Thunk:#name=while/body/nr_iteration/nr_build_system/scatter,hlo_op=fusion.2#");
	nvtxStringHandle_t solve = nvtxDomainRegisterStringA(domain, "Thunk:#name=while/body/nr_iteration/nr_linear_solve/dot,hlo_op=dot.1#");
	nvtxStringHandle_t copy = nvtxDomainRegisterStringA(domain, "Thunk:#hlo_op=copy.1#");
	for (int s = 0; s < atoi(argv[1]); s++) {
		push(module);
		push(loop);
		for (int k = 0; k < atoi(argv[2]); k++) {
			operation(build, 20000);
			operation(stamp, 10000);
			operation(solve, 40000);
			operation(copy, 1000);
		}
		nvtxDomainRangePop(domain);
		nvtxDomainRangePop(domain);
	}
	return 0;
}
