package main

import "fmt"

// A scenario is a step and what has to come of it.
type scenario struct {
	tool, name string
	files      func(dir, root string) error // writes the files of this run
	inputs     map[string]string
	push       string // branch of a push; "": a pull request to main
	runs       []workflowRun
	artifacts  map[string][]artifact
	forbidden  bool // the token may not read artifacts

	code                 int
	baseline             string   // the output baseline-run
	nothing              bool     // the step leaves no artifact
	says, never          []string // patterns in the summary of the job
	commands, noCommands []string // patterns in the annotations
	records              string   // id of the run whose artifact this one becomes
}

// with returns inputs: files, and pairs of name and value.
func with(files string, more ...string) map[string]string {
	m := map[string]string{"files": files}
	for k := 0; k+1 < len(more); k += 2 {
		m[more[k]] = more[k+1]
	}
	return m
}

// hostile are names of files, or parts of them, that attack what shows them.
var hostile = []string{"a b", "$(touch owned)", "`touch owned`", "-rf", "::error::owned", "##[error]owned", "x\n::error::owned", "%0A", "<b>|*?\"", "[link](http:x)", ".hidden", "é"}

// slowName is the name of a phase that attacks annotations and Markdown.
const slowName = "evil 100%, a:b\r\n::error::owned|<b>"

// none are annotations of problems.
var none = []string{"(?m)^::error", "(?m)^::warning"}

// scenarios are the checks.
func scenarios() []scenario { return append(times(), structures()...) }

// artifactsOf returns the artifacts of runs that have one of this name.
func artifactsOf(name string, expired bool, ids ...string) map[string][]artifact {
	m := map[string][]artifact{}
	for _, id := range ids {
		m[id] = []artifact{{"other", false}, {name, expired}}
	}
	return m
}

