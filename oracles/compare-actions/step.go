package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

// An action is the metadata of a composite action, as far as its first step needs it.
type action struct {
	Inputs  map[string]struct{ Default string }
	Outputs map[string]struct{ Value string }
	Runs    struct {
		Steps []struct {
			Run  string
			Env  map[string]string
			With map[string]string
		}
	}
}

// expression is what stands in the place of an input.
var expression = regexp.MustCompile(`^\$\{\{ inputs\.([a-z-]+) \}\}$`)

// environ returns the variables of the first step.
func (a *action) environ(given map[string]string) ([]string, error) {
	for name := range given {
		if _, ok := a.Inputs[name]; !ok {
			return nil, fmt.Errorf("the action has no input %s", name)
		}
	}
	var env []string
	for name, value := range a.Runs.Steps[0].Env {
		m := expression.FindStringSubmatch(value)
		if m == nil {
			return nil, fmt.Errorf("%s is no input: %s", name, value)
		}
		value, ok := given[m[1]]
		if !ok {
			value = strings.ReplaceAll(a.Inputs[m[1]].Default, "${{ github.token }}", "token")
		}
		env = append(env, name+"="+value)
	}
	return env, nil
}

// A state is what testdata/gh answers from.
type state struct {
	DefaultBranch string                `json:"default_branch"`
	Forbidden     bool                  `json:"forbidden"`
	Runs          []workflowRun         `json:"runs"`
	Artifacts     map[string][]artifact `json:"artifacts"`
}

type workflowRun struct {
	ID         int            `json:"id"`
	Workflow   int            `json:"workflow_id"`
	Event      string         `json:"event"`
	Branch     string         `json:"head_branch"`
	Conclusion string         `json:"conclusion"`
	Head       map[string]int `json:"head_repository"`
	Repository map[string]int `json:"repository"`
}

type artifact struct {
	Name    string `json:"name"`
	Expired bool   `json:"expired"`
}

// current is the run that the steps belong to.
const current = 99

// check makes one check.
func (l *lab) check(c scenario) error {
	dir := filepath.Join(l.root, ".github", "actions", c.tool+"-compare")
	var a action
	text, err := os.ReadFile(filepath.Join(dir, "action.yml"))
	if err != nil {
		return err
	}
	if err := yaml.Unmarshal(text, &a); err != nil {
		return err
	}
	work, err := os.MkdirTemp(l.dir, "work")
	if err != nil {
		return err
	}
	files, err := os.MkdirTemp(l.dir, "runner")
	if err != nil {
		return err
	}
	if err := c.files(work, l.root); err != nil {
		return err
	}
	env, err := a.environ(c.inputs)
	if err != nil {
		return err
	}
	if err := answer(c, filepath.Join(files, "state.json")); err != nil {
		return err
	}
	for _, name := range []string{"output", "summary"} { // the runner makes them
		if err := os.WriteFile(filepath.Join(files, name), nil, 0o666); err != nil {
			return err
		}
	}
	cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", a.Runs.Steps[0].Run)
	cmd.Dir = work
	cmd.Env = append(os.Environ(), "PATH="+l.bin+":"+filepath.Join(l.root, "oracles/compare-actions/testdata")+":"+os.Getenv("PATH"),
		"GITHUB_OUTPUT="+filepath.Join(files, "output"), "GITHUB_STEP_SUMMARY="+filepath.Join(files, "summary"), "GITHUB_ACTION_PATH="+dir, "RUNNER_TEMP="+files,
		"GITHUB_REPOSITORY=owner/repository", fmt.Sprintf("GITHUB_RUN_ID=%d", current), "GITHUB_BASE_REF=main", "GITHUB_REF_NAME=5/merge", "FAKE_GH="+l.dir, "FAKE_GH_STATE="+filepath.Join(files, "state.json"))
	if c.push != "" {
		cmd.Env = append(cmd.Env, "GITHUB_BASE_REF=", "GITHUB_REF_NAME="+c.push)
	}
	cmd.Env = append(cmd.Env, env...)
	said, err := cmd.CombinedOutput()
	if err != nil && !errors.As(err, new(*exec.ExitError)) {
		return err
	}
	return l.compare(c, string(said), cmd.ProcessState.ExitCode(), files)
}

