/*
 * A client of NVTX 3, by NVIDIA's headers: v3 MODE [N [M]]
 *
 * Prints what a capture has to hold: "range NAME COUNT" (begun), "open COUNT"
 * (of them without an end), "mark NAME COUNT", "threads COUNT" with events on
 * them, "processes COUNT", by their numbers. Then it does what MODE says.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <nvtx3/nvToolsExt.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long n, m;

/* Ranges that leave errno as it was, whatever becomes of them, but for the first,
 * for which NVTX loads the library. */
static void pairs(long count)
{
	for (long i = 0; i < count; i += 2) {
		nvtxRangePushA("outer");
		nvtxRangePushA("inner");
		nvtxRangePop();
		nvtxRangePop();
		if (i == 0)
			errno = 12345;
	}
	if (count > 0 && errno != 12345)
		abort();
}

static void *work(void *p)
{
	pairs(n);
	return p;
}

/* n pairs on each of m threads, at most 64 at a time. */
static void threads(void)
{
	pthread_t id[64];
	for (long k = 0; k < m; k += 64) {
		long some = m - k < 64 ? m - k : 64;
		for (long i = 0; i < some; i++)
			if (pthread_create(&id[i], NULL, work, NULL) != 0)
				abort();
		for (long i = 0; i < some; i++)
			pthread_join(id[i], NULL);
	}
}

/* m children of n pairs each: every second one is made without libc, if wanted. */
static void forks(int without)
{
	pairs(n);
	for (long k = 0; k < m; k++) {
		pid_t pid = without && k % 2 ? (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) : fork();
		if (pid == 0) {
			pairs(n);
			_exit(0);
		}
		waitpid(pid, NULL, 0);
	}
	pairs(n);
}

/* Leaves two ranges open and ends as told. */
static void dies(const char *how)
{
	pairs(n);
	nvtxRangePushA("left open");
	nvtxRangeStartA("started");
	if (strcmp(how, "kill") == 0)
		kill(getpid(), SIGKILL);
	if (strcmp(how, "segv") == 0) {
		volatile int *volatile nowhere = NULL;
		*nowhere = 1;
	}
	_exit(9);
}

static nvtxEventAttributes_t attributes(const char *s)
{
	nvtxEventAttributes_t a;
	memset(&a, 0, sizeof a);
	a.version = NVTX_VERSION;
	a.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
	a.messageType = NVTX_MESSAGE_TYPE_ASCII;
	a.message.ascii = s;
	return a;
}

static nvtxRangeId_t crossing[4];

static void *end_there(void *p)
{
	nvtxNameOsThreadA((uint32_t)syscall(SYS_gettid), "ender");
	nvtxMarkA("on the other thread");
	for (int i = 0; i < 4; i++)
		nvtxRangeEnd(crossing[i]);
	return p;
}

/* All that the functions of CORE and CORE2 can say. */
static void everything(void)
{
	nvtxInitialize(NULL);
	nvtxNameOsThreadW((uint32_t)syscall(SYS_gettid), L"haupt");
	nvtxDomainHandle_t d = nvtxDomainCreateA("solver"), w = nvtxDomainCreateW(L"w\u00efde");
	nvtxStringHandle_t s = nvtxDomainRegisterStringA(d, "registered"), t = nvtxDomainRegisterStringW(d, L"\u03bb\U0001F600");
	nvtxNameCategoryA(3, "category A");
	nvtxNameCategoryW(4, L"category W");
	nvtxDomainNameCategoryA(d, 3, "category of solver");
	nvtxDomainNameCategoryW(d, 5, L"other");
	nvtxRangePushW(L"\u00e9t\u00e9");
	nvtxMarkW(L"m\u00e4rk");
	nvtxRangePop();
	nvtxRangeId_t x = nvtxRangeStartW(L"wide start");
	nvtxRangeEnd(x);
	for (int type = 1; type <= 6; type++) {
		nvtxEventAttributes_t a = attributes("with payload");
		a.category = 3;
		a.payloadType = type;
		switch (type) {
		case NVTX_PAYLOAD_TYPE_UNSIGNED_INT64: a.payload.ullValue = 42; break;
		case NVTX_PAYLOAD_TYPE_INT64: a.payload.llValue = 42; break;
		case NVTX_PAYLOAD_TYPE_DOUBLE: a.payload.dValue = 42; break;
		case NVTX_PAYLOAD_TYPE_UNSIGNED_INT32: a.payload.uiValue = 42; break;
		case NVTX_PAYLOAD_TYPE_INT32: a.payload.iValue = 42; break;
		case NVTX_PAYLOAD_TYPE_FLOAT: a.payload.fValue = 42; break;
		}
		nvtxRangePushEx(&a);
		nvtxRangePop();
	}
	nvtxEventAttributes_t a = attributes(NULL);
	a.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
	a.message.registered = s;
	if (nvtxDomainRangePushEx(d, &a) != 0)
		abort();
	a.message.registered = t;
	if (nvtxDomainRangePushEx(d, &a) != 1 || nvtxDomainRangePop(d) != 1 || nvtxDomainRangePop(d) != 0)
		abort();
	a = attributes("in w");
	nvtxDomainMarkEx(w, &a);
	nvtxDomainRangeEnd(w, nvtxDomainRangeStartEx(w, &a));
	nvtxResourceAttributes_t r;
	memset(&r, 0, sizeof r);
	nvtxDomainResourceDestroy(nvtxDomainResourceCreate(d, &r));
	/* Ranges of two domains that overlap without nesting. */
	a = attributes("crossed");
	nvtxDomainRangePushEx(d, &a);
	nvtxDomainRangePushEx(w, &a);
	nvtxDomainRangePop(d);
	nvtxDomainRangePop(w);
	/* Started here, ended there, not nested. */
	for (int i = 0; i < 4; i++)
		crossing[i] = nvtxRangeStartA("crossing");
	pthread_t id;
	pthread_create(&id, NULL, end_there, NULL);
	pthread_join(id, NULL);
	if (nvtxRangePop() >= 0)
		abort(); /* nothing is open */
	/* One address, another text each time. */
	char text[32];
	for (int i = 0; i < 100; i++) {
		snprintf(text, sizeof text, "text %d", i % 10);
		nvtxRangePushA(text);
		nvtxRangePop();
	}
	nvtxDomainDestroy(d);
}

