package sweep

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
)

// Names that stand in braces for something else than an axis.
const (
	wordCapture       = "capture"       // a file for a trace of the run
	wordCache         = "cache"         // a folder for what the program keeps between runs
	wordConfiguration = "configuration" // the name of the configuration
	wordRun           = "run"           // the number of the run, from 1
)

func reserved() []string {
	return []string{wordCapture, wordCache, wordConfiguration, wordRun}
}

// A Plan is the runs of a sweep in their order.
type Plan struct {
	Definition *Definition
	Command    []string // name and arguments, before the arguments of the definition
	Runs       []Run
}

// A Run is one that is to be made.
type Run struct {
	Number        int // from 1
	Configuration int // of the definition
	Round         int // from 0; of the configuration too
	Cold          bool
}

// NewPlan puts the runs of a definition into an order. It is an error if nothing in
// the definition depends on an axis.
func NewPlan(d *Definition, command []string) (*Plan, error) {
	p := &Plan{Definition: d, Command: command}
	for _, a := range d.Matrix {
		if !p.mentions(a.Name) {
			return nil, fmt.Errorf("no command, argument or variable contains {%s}: all values of the axis would run the same command", a.Name)
		}
	}
	for round := range d.Cold + d.Repeat {
		rng := rand.New(rand.NewPCG(d.Seed, uint64(round)))
		for _, c := range rng.Perm(len(d.Configurations)) {
			p.Runs = append(p.Runs, Run{len(p.Runs) + 1, c, round, round < d.Cold})
		}
	}
	return p, nil
}

// mentions reports whether a word is used.
func (p *Plan) mentions(word string) bool {
	for _, t := range p.texts() {
		if strings.Contains(t, "{"+word+"}") {
			return true
		}
	}
	return false
}

// texts returns all texts in which words in braces are replaced.
func (p *Plan) texts() []string {
	list := slices.Clone(p.Command)
	add := func(s *Settings) {
		list = append(list, s.Args...)
		for _, v := range s.Env {
			list = append(list, v.Value)
		}
	}
	add(&p.Definition.Common)
	for i := range p.Definition.Configurations {
		add(&p.Definition.Configurations[i].Settings)
	}
	return list
}

// Words returns what may stand in braces.
func (p *Plan) Words() []string {
	list := reserved()
	for _, a := range p.Definition.Matrix {
		list = append(list, a.Name)
	}
	return list
}

// Unknown returns the names in braces that have no meaning and are not replaced.
func (p *Plan) Unknown() []string {
	var list []string
	known := p.Words()
	for _, t := range p.texts() {
		for {
			_, rest, ok := strings.Cut(t, "{")
			if !ok {
				break
			}
			if word, _, ok := strings.Cut(rest, "}"); ok && isName(word) && !slices.Contains(known, word) && !slices.Contains(list, word) {
				list = append(list, word)
			}
			t = rest
		}
	}
	return list
}

// hash stands for all that decides what the runs are.
func (p *Plan) hash() string {
	text, err := json.Marshal(p)
	if err != nil {
		panic("internal error: " + err.Error())
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}

// id names the files of a run: its number and, as far as files can be called so,
// its configuration.
func (p *Plan) id(r Run) string {
	name := strings.Map(func(c rune) rune {
		if isName(string(c)) || c == '.' || c == '+' || c == '=' {
			return c
		}
		return '_'
	}, p.Definition.Configurations[r.Configuration].Name)
	return fmt.Sprintf("%04d-%.60s", r.Number, name)
}

// words returns what stands in braces for a run whose files are below dir.
func (p *Plan) words(r Run, dir string) *strings.Replacer {
	c := &p.Definition.Configurations[r.Configuration]
	list := []string{
		"{" + wordCapture + "}", capturePath(dir, p.id(r)),
		"{" + wordCache + "}", cachePath(dir, r.Configuration),
		"{" + wordConfiguration + "}", c.Name,
		"{" + wordRun + "}", fmt.Sprint(r.Number),
	}
	for _, a := range p.Definition.Matrix {
		if v, ok := c.Values[a.Name]; ok {
			list = append(list, "{"+a.Name+"}", v)
		}
	}
	return strings.NewReplacer(list...)
}

func capturePath(dir, id string) string { return filepath.Join(dir, "captures", id+".nrt") }

func cachePath(dir string, configuration int) string {
	return filepath.Join(dir, "cache", fmt.Sprintf("%04d", configuration+1))
}

// command returns the arguments of a run, and its environment from that of the
// sweep.
func (p *Plan) command(r Run, dir string, environ []string) (args, env []string) {
	words := p.words(r, dir)
	c := &p.Definition.Configurations[r.Configuration]
	for _, list := range [][]string{p.Command, p.Definition.Common.Args, c.Args} {
		for _, a := range list {
			args = append(args, words.Replace(a))
		}
	}
	env = append(env, environ...)
	for _, list := range [][]Variable{p.Definition.Common.Env, c.Env} {
		for _, v := range list {
			env = unset(env, v.Name)
			if !v.Unset {
				env = append(env, v.Name+"="+words.Replace(v.Value))
			}
		}
	}
	return args, env
}

// A Command is the command line of a run.
type Command struct {
	Args, Env []string // of the environment, the last entry of a name counts
}

// Commands returns the command line of the first run of each configuration, in a
// folder dir of the sweep.
func (p *Plan) Commands(dir string, environ []string) []Command {
	list := make([]Command, len(p.Definition.Configurations))
	for _, r := range slices.Backward(p.Runs) {
		c := &list[r.Configuration]
		c.Args, c.Env = p.command(r, dir, environ)
	}
	return list
}

// Missing returns an error that names the first configuration whose command is no
// program, among the configurations with runs that are not done. It is nil if all
// commands are programs. Programs in dir, the folder of the sweep, may be made by
// the runs.
func (p *Plan) Missing(dir string, environ []string, done map[int]*Record) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	seen := map[int]bool{}
	for _, r := range p.Runs {
		if done[r.Number] != nil || seen[r.Configuration] {
			continue
		}
		seen[r.Configuration] = true
		args, env := p.command(r, dir, environ)
		if strings.HasPrefix(args[0], dir+string(filepath.Separator)) {
			continue
		}
		if _, err := lookPath(args[0], env); err != nil {
			return fmt.Errorf("nothing was run: configuration %s: %w", p.Definition.Configurations[r.Configuration].Name, err)
		}
	}
	return nil
}

// unset returns env without the variable.
func unset(env []string, name string) []string {
	var list []string
	for _, e := range env {
		if !strings.HasPrefix(e, name+"=") {
			list = append(list, e)
		}
	}
	return list
}
