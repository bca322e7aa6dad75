/* A tool in C, compiled against NVIDIA's headers: it writes what it was called
   with to the file ORACLE_OUT when libc's exit calls it, and every event where
   ORACLE_EVENTS is set. With REFUSE it fails to start. */
#include <nvtx3/nvToolsExt.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

_Static_assert(sizeof(nvtxEventAttributes_t) == 48, "size of nvtxEventAttributes_t");

static atomic_long pushes, pops, marks, starts, ends;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static FILE *events;

static const char *text(const nvtxEventAttributes_t *a) {
    if (a->messageType == NVTX_MESSAGE_TYPE_REGISTERED) return (const char *)a->message.registered;
    return a->messageType == NVTX_MESSAGE_TYPE_ASCII ? a->message.ascii : "?";
}

static void event(const char *what, nvtxDomainHandle_t d, const nvtxEventAttributes_t *a, unsigned long long id) {
    if (!events) return;
    char payload[64] = "-";
    if (a) switch (a->payloadType) {
        case NVTX_PAYLOAD_TYPE_UNSIGNED_INT64: snprintf(payload, sizeof payload, "u64:%llu", (unsigned long long)a->payload.ullValue); break;
        case NVTX_PAYLOAD_TYPE_INT64: snprintf(payload, sizeof payload, "i64:%lld", (long long)a->payload.llValue); break;
        case NVTX_PAYLOAD_TYPE_DOUBLE: snprintf(payload, sizeof payload, "f64:%g", a->payload.dValue); break;
        case NVTX_PAYLOAD_TYPE_UNSIGNED_INT32: snprintf(payload, sizeof payload, "u32:%u", a->payload.uiValue); break;
        case NVTX_PAYLOAD_TYPE_INT32: snprintf(payload, sizeof payload, "i32:%d", a->payload.iValue); break;
        case NVTX_PAYLOAD_TYPE_FLOAT: snprintf(payload, sizeof payload, "f32:%g", a->payload.fValue); break;
    }
    pthread_mutex_lock(&lock);
    fprintf(events, "%s\t%s\t%s\t%s\t%d:%08x\t%u\t%u:%u\t%llu\n", what, d ? (const char *)d : "", a ? text(a) : "", payload,
        a ? a->colorType : 0, a ? a->color : 0, a ? a->category : 0, a ? a->version : 0, a ? a->size : 0, id);
    pthread_mutex_unlock(&lock);
}

static int push(nvtxDomainHandle_t d, const nvtxEventAttributes_t *a) { event("push", d, a, 0); return (int)pushes++; }
static int pop(nvtxDomainHandle_t d) { event("pop", d, 0, 0); return (int)pops++; }
static void mark(nvtxDomainHandle_t d, const nvtxEventAttributes_t *a) { event("mark", d, a, 0); marks++; }
static nvtxRangeId_t start(nvtxDomainHandle_t d, const nvtxEventAttributes_t *a) {
    nvtxRangeId_t id = (nvtxRangeId_t)++starts << 40;
    event("start", d, a, id);
    return id;
}
static void end(nvtxDomainHandle_t d, nvtxRangeId_t id) { event("end", d, 0, id); ends++; }
static nvtxStringHandle_t registered(nvtxDomainHandle_t d, const char *s) { (void)d; return (nvtxStringHandle_t)strdup(s); }
static nvtxDomainHandle_t created(const char *s) { return (nvtxDomainHandle_t)strdup(s); }
static void category(nvtxDomainHandle_t d, uint32_t c, const char *s) {
    if (events) fprintf(events, "category\t%s\t%s\t-\t0:00000000\t%u\t0:0\t0\n", (const char *)d, s, c);
}
static void thread(uint32_t id, const char *s) {
    pthread_mutex_lock(&lock);
    if (events) fprintf(events, "thread\t\t%s\t%s\t0:00000000\t0\t0:0\t0\n", s, id == (uint32_t)syscall(SYS_gettid) ? "own" : "other");
    pthread_mutex_unlock(&lock);
}

static void bye(void) {
    const char *path = getenv("ORACLE_OUT");
    FILE *f = path ? fopen(path, "w") : 0;
    if (!f) return;
    fprintf(f, "%ld %ld %ld %ld %ld\n", pushes, pops, marks, starts, ends);
    fclose(f);
    if (events) fclose(events);
}

#ifndef NO_SYMBOL
static NvtxFunctionPointer **table(const NvtxExportTableCallbacks *cb, NvtxCallbackModule m, unsigned size) {
    NvtxFunctionTable t = 0;
    unsigned n = 0;
    if (!cb->GetModuleFunctionTable(m, &t, &n) || n != size) return 0;
    return t;
}

int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t get) {
#ifdef REFUSE
    return 0;
#endif
    const NvtxExportTableCallbacks *cb = get(NVTX_ETID_CALLBACKS);
    const NvtxExportTableVersionInfo *info = get(NVTX_ETID_VERSIONINFO);
    if (!cb || cb->struct_size != sizeof *cb || !info || info->struct_size != sizeof *info || info->version != NVTX_VERSION) return 0;
    info->SetInjectionNvtxVersion(1);
    NvtxFunctionPointer **core = table(cb, NVTX_CB_MODULE_CORE, NVTX_CBID_CORE_SIZE);
    NvtxFunctionPointer **core2 = table(cb, NVTX_CB_MODULE_CORE2, NVTX_CBID_CORE2_SIZE);
    if (!core || !core2 || !table(cb, NVTX_CB_MODULE_CUDA, NVTX_CBID_CUDA_SIZE) || !table(cb, NVTX_CB_MODULE_OPENCL, NVTX_CBID_OPENCL_SIZE) ||
        !table(cb, NVTX_CB_MODULE_CUDART, NVTX_CBID_CUDART_SIZE) || !table(cb, NVTX_CB_MODULE_SYNC, NVTX_CBID_SYNC_SIZE))
        return 0;
    *core[NVTX_CBID_CORE_NameOsThreadA] = (NvtxFunctionPointer)thread;
    *core2[NVTX_CBID_CORE2_DomainMarkEx] = (NvtxFunctionPointer)mark;
    *core2[NVTX_CBID_CORE2_DomainRangeStartEx] = (NvtxFunctionPointer)start;
    *core2[NVTX_CBID_CORE2_DomainRangeEnd] = (NvtxFunctionPointer)end;
    *core2[NVTX_CBID_CORE2_DomainRangePushEx] = (NvtxFunctionPointer)push;
    *core2[NVTX_CBID_CORE2_DomainRangePop] = (NvtxFunctionPointer)pop;
    *core2[NVTX_CBID_CORE2_DomainNameCategoryA] = (NvtxFunctionPointer)category;
    *core2[NVTX_CBID_CORE2_DomainRegisterStringA] = (NvtxFunctionPointer)registered;
    *core2[NVTX_CBID_CORE2_DomainCreateA] = (NvtxFunctionPointer)created;
    const char *path = getenv("ORACLE_EVENTS");
    if (path) events = fopen(path, "w");
    atexit(bye);
    return 1;
}
#endif
