package stats

import (
	"errors"
	"strings"
	"testing"
)

const iterationHeader = "Range,PID,TID,Index,Start (ns),Wall (ns),GPU Busy (ns),GPU Ops,API Calls,Launches,Graph Launches,Scalar Reads,Sync Calls,Sync Time (ns)"

// newton is a Newton loop on the host: in each iteration two kernels that
// overlap, the copy of a norm to the host, and a wait for it.
func newton(domain any) exportRows {
	x := exportRows{}
	x.add("NVTX_EVENTS", 5, nil, 75, "nrkit", nil, main7, nil, 1)
	x.add("NVTX_EVENTS", 10, 1000, 59, "timestep", nil, main7, nil, domain)
	for i := range 2 {
		at, id := 100+400*i, 10*i
		x.add("NVTX_EVENTS", at, at+300, 59, "nr_iteration", nil, main7, nil, domain)
		x.add("NVTX_EVENTS", at+200, at+290, 59, "convergence", nil, main7, nil, domain)
		for k := range 2 {
			x.add("CUPTI_ACTIVITY_KIND_RUNTIME", at+10*k+1, at+10*k+5, 1, main7, id+k, text("cuLaunchKernel"), 0)
			x.add("CUPTI_ACTIVITY_KIND_KERNEL", at+30+30*k, at+80+30*k, 0, 1, nil, 7, id+k, proc, nil, text("f(int)"), text("f"), 1, 1, 1, 32, 1, 1, 16, 0, 0)
		}
		x.add("CUPTI_ACTIVITY_KIND_RUNTIME", at+210, at+215, 1, main7, id+2, text("cuMemcpyDtoHAsync_v2"), 0)
		x.add("CUPTI_ACTIVITY_KIND_MEMCPY", at+230, at+233, 0, 1, nil, 7, id+2, proc, nil, 8, 2, 2, 1, nil)
		x.add("CUPTI_ACTIVITY_KIND_RUNTIME", at+220, at+280, 1, main7, id+3, text("cuStreamSynchronize"), 0)
	}
	x.add("CUPTI_ACTIVITY_KIND_RUNTIME", 950, 990, 1, main7, 30, text("cuCtxSynchronize"), 0)
	return x
}

func TestIterations(t *testing.T) {
	want := joined(iterationHeader,
		"nrkit:nr_iteration,42,7,0,100,300,83,3,4,3,0,1,1,60",
		"nrkit:nr_iteration,42,7,1,500,300,83,3,4,3,0,1,1,60")
	for _, name := range []string{"", "nr_iteration", "nr_iteration@nrkit"} {
		if got := newton(1).csv(t, "nr_iteration_gpu", Options{Iterations: name}); got != want {
			t.Errorf("%q: got\n%s\nwant\n%s", name, got, want)
		}
	}
	want = joined(iterationHeader, "timestep,42,7,0,10,990,166,6,9,6,0,2,3,160")
	for _, name := range []string{"timestep", "timestep@"} {
		if got := newton(nil).csv(t, "nr_iteration_gpu", Options{Iterations: name}); got != want {
			t.Errorf("%q: got\n%s\nwant\n%s", name, got, want)
		}
	}
	for _, name := range []string{"nr", "nr_iteration@other", "nr_iteration@"} {
		_, err := Run(newton(1).open(t), "nr_iteration_gpu", Options{Iterations: name})
		if !errors.Is(err, ErrNoData) || !strings.Contains(err.Error(), "no NVTX range has the name "+name+":") {
			t.Errorf("%q: got %v", name, err)
		}
	}
}

func TestRangeArgument(t *testing.T) {
	report, o, err := Parse("nr_iteration_gpu:range=step@nrkit")
	if err != nil || report != "nr_iteration_gpu" || o.Iterations != "step@nrkit" || Check(report, o) != nil {
		t.Errorf("got %s, %+v, %v", report, o, err)
	}
	if Check("nvtx_sum", o) == nil {
		t.Error("nvtx_sum takes no range")
	}
	if _, _, err := Parse("nr_iteration_gpu:range="); err == nil {
		t.Error("a range without a name is none")
	}
}

func TestSyncs(t *testing.T) {
	want := joined("Total Time (ns),Calls,Avg (ns),Max (ns),Scalar Reads,Scalar Time (ns),PID,API Name,Range Path",
		"120,2,60.0,60,2,120,42,cuStreamSynchronize,nrkit:timestep/nrkit:nr_iteration/nrkit:convergence",
		"40,1,40.0,40,0,0,42,cuCtxSynchronize,nrkit:timestep")
	if got := newton(1).csv(t, "nr_sync", Options{}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