func times() []scenario {
	const name = "nrprof-compare"
	limit := with("*.json", "fail-above", "5%")
	old := []workflowRun{{ID: 17}}
	there := artifactsOf(name, false, "17")
	odd := func(k int) string { return hostile[k] + ".json" }
	list := []scenario{
		{name: "no baseline yet", files: side{runs: 6, seed: 1}.write, inputs: limit, records: "17",
			says: []string{`(?m)^## nrprof compare: no baseline yet$`, `The baseline begins with the next successful run on main`}, commands: []string{"(?m)^::notice title=nrprof compare%3A no baseline yet::"}, noCommands: none},
		{name: "no baseline, hostile phase", files: side{runs: 6, seed: 1, solve: slowName}.write, inputs: limit, records: "18"},
		{name: "no baseline on the branch of the baseline", files: side{runs: 6, seed: 1}.write, inputs: limit, push: "main", says: []string{`The baseline begins now, with this run\.`}, noCommands: none},
		{name: "a branch without pull request", files: side{runs: 6, seed: 2}.write, inputs: limit, push: "topic", runs: old, artifacts: there, baseline: "17", noCommands: none},
		{name: "another branch", files: side{runs: 6, seed: 2}.write, inputs: with("*.json", "branch", "release"), runs: append([]workflowRun{{ID: 16, Branch: "release"}}, old...), artifacts: there, says: []string{`on release has`}},
		{name: "A/A", files: side{runs: 6, seed: 2}.write, inputs: limit, runs: old, artifacts: there, baseline: "17",
			says: []string{`Baseline: \[run 17\]\(https://github.com/owner/repository/actions/runs/17\) on main`, `linear\\?_solve`}, never: []string{"mermaid"}, noCommands: []string{"::"}},
		{name: "a slow phase", files: side{runs: 6, seed: 2, factor: 1.5}.write, inputs: limit, runs: old, artifacts: there, baseline: "17", code: 3,
			says:     []string{"(?m)^```mermaid$", `"linear_solve steady"`, `bar \[1[0-9][0-9]`},
			commands: []string{`(?m)^::error title=slower%3A linear_solve::linear_solve \(phase, steady, time\): \+[45][0-9.]+ %25, 1[0-9.]* ms → 1[0-9.]* ms, p = 0\.[0-9]+, 6 and 6 runs; the threshold is \+5 %25$`}, noCommands: []string{"build_system"}},
		{name: "a slow phase, without threshold", files: side{runs: 6, seed: 2, factor: 1.5}.write, inputs: with("*.json"), runs: old, artifacts: there, baseline: "17",
			commands: []string{`(?m)^::warning title=slower%3A linear_solve::`}, noCommands: none[:1]},
		{name: "a fast phase", files: side{runs: 6, seed: 2, factor: 0.5}.write, inputs: limit, runs: old, artifacts: there, baseline: "17",
			commands: []string{`(?m)^::notice title=faster%3A linear_solve::.* -[45][0-9.]+ %25`}, noCommands: none},
		{name: "a hostile slow phase", files: side{runs: 6, seed: 2, factor: 1.5, solve: slowName}.write, inputs: limit, runs: []workflowRun{{ID: 18}}, artifacts: artifactsOf(name, false, "18"), baseline: "18", code: 3,
			commands: []string{`(?m)^::error title=slower%3A evil 100%25%2C a%3Ab%0D%0A%3A%3Aerror%3A%3Aowned\|<b>::evil 100%25, a:b%0D%0A::error`}, never: []string{"<b>"}},
		{name: "hostile file names", files: side{runs: len(hostile), seed: 2, names: odd}.write, inputs: limit, runs: old, artifacts: there, baseline: "17", never: []string{"<b>"}, noCommands: none},
		{name: "the artifact has expired", files: side{runs: 6, seed: 2}.write, inputs: limit, runs: old, artifacts: artifactsOf(name, true, "17"),
			says: []string{`of run 17 on main has expired`}, noCommands: none},
		{name: "the newest artifact has expired", files: side{runs: 6, seed: 2}.write, inputs: limit, runs: append([]workflowRun{{ID: 20}}, old...),
			artifacts: map[string][]artifact{"20": {{name, true}}, "17": {{name, false}}}, baseline: "17", noCommands: none},
		{name: "runs that are no baseline", files: side{runs: 6, seed: 2}.write, inputs: limit,
			runs:      []workflowRun{{ID: 21, Event: "pull_request"}, {ID: 22, Head: map[string]int{"id": 2}}, {ID: 23, Workflow: 6}, {ID: 24, Conclusion: "failure"}, {ID: 25, Branch: "topic"}, {ID: 26}},
			artifacts: artifactsOf(name, false, "21", "22", "23", "24", "25"), says: []string{"no baseline yet"}},
		{name: "too few runs", files: side{runs: 2, seed: 2}.write, inputs: limit, runs: old, artifacts: there, baseline: "17", code: 1, says: []string{"no test was possible"}, commands: []string{"::error title=nrprof compare::nrprof: error: --fail-above: no test was possible"}},
		{name: "too few runs, warn", files: side{runs: 2, seed: 2}.write, inputs: with("*.json", "fail-above", "5%", "incomparable", "warn"), runs: old, artifacts: there, baseline: "17", commands: []string{"::warning title=nrprof compare%3A not tested::"}, noCommands: none[:1]},
		{name: "no permission", files: side{runs: 6, seed: 2}.write, inputs: limit, forbidden: true, code: 1, commands: []string{"::error title=nrprof compare::gh api: .*HTTP 403.*actions: read"}},
		{name: "not a trace", files: text("0.json", "{]"), inputs: limit, code: 1, nothing: true, commands: []string{"::error title=nrprof compare::nrprof cannot read the files: "}},
		{name: "no such file", files: text("0.json", "{}"), inputs: with("*.nrt"), code: 2, nothing: true, commands: []string{"::error .*there is no \\*\\.nrt"}},
		{name: "files of two sorts", files: text("0.json", "{}"), inputs: with("0.json\n*.json\n/dev/null"), code: 2, nothing: true, commands: []string{"::error title=nrprof compare::files: "}},
		{name: "an unknown part of the key", files: side{runs: 6, seed: 2}.write, inputs: with("*.json", "vary", "nothing"), runs: old, artifacts: there, baseline: "17", code: 2, commands: []string{"::error .*--vary"}},
		{name: "a name with a slash", files: text("0.json", "{}"), inputs: with("*.json", "name", "a/b"), code: 2, nothing: true, commands: []string{"::error .*name: want"}},
	}
	for k := range list {
		list[k].tool = "nrprof"
	}
	return list
}

