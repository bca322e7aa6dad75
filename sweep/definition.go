package sweep

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"go.yaml.in/yaml/v3"
)

// A Definition is what a sweep runs, as its file says. Parse replaces zero values by
// defaults.
type Definition struct {
	Repeat   int           // warm runs of each configuration; 5
	Cold     int           // cold runs of each, before them; 1
	Timeout  time.Duration // of one run; 0: none
	Seed     uint64        // of the order in rounds; 1
	Baseline string        // the configuration that others are compared with; the first

	Common         Settings // of all configurations
	Matrix         []Axis   // the product of which is configurations, after those listed
	Configurations []Configuration
}

// Settings are the settings of a run besides its command.
type Settings struct {
	Env  []Variable // in the order of the file
	Args []string   // after the command's own
}

// A Variable is one of the environment.
type Variable struct {
	Name  string
	Value string
	Unset bool // it is taken away
}

// An Axis is one of the lists of values of which a matrix is the product.
type Axis struct {
	Name   string
	Values []string
}

// A Configuration is one way to run the command.
type Configuration struct {
	Name   string
	Values map[string]string // by axis; nil where it is listed
	Settings
}

// limits of what a file may ask for.
const (
	maxRuns           = 10_000
	maxConfigurations = 1000
)

// A SyntaxError says where a definition is wrong.
type SyntaxError struct {
	File      string
	Line, Col int // from 1; 0 when unknown
	Msg       string
}

func (e *SyntaxError) Error() string {
	switch {
	case e.Line == 0:
		return e.File + ": " + e.Msg
	case e.Col == 0:
		return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Msg)
}

// Parse reads a definition, a YAML mapping as docs/sweep.md describes it. File is
// its name, for errors, which are *SyntaxError.
func Parse(file string, text []byte) (d *Definition, err error) {
	p := &parser{file: file}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*SyntaxError)
			if !ok {
				panic(r)
			}
			d, err = nil, e
		}
	}()
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return nil, p.yamlError(err)
	}
	if len(doc.Content) == 0 {
		return nil, &SyntaxError{File: file, Msg: "is empty: want a mapping with matrix or configurations"}
	}
	d = &Definition{Repeat: 5, Cold: 1, Seed: 1}
	p.definition(doc.Content[0], d)
	p.check(doc.Content[0], d)
	return d, nil
}

// A parser reads nodes. Its methods panic with a *SyntaxError.
type parser struct{ file string }

func (p *parser) fail(n *yaml.Node, format string, args ...any) {
	panic(&SyntaxError{p.file, n.Line, n.Column, fmt.Sprintf(format, args...)})
}

// yamlError returns an error of the library, which begins "yaml: line N: ".
func (p *parser) yamlError(err error) error {
	msg := strings.TrimPrefix(err.Error(), "yaml: ")
	line := 0
	if rest, ok := strings.CutPrefix(msg, "line "); ok {
		if number, text, ok := strings.Cut(rest, ": "); ok {
			if n, err := strconv.Atoi(number); err == nil {
				line, msg = n, text
			}
		}
	}
	return &SyntaxError{File: p.file, Line: line, Msg: msg}
}

// mapping calls member with the members of a mapping.
func (p *parser) mapping(n *yaml.Node, what string, member func(key string, at, value *yaml.Node)) {
	if n = target(n); n.Kind != yaml.MappingNode {
		p.fail(n, "want %s, a mapping, got %s", what, kind(n))
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if key.Kind != yaml.ScalarNode || key.Tag == "!!merge" {
			p.fail(key, "want a name, got %s", kind(key))
		}
		if seen[key.Value] {
			p.fail(key, "%s is given twice", key.Value)
		}
		seen[key.Value] = true
		member(key.Value, key, n.Content[i+1])
	}
}

// target returns what an alias stands for, or n.
func target(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// kind says what a node is.
func kind(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	}
	return strconv.Quote(n.Value)
}

func (p *parser) definition(n *yaml.Node, d *Definition) {
	p.mapping(n, "a sweep", func(key string, at, v *yaml.Node) {
		switch key {
		case "repeat":
			d.Repeat = p.number(v, 1, maxRuns)
		case "cold":
			d.Cold = p.number(v, 0, maxRuns)
		case "timeout":
			d.Timeout = p.duration(v)
		case "seed":
			d.Seed = uint64(p.number(v, 0, math.MaxInt32))
		case "baseline":
			d.Baseline = p.text(v)
		case "env":
			d.Common.Env = p.env(v)
		case "args":
			d.Common.Args = p.list(v)
		case "matrix":
			d.Matrix = p.matrix(v)
		case "configurations":
			d.Configurations = p.configurations(v)
		default:
			p.fail(at, "unknown key %q, want repeat, cold, timeout, seed, baseline, env, args, matrix or configurations", key)
		}
	})
}

func (p *parser) text(n *yaml.Node) string {
	if n = target(n); n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		p.fail(n, "want a text, got %s", kind(n))
	}
	if strings.ContainsRune(n.Value, 0) {
		p.fail(n, "want a text without NUL")
	}
	return n.Value
}

func (p *parser) number(n *yaml.Node, low, high int) int {
	v, err := strconv.Atoi(p.text(n))
	if err != nil || v < low || v > high {
		p.fail(n, "want a whole number from %d to %d, got %s", low, high, kind(n))
	}
	return v
}

