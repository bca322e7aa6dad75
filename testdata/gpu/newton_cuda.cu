// Newton's method for many diodes behind resistors, one thread each, with NVTX
// ranges around its phases.
//
//	nvcc -O2 -std=c++17 -o newton_cuda newton_cuda.cu -ldl
//	./newton_cuda [--graph] [STEPS] [DIODES]
//
// With --graph the kernels of an iteration are captured into a CUDA graph once,
// and each iteration launches it. The program prints how many ranges of each
// name it opened, and fails when a step does not converge or a voltage is wrong.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#define CHECK(call)                                                                        \
	do {                                                                               \
		cudaError_t e = (call);                                                    \
		if (e != cudaSuccess) {                                                    \
			fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(e));         \
			exit(1);                                                           \
		}                                                                          \
	} while (0)

constexpr double saturation = 1e-14, thermal = 0.02585, conductance = 1e-3;
constexpr int most_iterations = 60;
constexpr double tolerance = 1e-12;

// build computes the residual and the derivative of each equation
// g·(v − source) + Is·(exp(v/Vt) − 1) = 0.
__global__ void build(int n, double source, const double *v, double *f, double *df)
{
	int k = blockIdx.x * blockDim.x + threadIdx.x;
	if (k >= n)
		return;
	double s = source * (1 + k / (double)n), e = saturation * exp(v[k] / thermal);
	f[k] = conductance * (v[k] - s) + e - saturation;
	df[k] = conductance + e / thermal;
}

// solve takes the step of each equation, limited to 0.1 V.
__global__ void solve(int n, const double *f, const double *df, double *v, double *step)
{
	int k = blockIdx.x * blockDim.x + threadIdx.x;
	if (k >= n)
		return;
	double d = -f[k] / df[k];
	d = fmin(fmax(d, -0.1), 0.1);
	v[k] += d;
	step[k] = fabs(d);
}

// largest finds the largest step; one block.
__global__ void largest(int n, const double *step, double *result)
{
	__shared__ double part[256];
	double m = 0;
	for (int k = threadIdx.x; k < n; k += blockDim.x)
		m = fmax(m, step[k]);
	part[threadIdx.x] = m;
	__syncthreads();
	for (int half = blockDim.x / 2; half > 0; half /= 2) {
		if (threadIdx.x < half)
			part[threadIdx.x] = fmax(part[threadIdx.x], part[threadIdx.x + half]);
		__syncthreads();
	}
	if (threadIdx.x == 0)
		*result = part[0];
}

// Solver holds the vectors on the device.
struct Solver {
	int n;
	double *v, *f, *df, *step, *result;
	cudaStream_t stream;
	long iterations = 0;

	explicit Solver(int n) : n(n)
	{
		for (double **p : {&v, &f, &df, &step})
			CHECK(cudaMalloc(p, n * sizeof(double)));
		CHECK(cudaMalloc(&result, sizeof(double)));
		CHECK(cudaMemset(v, 0, n * sizeof(double)));
		CHECK(cudaStreamCreate(&stream));
	}

	int blocks() const { return (n + 255) / 256; }
	void launch_build(double source) { build<<<blocks(), 256, 0, stream>>>(n, source, v, f, df); }
	void launch_solve() { solve<<<blocks(), 256, 0, stream>>>(n, f, df, v, step); }
	void launch_largest() { largest<<<1, 256, 0, stream>>>(n, step, result); }

	// converged waits for the iteration and tells whether it was the last.
	bool converged()
	{
		double m;
		CHECK(cudaGetLastError());
		CHECK(cudaMemcpyAsync(&m, result, sizeof m, cudaMemcpyDeviceToHost, stream));
		CHECK(cudaStreamSynchronize(stream));
		return m < tolerance;
	}

	// iterate launches the kernels of an iteration one by one.
	bool iterate(double source)
	{
		nvtxRangePushA("build_system");
		launch_build(source);
		nvtxRangePop();
		nvtxRangePushA("linear_solve");
		launch_solve();
		nvtxRangePop();
		nvtxRangePushA("convergence");
		launch_largest();
		bool done = converged();
		nvtxRangePop();
		return done;
	}

	// iterate_graph launches them as one graph.
	bool iterate_graph(cudaGraphExec_t graph)
	{
		CHECK(cudaGraphLaunch(graph, stream));
		nvtxRangePushA("convergence");
		bool done = converged();
		nvtxRangePop();
		return done;
	}

	// capture records an iteration as a graph.
	cudaGraphExec_t capture(double source)
	{
		cudaGraph_t graph;
		cudaGraphExec_t exec;
		CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
		launch_build(source);
		launch_solve();
		launch_largest();
		CHECK(cudaStreamEndCapture(stream, &graph));
		CHECK(cudaGraphInstantiateWithFlags(&exec, graph, 0));
		CHECK(cudaGraphDestroy(graph));
		return exec;
	}

	// timestep iterates until the largest step is small.
	void timestep(double source, bool graph)
	{
		cudaGraphExec_t exec = nullptr;
		if (graph)
			exec = capture(source);
		bool done = false;
		for (int k = 0; k < most_iterations && !done; k++) {
			nvtxRangePushA("nr_iteration");
			done = graph ? iterate_graph(exec) : iterate(source);
			nvtxRangePop();
			iterations++;
		}
		if (!done) {
			fprintf(stderr, "no convergence at %g V\n", source);
			exit(1);
		}
		if (exec)
			CHECK(cudaGraphExecDestroy(exec));
	}

	// worst returns the largest residual, computed on the host.
	double worst(double source)
	{
		std::vector<double> host(n);
		CHECK(cudaMemcpy(host.data(), v, n * sizeof(double), cudaMemcpyDeviceToHost));
		double m = 0;
		for (int k = 0; k < n; k++) {
			double s = source * (1 + k / (double)n);
			m = fmax(m, fabs(conductance * (host[k] - s) + saturation * expm1(host[k] / thermal)));
		}
		return m;
	}
};

int main(int argc, char **argv)
{
	bool graph = false;
	int numbers[2] = {20, 1 << 16}, given = 0; // steps, diodes
	for (int k = 1; k < argc; k++) {
		if (!strcmp(argv[k], "--graph"))
			graph = true;
		else if (given < 2 && (numbers[given] = atoi(argv[k])) > 0)
			given++;
		else {
			fprintf(stderr, "usage: newton_cuda [--graph] [STEPS] [DIODES]\n");
			return 2;
		}
	}
	int steps = numbers[0];
	Solver solver(numbers[1]);
	double source = 0;
	nvtxRangePushA("transient");
	for (int k = 0; k < steps; k++) {
		nvtxRangePushA("timestep");
		source = 2.0 * (k + 1) / steps;
		solver.timestep(source, graph);
		nvtxRangePop();
	}
	nvtxRangePop();
	double residual = solver.worst(source);
	if (!(residual < 1e-9)) {
		fprintf(stderr, "residual %g A, want less than 1e-9\n", residual);
		return 1;
	}
	long kernels = graph ? 0 : solver.iterations;
	printf("transient 1\ntimestep %d\nnr_iteration %ld\nbuild_system %ld\nlinear_solve %ld\nconvergence %ld\n", steps,
	       solver.iterations, kernels, kernels, solver.iterations);
	return 0;
}
