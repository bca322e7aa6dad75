package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/trace"
)

// TestDiagnoseExitCodes: 0 whatever is found, 3 where that is as severe as
// --fail-on says, 2 for a mistake.
func TestDiagnoseExitCodes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "demo.nrt")
	if err := writeCapture(path); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]int{
		"":                                  0,
		"--exit-code 139":                   0,
		"--exit-code 139 --fail-on info":    3,
		"--exit-code 139 --fail-on warning": 3,
		"--exit-code 139 --fail-on error":   0,
		"--fail-on everything":              2,
		"--exit-code x":                     2,
	} {
		var stdout, stderr bytes.Buffer
		if got := run(append([]string{"diagnose", path}, strings.Fields(args)...), nil, &stdout, &stderr); got != want {
			t.Errorf("%s: got exit code %d, want %d\n%s%s", args, got, want, &stdout, &stderr)
		}
		if (stdout.Len() > 0) != (want != 2) {
			t.Errorf("%s: exit code %d and standard output %q", args, want, &stdout)
		}
	}
}

// expected lists what diagnose finds in the files of $NRKIT_ORACLE/nsys and
// $NRKIT_ORACLE/traces, with the figure that says so. Files that are not listed
// have no findings.
func expected() map[string][]string {
	return map[string][]string{
		// cudaMallocManaged takes 73,126,943 ns (nrprof stats cuda_api_sum) of the
		// 85,988,587 ns from cuModuleGetLoadingMode to the end of the last call.
		// CUPTI: Resource Management, in PROFILER_OVERHEAD, takes 6,710,048 ns of it.
		"MosesChuka_EasyCUDA__nsys_easy_old.sqlite": {"startup-dominates", "timer-distortion"},
		// CUDA profiling initialization, in PROFILER_OVERHEAD, takes 123,141,999 ns
		// from 224.6 ms on, after the first NVTX range; with CUPTI's 10,387,890 ns it
		// is 6.6 % of 2.02 s. Kernels and copies cover 373,273,080 ns of the 1,097,327,843
		// from the first to the last, with MPI_Send and MPI_Recv between them.
		// 1312 cudaDeviceSynchronize for 1312 kernels: 301,652,956 ns in which the
		// stream does nothing for 38,556,464 ns: the time from the first to the last less
		// that of the kernels and copies.
		"hpcgroup_pipit__perlmutter-cloverleaf-cuda.sqlite": {"per-iteration-dtoh-sync"},
		// 33 cudaStreamSynchronize (324,534,733 ns) of two threads, 16.7 ms apart at
		// the median, after 34 copies of up to 8 bytes or so to the devices.
		"GindaChen_nsys-ai__mfu_2gpu_before.sqlite": {"per-iteration-dtoh-sync"},
		// Kernels cover 3,475,484 ns of 9,456,212, between which Python makes arrays:
		// 12 calls of ones take 5.03 ms (nrprof phases).
		"TraceLens__mi300_jax08_gemm.xplane.pb": {"gpu-idle"},
		// Kernels cover 3,880,724 ns of 9,977,851, of 75 operations, one by one from Python.
		"TraceLens__mi300_jax08_elementwise.xplane.pb": {"gpu-idle"},
		// DIAGNOSTIC_EVENT has, of severity 2, at 152,326,118 ns "Not all NVTX events might
		// have been collected." and at 152,339,568 "CUDA profiling might have not been
		// started correctly.", of the one process; there is no event of either.
		"D-W-Chiang_JACC.jl__report1.sqlite":                     {"dropped-ranges"},
		"hpcgroup_pipit__saxpy-mpi-cuda_nsys_perlmutter0.sqlite": {"gpu-idle", "timer-distortion"},
	}
}

