package main

// A scenario is a step and what has to come of it.
type scenario struct {
	name   string
	inputs map[string]string // DIR in a value is the directory of the checks; xla-flags is XLA_FLAGS of the job
	delay  string            // of a step of steps.c, in µs

	code    int      // exit code of the step
	profile int      // that of nrprof nsys, the output exit-code
	says    []string // patterns in the summary of the job
	never   []string // patterns that are not in it
	outputs []string // those that the step sets
	leaves  []string // files that have to be there, besides others
	records string   // directory that the artifact becomes, for later scenarios
}

// report are the files of a run with a report.
var report = []string{"nsys.nsys-rep", "nsys.sqlite", "nsys.md", "nsys_key.json", "nsys_runner_key.json", "nsys.pftrace", "nsys_phases.md", "nsys_diagnose.md"}

// reported are the outputs of a run with a report.
var reported = []string{"exit-code", "report", "sqlite", "perfetto"}

// slow and fast are steps of which the slow one takes three times as long.
const (
	fast = "2000"
	slow = "6000"
)

// steps runs steps.c, which links nothing of the directory it runs in.
func steps(how, runs string, more ...string) map[string]string {
	m := map[string]string{"command": "exec DIR/steps " + how, "runs": runs}
	for k := 0; k+1 < len(more); k += 2 {
		m[more[k]] = more[k+1]
	}
	return m
}

// scenarios are the checks.
func scenarios() []scenario {
	against := []string{"baseline", "DIR/baseline"}
	threshold := append(against, "fail-above", "50%")
	return []scenario{
		{
			name: "run", inputs: map[string]string{"circuit": "ring"}, outputs: reported, leaves: report,
			says:  []string{`(?m)^## nsys: nsys$`, `\| ended with \| status 0 \|`, `(?m)^\| · timestep \|`, `(?m)^## nsys\.sqlite: `, `\| rules \| `},
			never: []string{"ended with exit code", "→"},
		},
		{
			name: "crash inside a range", inputs: steps("segv-inside", "1"), code: 139, profile: 139, outputs: reported, leaves: report,
			says: []string{`The program ended with status 139 \(segmentation fault\) while the NVTX range "(linear\\_)?solve" was open, .* counted as a failure`, `(?m)^\| transient \|`},
		},
		{name: "baseline is recorded", inputs: steps("exit", "4"), delay: fast, outputs: reported, leaves: append(report, "nsys.4.sqlite", "nsys.4_key.json"), records: "baseline"},
		{
			name: "as fast as the baseline", inputs: steps("exit", "4", threshold...), delay: fast, outputs: reported, leaves: append(report, "nsys_compare.md"),
			says: []string{`(?m)^## .* → `, `\| runs \| 4 → 4 \|`, `timestep`},
		},
		{
			name: "slower than the baseline", inputs: steps("exit", "4", threshold...), delay: slow, code: 3, outputs: reported, leaves: append(report, "nsys_compare.md"),
			says: []string{`(?m)^## .* → `, `\| runs \| 4 → 4 \|`, `nrprof compare ended with exit code 3`},
		},
		{
			name: "too few runs for a verdict", inputs: steps("exit", "1", threshold...), delay: slow, code: 1, outputs: reported, leaves: report,
			says: []string{`no test was possible`, `nrprof compare ended with exit code 1`},
		},
		{
			name: "other variables", inputs: steps("exit", "1", append(against, "xla-flags", "--xla_a=1")...), delay: fast, outputs: reported, leaves: report,
			says: []string{`are not comparable: env\.XLA_FLAGS`, `nrprof compare ended with exit code 1`},
		},
		{
			name: "other variables, on purpose", inputs: steps("exit", "1", append(against, "vary", "env.XLA_FLAGS", "xla-flags", "--xla_a=1")...), delay: fast, outputs: reported, leaves: append(report, "nsys_compare.md"),
			says: []string{`(?m)^## .* → `}, never: []string{"do not compare"},
		},
		{name: "slower, without threshold", inputs: steps("exit", "1", against...), delay: slow, outputs: reported, leaves: append(report, "nsys_compare.md"), says: []string{`(?m)^## .* → `}},
		{
			name: "XLA log", outputs: reported, leaves: append(report, "nsys.log"),
			inputs: map[string]string{"xla-log": "true", "command": `test "$TF_CPP_MIN_LOG_LEVEL" = 0; for i in 0 1 2 3 4; do for what in condition body; do echo "2026-03-11 02:59:55.12345$i: I[ 1234] xla/backends/gpu/runtime/while_thunk.cc:99] Executing WhileThunk $what computation; iter=$i" >&2; done; done; DIR/steps exit`},
			says:   []string{`(?m)^### while-not-captured$`, `nsys\.log: xlalog/v1`},
		},
		{name: "no such program", inputs: map[string]string{"command": "exec ./nothing"}, code: 127, profile: 127, outputs: reported, leaves: report[:5], says: []string{`\| ended with \| status 127 \|`}},
		{name: "no report", inputs: map[string]string{"command": "exec DIR/steps exit", "capture": "nvtx=nothing"}, code: 1, profile: 1, outputs: []string{"exit-code"}, leaves: []string{"nsys_runner_key.json"}, says: []string{`nrprof nsys ended with exit code 1 and made no nsys\.nsys-rep`}},
		{name: "command and circuit", inputs: map[string]string{"command": "true", "circuit": "ring"}, code: 2},
		{name: "baseline is not there", inputs: map[string]string{"circuit": "ring", "baseline": "DIR/nothing"}, code: 2},
		{name: "threshold without baseline", inputs: map[string]string{"circuit": "ring", "fail-above": "5%"}, code: 2},
	}
}