// compare compares what a step did with what it should have done.
func (l *lab) compare(c scenario, said string, code int, files string) error {
	summary, err := os.ReadFile(filepath.Join(files, "summary"))
	if err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(files, "output"))
	if err != nil {
		return err
	}
	if l.verbose {
		fmt.Printf("%s\nsummary: %s\n", said, summary)
	}
	outputs := map[string]string{}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		outputs[name] = value
	}
	var problems []error
	wrong := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	if code != c.code {
		wrong("got exit code %d, want %d", code, c.code)
	}
	if got := outputs["baseline-run"]; got != c.baseline {
		wrong("got baseline %q, want %q", got, c.baseline)
	}
	if got := outputs["directory"] != ""; got == c.nothing {
		wrong("an artifact: got %v", got)
	}
	commands, err := commandsOf(said)
	if err != nil {
		problems = append(problems, err)
	}
	has := func(what, text string, patterns []string, want bool) {
		for _, p := range patterns {
			if regexp.MustCompile(p).MatchString(text) != want {
				wrong("%s: %q found is %v", what, p, !want)
			}
		}
	}
	has("summary", string(summary), c.says, true)
	has("summary", string(summary), append(c.never, "(?m)^::", "data:"), false)
	has("annotations", commands, c.commands, true)
	has("annotations", commands, c.noCommands, false)
	if err := errors.Join(problems...); err != nil {
		return fmt.Errorf("%w\nsummary: %s\nsaid: %s", err, summary, said)
	}
	if c.records != "" {
		return os.Rename(outputs["directory"], filepath.Join(l.dir, c.records))
	}
	return checkNames(outputs["directory"])
}

// commandsOf returns the annotations in the log of a step, one a line. It fails if the
// log has other commands. Between stop-commands and its token the runner looks for none.
func commandsOf(said string) (string, error) {
	var out strings.Builder
	stopped := ""
	for line := range strings.Lines(strings.ReplaceAll(said, "\r", "\n")) {
		line = strings.TrimSpace(line)
		if stopped != "" {
			if line == "::"+stopped+"::" {
				stopped = ""
			}
			continue
		}
		if token, ok := strings.CutPrefix(line, "::stop-commands::"); ok {
			stopped = token
			continue
		}
		if strings.HasPrefix(line, "::") && !annotation.MatchString(line) || strings.Contains(line, "##[") && !strings.HasPrefix(line, "::") {
			return "", fmt.Errorf("the log has the command %q", line)
		}
		if strings.HasPrefix(line, "::") {
			out.WriteString(line + "\n")
		}
	}
	return out.String(), nil
}

// annotation is an annotation whose title has no further properties.
var annotation = regexp.MustCompile(`^::(error|warning|notice) title=[^:,]+::[^:].*$`)

// checkNames fails where a file has a name that artifacts may not have, or that the
// upload leaves out.
func checkNames(dir string) error {
	if dir == "" {
		return nil
	}
	return filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		name := filepath.Base(path)
		if err == nil && path != dir && (strings.HasPrefix(name, ".") || strings.ContainsAny(name, "\"<>|*?:\\\r\n")) {
			err = fmt.Errorf("artifacts cannot have %q", path)
		}
		return err
	})
}

// answer writes the file that testdata/gh answers from: run 99 is this run, and the runs of the
// check have artifacts.
func answer(c scenario, path string) error {
	s := state{DefaultBranch: "main", Forbidden: c.forbidden, Artifacts: map[string][]artifact{}}
	add := func(r workflowRun) {
		if r.Workflow == 0 {
			r.Workflow = 5
		}
		if r.Event == "" {
			r.Event = "push"
		}
		if r.Branch == "" {
			r.Branch = "main"
		}
		if r.Conclusion == "" {
			r.Conclusion = "success"
		}
		if r.Head == nil {
			r.Head = map[string]int{"id": 1}
		}
		r.Repository = map[string]int{"id": 1}
		s.Runs = append(s.Runs, r)
	}
	add(workflowRun{ID: current, Event: "pull_request", Branch: "topic", Conclusion: "none"})
	for _, r := range c.runs {
		add(r)
	}
	maps.Copy(s.Artifacts, c.artifacts)
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o666)
}