static void handler(int signal)
{
	(void)signal;
	nvtxMarkA("in handler");
}

/* Signals come all the time, also while a thread writes for the first time. */
static void handlers(void)
{
	struct sigaction a = {.sa_handler = handler, .sa_flags = SA_RESTART};
	timer_t timer;
	struct sigevent tell = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
	struct itimerspec often = {{0, 500000}, {0, 500000}};
	handler(0); /* loads the tool, which NVTX does not let a handler interrupt */
	sigaction(SIGUSR1, &a, NULL);
	if (timer_create(CLOCK_MONOTONIC, &tell, &timer) != 0 || timer_settime(timer, 0, &often, NULL) != 0)
		abort();
	threads();
}

static void expect_everything(void)
{
	printf("range \u00e9t\u00e9 1\nmark m\u00e4rk 1\nrange wide start 1\nrange with payload 6\nrange solver:registered 1\n"
		"range solver:\u03bb\U0001F600 1\nmark w\u00efde:in w 1\nrange w\u00efde:in w 1\nrange solver:crossed 1\n"
		"range w\u00efde:crossed 1\nrange crossing 4\nmark on the other thread 1\nopen 0\nthreads 2\nprocesses 1\nstray 1\n");
	for (int i = 0; i < 10; i++)
		printf("range text %d 10\n", i);
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "";
	n = argc > 2 ? atol(argv[2]) : 0;
	m = argc > 3 ? atol(argv[3]) : 0;
	if (strcmp(mode, "threads") == 0) {
		printf("range outer %ld\nrange inner %ld\nopen 0\nthreads %ld\nprocesses 1\n", n * m / 2, n * m / 2, m);
		threads();
	} else if (strcmp(mode, "handlers") == 0) {
		printf("range outer %ld\nrange inner %ld\nopen 0\nprocesses 1\n", n * m / 2, n * m / 2);
		handlers();
	} else if (strcmp(mode, "forks") == 0 || strcmp(mode, "forks by libc") == 0) {
		printf("range outer %ld\nrange inner %ld\nopen 0\nthreads %ld\nprocesses %ld\n", n * (m + 2) / 2, n * (m + 2) / 2, m + 1, m + 1);
		fflush(stdout);
		forks(strcmp(mode, "forks") == 0);
	} else if (strcmp(mode, "exec") == 0) {
		printf("range before exec 1\nrange outer %ld\nrange inner %ld\nopen 1\nthreads 1\nprocesses 1\n", n / 2, n / 2);
		fflush(stdout);
		nvtxRangePushA("before exec");
		execl("/proc/self/exe", argv[0], "quiet", argv[2], (char *)NULL);
		return 1;
	} else if (strcmp(mode, "quiet") == 0) {
		pairs(n);
	} else if (strcmp(mode, "kill") == 0 || strcmp(mode, "segv") == 0 || strcmp(mode, "_exit") == 0) {
		printf("range outer %ld\nrange inner %ld\nrange left open 1\nrange started 1\nopen 2\nthreads 1\nprocesses 1\n", n / 2, n / 2);
		fflush(stdout);
		dies(mode);
	} else if (strcmp(mode, "endless") == 0) {
		alarm(60); /* what nobody kills must not fill the disk */
		for (;;)
			pairs(2);
	} else if (strcmp(mode, "everything") == 0) {
		expect_everything();
		fflush(stdout);
		everything();
	} else {
		return 2;
	}
	return 0;
}
