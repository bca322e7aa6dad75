package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

// actionDir is where the action is, from the root of the module.
const actionDir = ".github/actions/nrprof-nsys"

// An action is the metadata of a composite action, as far as its first step and
// the upload after it need.
type action struct {
	Inputs map[string]struct {
		Default string
	}
	Outputs map[string]struct {
		Value string
	}
	Runs struct {
		Steps []struct {
			ID   string
			Run  string
			Env  map[string]string
			With map[string]string
		}
	}
}

// readAction reads the metadata of the action.
func readAction() (*action, error) {
	text, err := os.ReadFile(filepath.Join(actionDir, "action.yml"))
	if err != nil {
		return nil, err
	}
	var a action
	if err := yaml.Unmarshal(text, &a); err != nil {
		return nil, err
	}
	if len(a.Runs.Steps) != 2 || a.Runs.Steps[0].Run == "" || a.Runs.Steps[1].With["path"] == "" {
		return nil, fmt.Errorf("%s: want a step that runs and one that uploads", actionDir)
	}
	return &a, nil
}

// expression is ${{ inputs.NAME }}.
var expression = regexp.MustCompile(`\$\{\{ inputs\.([a-z-]+) \}\}`)

// expand puts the values of inputs, or their defaults, in the place of
// expressions.
func (a *action) expand(text string, given map[string]string) (string, error) {
	for name := range given {
		if _, ok := a.Inputs[name]; !ok {
			return "", fmt.Errorf("the action has no input %s", name)
		}
	}
	text = expression.ReplaceAllStringFunc(text, func(e string) string {
		name := expression.FindStringSubmatch(e)[1]
		if v, ok := given[name]; ok {
			return v
		}
		return a.Inputs[name].Default
	})
	if strings.Contains(text, "${{") {
		return "", fmt.Errorf("%s: %q has an expression that names no input", actionDir, text)
	}
	return text, nil
}

// environ returns the variables of the step.
func (a *action) environ(given map[string]string) ([]string, error) {
	var env []string
	for name, value := range a.Runs.Steps[0].Env {
		v, err := a.expand(value, given)
		if err != nil {
			return nil, err
		}
		env = append(env, name+"="+v)
	}
	return env, nil
}

// uploaded returns the files of a directory that the action uploads.
func (a *action) uploaded(dir string, given map[string]string) (map[string]bool, error) {
	text, err := a.expand(a.Runs.Steps[1].With["path"], given)
	if err != nil {
		return nil, err
	}
	found := map[string]bool{}
	for _, pattern := range strings.Fields(text) {
		names, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			found[filepath.Base(name)] = true
		}
	}
	return found, nil
}