// TestDiagnoseOfRealFiles compares the findings in every file with the list.
func TestDiagnoseOfRealFiles(t *testing.T) {
	root := os.Getenv("NRKIT_ORACLE")
	if root == "" {
		t.Skip("NRKIT_ORACLE is not set")
	}
	want := expected()
	files := 0
	for _, dir := range []string{"nsys", "traces/chrome", "traces/jax", "traces/kineto"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Base(filepath.Dir(path)) == "oracle" || strings.Contains(path, "/oracle/") {
				return err
			}
			files++
			got := diagnosed(t, path)
			if w := want[d.Name()]; !slices.Equal(got, w) {
				t.Errorf("%s: got findings %v, want %v", d.Name(), got, w)
			}
			delete(want, d.Name())
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 35 || len(want) > 0 {
		t.Errorf("read %d files, want 35 or more, and all of %v", files, want)
	}
}

// diagnosed returns the rules that find something in a file, sorted.
func diagnosed(t *testing.T, path string) []string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := run([]string{"diagnose", path, "--json"}, nil, &stdout, &stderr); code != 0 {
		t.Fatalf("%s: exit code %d: %s", path, code, &stderr)
	}
	var r diagnose.Result
	if err := json.Unmarshal(stdout.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	var rules []string
	for _, f := range r.Findings {
		rules = append(rules, f.Rule)
	}
	slices.Sort(rules)
	return slices.Compact(rules)
}

// TestDiagnoseOwnRuns runs circuits as users do and looks at what is found: the
// phases of c6288, which begins without an operating point, are those of a
// sound run.
func TestDiagnoseOwnRuns(t *testing.T) {
	dir := t.TempDir()
	for circuit, want := range map[string][]string{
		"mul4": {}, // what a machine in use adds is not told: shares depend on it
	} {
		path := filepath.Join(dir, circuit+".nrt")
		var stdout, stderr bytes.Buffer
		if code := run([]string{"run", circuit, "--steps", "200", "-o", path, "--json"}, nil, &stdout, &stderr); code != 0 {
			t.Fatalf("%s: %s", circuit, &stderr)
		}
		counts := filepath.Join(dir, circuit+".json")
		if err := os.WriteFile(counts, stdout.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		got := diagnosed(t, path)
		got = slices.DeleteFunc(got, func(rule string) bool { return slices.Contains(timeDependent(), rule) })
		if !slices.Equal(got, want) && len(got)+len(want) > 0 {
			t.Errorf("%s: got %v, want %v", circuit, got, want)
		}
		stdout.Reset()
		if code := run([]string{"diagnose", path, "--run", counts, "--json"}, nil, &stdout, &stderr); code != 0 || !strings.Contains(stdout.String(), `"rule": "nr-iteration-cap", "why": `) {
			t.Errorf("%s: got exit code %d, %s%s", circuit, code, &stdout, &stderr)
		}
	}
}

// timeDependent are the rules that look at shares of time, which a busy machine
// changes.
func timeDependent() []string {
	return []string{"startup-dominates", "build-versus-solve", "timer-distortion"}
}

// TestDiagnoseRanks: a rank that builds longer is named, with the file that has
// it.
func TestDiagnoseRanks(t *testing.T) {
	dir := t.TempDir()
	args := []string{"diagnose", "--json"}
	for k, ns := range []int64{1000, 3000, 1000} {
		path := filepath.Join(dir, fmt.Sprintf("rank%d.nrt", k))
		if err := writeRank(path, ns); err != nil {
			t.Fatal(err)
		}
		args = append(args, path)
	}
	var stdout, stderr bytes.Buffer
	if code := run(args, nil, &stdout, &stderr); code != 0 {
		t.Fatal(&stderr)
	}
	if want := "Of 3 ranks, rank 1 in build_system takes"; !strings.Contains(stdout.String(), want) {
		t.Errorf("got %s, want %q", &stdout, want)
	}
}

// writeRank writes a capture of one iteration whose device evaluation takes ns.
func writeRank(path string, ns int64) error {
	names := []string{trace.PhaseIteration, trace.PhaseBuildSystem}
	events := []trace.Event{
		{Time: 0, Index: trace.NoIndex, Name: 0, Kind: trace.Begin},
		{Time: 0, Index: trace.NoIndex, Name: 1, Kind: trace.Begin},
		{Time: ns, Index: trace.NoIndex, Name: 1, Kind: trace.End},
		{Time: ns + 10, Index: trace.NoIndex, Name: 0, Kind: trace.End},
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	t := trace.FromEvents(trace.Header{Program: "job"}, names, []trace.Track{{Process: 1, Thread: 1, Device: -1}}, events)
	if err := trace.Save(f, t); err != nil {
		return err
	}
	return f.Close()
}