// duration takes a Go duration, or a number of seconds.
func (p *parser) duration(n *yaml.Node) time.Duration {
	text := p.text(n)
	v, err := time.ParseDuration(text)
	if err != nil {
		v, err = time.ParseDuration(text + "s")
	}
	if err != nil || v <= 0 {
		p.fail(n, "want a time such as 90s or 10m, got %s", kind(n))
	}
	return v
}

func (p *parser) list(n *yaml.Node) []string {
	if n = target(n); n.Kind != yaml.SequenceNode {
		p.fail(n, "want a list, got %s", kind(n))
	}
	list := []string{}
	for _, e := range n.Content {
		list = append(list, p.text(e))
	}
	return list
}

func (p *parser) env(n *yaml.Node) []Variable {
	var list []Variable
	p.mapping(n, "variables", func(key string, at, v *yaml.Node) {
		if key == "" || strings.ContainsAny(key, "=\x00") {
			p.fail(at, "want the name of a variable, got %q", key)
		}
		if v = target(v); v.Kind == yaml.ScalarNode && v.Tag == "!!null" {
			list = append(list, Variable{Name: key, Unset: true})
			return
		}
		list = append(list, Variable{Name: key, Value: p.text(v)})
	})
	return list
}

func (p *parser) matrix(n *yaml.Node) []Axis {
	var axes []Axis
	p.mapping(n, "a matrix", func(key string, at, v *yaml.Node) {
		if !isName(key) || slices.Contains(reserved(), key) {
			p.fail(at, "want an axis name made of letters, digits, _ and -, other than %s; got %q", strings.Join(reserved(), ", "), key)
		}
		values := p.list(v)
		if len(values) == 0 {
			p.fail(v, "want values of %s, got none", key)
		}
		for i, value := range values {
			if slices.Contains(values[:i], value) {
				p.fail(v.Content[i], "%s is given twice", value)
			}
			if strings.ContainsFunc(value, unicode.IsControl) { // is part of a name
				p.fail(v.Content[i], "want a value without control characters, got %q", value)
			}
		}
		axes = append(axes, Axis{key, values})
	})
	if len(axes) == 0 {
		p.fail(n, "want at least one axis, got none")
	}
	return axes
}

func (p *parser) configurations(n *yaml.Node) []Configuration {
	if n = target(n); n.Kind != yaml.SequenceNode {
		p.fail(n, "want a list of configurations, got %s", kind(n))
	}
	var list []Configuration
	for _, e := range n.Content {
		var c Configuration
		p.mapping(e, "a configuration", func(key string, at, v *yaml.Node) {
			switch key {
			case "name":
				if c.Name = p.text(v); strings.ContainsFunc(c.Name, unicode.IsControl) {
					p.fail(v, "want a name without control characters, got %q", c.Name)
				}
			case "env":
				c.Env = p.env(v)
			case "args":
				c.Args = p.list(v)
			default:
				p.fail(at, "unknown key %q, want name, env or args", key)
			}
		})
		if c.Name == "" {
			p.fail(e, "a configuration has no name")
		}
		list = append(list, c)
	}
	return list
}

// isName reports whether s is made of letters, digits, _ and -.
func isName(s string) bool {
	for _, c := range s {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '_' && c != '-' {
			return false
		}
	}
	return s != ""
}

// check expands the matrix and looks at what only the whole shows.
func (p *parser) check(n *yaml.Node, d *Definition) {
	product := 1
	for _, a := range d.Matrix {
		if product *= len(a.Values); product > maxConfigurations {
			p.fail(n, "the matrix has more than %d configurations", maxConfigurations)
		}
	}
	if len(d.Matrix) > 0 {
		d.Configurations = append(d.Configurations, productOf(d.Matrix)...)
	}
	count := len(d.Configurations)
	switch {
	case count == 0:
		p.fail(n, "nothing to run: want matrix or configurations")
	case count > maxConfigurations:
		p.fail(n, "want at most %d configurations, got %d", maxConfigurations, count)
	case count*(d.Repeat+d.Cold) > maxRuns:
		p.fail(n, "want at most %d runs, got %d configurations with %d runs each", maxRuns, count, d.Repeat+d.Cold)
	}
	seen := map[string]bool{}
	for _, c := range d.Configurations {
		if seen[c.Name] {
			p.fail(n, "two configurations have the name %q", c.Name)
		}
		seen[c.Name] = true
	}
	if d.Baseline == "" {
		d.Baseline = d.Configurations[0].Name
	}
	if !seen[d.Baseline] {
		p.fail(n, "no configuration has the name of the baseline, %q", d.Baseline)
	}
}

// productOf returns the configurations of a matrix, the last axis fastest. Their
// names are their values, with a space between them.
func productOf(axes []Axis) []Configuration {
	list := []Configuration{{Values: map[string]string{}}}
	for _, a := range axes {
		var next []Configuration
		for _, c := range list {
			for _, v := range a.Values {
				values := map[string]string{a.Name: v}
				for k, w := range c.Values {
					values[k] = w
				}
				next = append(next, Configuration{Name: strings.TrimPrefix(c.Name+" "+v, " "), Values: values})
			}
		}
		list = next
	}
	return list
}