func structures() []scenario {
	const name = "analyze-compare"
	limit := with("*.mtx", "fail-above", "5%")
	old := []workflowRun{{ID: 30}}
	there := artifactsOf(name, false, "30")
	jacobian := func(from string) func(dir, root string) error { return matrices(matrix{"jacobian.mtx", from}) }
	var odd []matrix
	for k, h := range hostile {
		if h == ".hidden" || k%3 == 0 { // each takes a second
			odd = append(odd, matrix{h + ".mtx", "ladder.mtx"})
		}
	}
	list := []scenario{
		{name: "no baseline yet", files: jacobian("ladder.mtx"), inputs: limit, records: "30", says: []string{"no baseline yet"}, noCommands: none},
		{name: "the same matrix", files: jacobian("ladder.mtx"), inputs: limit, runs: old, artifacts: there, baseline: "30", says: []string{`Baseline: \[run 30\]`}, noCommands: []string{"::"}},
		{name: "another structure", files: jacobian("mul4_it1.mtx"), inputs: limit, runs: old, artifacts: there, baseline: "30", code: 3, says: []string{`(?i)best orderings`, `\| nnz `},
			commands: []string{`(?m)^::error title=grew%3A jacobian\.mtx::jacobian\.mtx: least fill \+[0-9.]+ %25, 424 → [0-9]+; the threshold is \+5 %25$`, `(?m)^::warning title=other structure%3A jacobian\.mtx::jacobian\.mtx: .*rows `}},
		{name: "another structure, without threshold", files: jacobian("mul4_it1.mtx"), inputs: with("jacobian.mtx"), runs: old, artifacts: there, baseline: "30", commands: []string{`::warning title=grew%3A jacobian\.mtx`}, noCommands: none[:1]},
		{name: "a new matrix", files: matrices(matrix{"jacobian.mtx", "ladder.mtx"}, matrix{"deep/new.mtx", "ladder.mtx"}), inputs: with("*.mtx\ndeep/*.mtx\n"), runs: old, artifacts: there, baseline: "30",
			says: []string{`The baseline does not have deep`}, noCommands: none},
		{name: "a matrix that is gone", files: matrices(matrix{"new.mtx", "ladder.mtx"}), inputs: with("new.mtx"), runs: old, artifacts: there, baseline: "30", commands: []string{"::warning .*The baseline has jacobian.mtx, and this run does not"}},
		{name: "hostile file names", files: matrices(odd...), inputs: with("*.mtx\n.hidden.mtx"), runs: old, artifacts: there, baseline: "30", never: []string{"<b>"}, noCommands: none[:1]},
		{name: "two matrices of one name", files: matrices(matrix{"a_b.mtx", "ladder.mtx"}, matrix{"a b.mtx", "ladder.mtx"}), inputs: limit, code: 2, nothing: true, commands: []string{"::error .*two files have the name"}},
		{name: "the artifact has expired", files: jacobian("ladder.mtx"), inputs: limit, runs: old, artifacts: artifactsOf(name, true, "30"), says: []string{"of run 30 on main has expired"}, noCommands: none},
		{name: "not a matrix", files: text("a.mtx", "no matrix\n"), inputs: limit, code: 1, nothing: true, commands: []string{"::error title=analyze compare::analyze: error: "}},
		{name: "not a matrix, hostile name", files: text("##[error]owned.mtx", "no matrix\n"), inputs: limit, code: 1, nothing: true, commands: []string{"::error title=analyze compare::analyze: error: ##\\[error\\]owned"}},
		{name: "a bad threshold", files: jacobian("ladder.mtx"), inputs: with("*.mtx", "fail-above", fmt.Sprintf("%d %%", 5)), code: 2, nothing: true},
	}
	for k := range list {
		list[k].tool = "analyze"
	}
	return list
}
