package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// check makes one check: the step in a directory of its own, with the files that
// a runner gives it.
func (l *lab) check(c scenario) error {
	work, err := os.MkdirTemp(l.dir, "work")
	if err != nil {
		return err
	}
	files, err := os.MkdirTemp(l.dir, "runner")
	if err != nil {
		return err
	}
	if c.delay != "" {
		if err := os.WriteFile(filepath.Join(work, "delay"), []byte(c.delay+"\n"), 0o666); err != nil {
			return err
		}
	}
	inputs := map[string]string{"source": l.root}
	for name, value := range c.inputs {
		inputs[name] = strings.ReplaceAll(value, "DIR", l.dir)
	}
	flags := inputs["xla-flags"]
	delete(inputs, "xla-flags")
	said, code, err := l.step(work, files, flags, inputs)
	if err != nil {
		return err
	}
	if l.verbose {
		fmt.Printf("%s\n", said)
	}
	summary, err := read(files, "summary")
	if err != nil {
		return err
	}
	var problems []error
	wrong := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	if code != c.code {
		wrong("got exit code %d, want %d", code, c.code)
	}
	for _, pattern := range c.says {
		if !regexp.MustCompile(pattern).MatchString(summary) {
			wrong("the summary lacks %q", pattern)
		}
	}
	for _, pattern := range c.never {
		if regexp.MustCompile(pattern).MatchString(summary) {
			wrong("the summary has %q", pattern)
		}
	}
	problems = append(problems, l.compareOutputs(c, files), l.compareFiles(c, work, inputs))
	if err := errors.Join(problems...); err != nil {
		return fmt.Errorf("%w\nsummary: %s\nsaid: %s", err, summary, said)
	}
	if c.records != "" {
		return os.Rename(work, filepath.Join(l.dir, c.records))
	}
	return nil
}

// step runs the first step of the action and returns what it printed.
func (l *lab) step(work, files, flags string, inputs map[string]string) ([]byte, int, error) {
	env, err := l.action.environ(inputs)
	if err != nil {
		return nil, 0, err
	}
	cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", l.action.Runs.Steps[0].Run)
	cmd.Dir = work
	cmd.Env = append(os.Environ(), "GITHUB_OUTPUT="+filepath.Join(files, "output"), "GITHUB_STEP_SUMMARY="+filepath.Join(files, "summary"),
		"GITHUB_ACTION_PATH="+filepath.Join(l.root, actionDir), "RUNNER_TEMP="+files)
	cmd.Env = append(cmd.Env, env...)
	if flags != "" {
		cmd.Env = append(cmd.Env, "XLA_FLAGS="+flags)
	}
	for _, name := range []string{"output", "summary"} { // the runner makes them
		if err := os.WriteFile(filepath.Join(files, name), nil, 0o666); err != nil {
			return nil, 0, err
		}
	}
	said, err := cmd.CombinedOutput()
	if err != nil && !errors.As(err, new(*exec.ExitError)) {
		return nil, 0, err
	}
	return said, cmd.ProcessState.ExitCode(), nil
}

// compareOutputs compares the outputs of the step with those it should have, and
// wants each to be one of the action and to lead to a file, but for the exit code.
func (l *lab) compareOutputs(c scenario, files string) error {
	text, err := read(files, "output")
	if err != nil {
		return err
	}
	var got []string
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		got = append(got, name)
		if _, ok := l.action.Outputs[name]; !ok {
			return fmt.Errorf("the action has no output %s", name)
		}
		if name == "exit-code" {
			if want := strconv.Itoa(c.profile); value != want {
				return fmt.Errorf("got exit-code %s, want %s", value, want)
			}
			continue
		}
		if _, err := os.Stat(value); err != nil {
			return fmt.Errorf("output %s: %w", name, err)
		}
	}
	slices.Sort(got)
	want := slices.Sorted(slices.Values(c.outputs))
	if !slices.Equal(got, want) {
		return fmt.Errorf("got outputs %v, want %v", got, want)
	}
	return nil
}

// compareFiles wants the files of the scenario, and all files that start with the
// name of the output, to be in the artifact.
func (l *lab) compareFiles(c scenario, work string, inputs map[string]string) error {
	uploaded, err := l.action.uploaded(work, inputs)
	if err != nil {
		return err
	}
	entries, err := os.ReadDir(work)
	if err != nil {
		return err
	}
	var problems []error
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "nsys") && !uploaded[e.Name()] {
			problems = append(problems, fmt.Errorf("the artifact lacks %s", e.Name()))
		}
	}
	for _, name := range c.leaves {
		if !uploaded[name] {
			problems = append(problems, fmt.Errorf("there is no %s", name))
		}
	}
	return errors.Join(problems...)
}

// read returns the text of a file of the runner.
func read(files, name string) (string, error) {
	text, err := os.ReadFile(filepath.Join(files, name))
	return string(text), err
}
