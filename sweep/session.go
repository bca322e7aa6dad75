package sweep

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/hint"
	"github.com/nrkit/nrkit/runkey"
	"github.com/nrkit/nrkit/trace"
)

// An Identity is the key of the runs of a sweep.
type Identity interface {
	Start() *runkey.Key                          // nil without an identity
	First() json.RawMessage                      // Start as a document
	Written() []string                           // parts whose files were written since the last call
	Last() (end json.RawMessage, drift []string) // what changed since the start, in words
}

// Options say how a sweep begins.
type Options struct {
	Fresh bool // what the folder has of a sweep is removed
	Force bool // go on though the machine, the program, a script or an input changed
	// Take returns the key of runs of these commands.
	Take func(commands ...runkey.Command) Identity
}

// A Session is a sweep whose machine, program and files have not changed since it
// began.
type Session struct {
	*Journal
	id Identity
}

// Begin opens the folder dir of a sweep, and refuses a sweep that began on another
// machine, with another program, or with other files. Errors say what helps.
func Begin(dir string, plan *Plan, o Options) (*Session, error) {
	if _, err := os.Stat(dir); err != nil || o.Fresh { // otherwise what is done is known when it is open
		if err := plan.Missing(dir, os.Environ(), nil); err != nil {
			return nil, err
		}
	}
	if o.Fresh {
		if err := Remove(dir); err != nil {
			return nil, inUse(err)
		}
	}
	commands, err := plan.identified(dir)
	if err != nil {
		return nil, err
	}
	s := &Session{id: o.Take(commands...)}
	s.Journal, err = Open(dir, plan, s.id.First())
	if errors.Is(err, ErrOther) {
		return nil, hint.With(err, "-f starts a new sweep in it, -o names another folder")
	}
	if err != nil {
		return nil, inUse(err)
	}
	s.Outputs = s.id.Written
	if other := s.changed(); len(other) > 0 && !o.Force {
		return nil, errors.Join(hint.With(fmt.Errorf("%s: the sweep does not continue, because old and new runs would not be comparable: %s", dir, strings.Join(other, "; ")),
			"-f starts a new sweep, --force continues"), s.Close())
	}
	if err := plan.Missing(dir, os.Environ(), s.Done); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// inUse adds to the error of a folder in which a sweep runs what helps.
func inUse(err error) error {
	if errors.Is(err, ErrInUse) {
		return hint.With(err, "-o names another folder")
	}
	return err
}

// identified returns the commands of all configurations, of whose files the key
// has digests. Files in the folder of the sweep are made by it.
func (p *Plan) identified(dir string) ([]runkey.Command, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	var commands []runkey.Command
	for _, c := range p.Commands(dir, os.Environ()) {
		commands = append(commands, runkey.Command{Args: c.Args, Env: c.Env, Skip: func(path string) bool {
			path, err := filepath.Abs(path)
			return err != nil || strings.HasPrefix(path, dir+string(filepath.Separator))
		}})
	}
	return commands, nil
}

// Finish makes the runs that are left, as [Journal.Run], and returns the result of
// all. What changed since the sweep began is a warning of the result; source is the
// name of its file.
func (s *Session) Finish(ctx context.Context, source string, progress func(*Record)) (*Result, error) {
	if err := s.Run(ctx, os.Environ(), progress); err != nil {
		return nil, err
	}
	r, err := s.Result(source, summaryOf)
	if err != nil {
		return nil, err
	}
	if other := s.changed(); len(other) > 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("since the sweep began, %s: its runs may not be comparable", strings.Join(other, "; ")))
	}
	_, drift := s.id.Last()
	r.Warnings = append(append(r.Warnings, drift...), s.unsteady()...)
	return r, nil
}

// summaryOf reads the phases of a capture.
func summaryOf(path string) (*trace.Summary, error) {
	t, err := trace.Open(path)
	if err != nil {
		return nil, err
	}
	s := trace.Summarize(t, trace.SummaryOptions{})
	err = t.Err()
	if cerr := t.Close(); err == nil {
		err = cerr
	}
	return s, err
}

// changed says in what the machine and the program are not those with which the
// sweep began. What runs wrote is no part of that.
func (s *Session) changed() []string {
	now := s.id.Start()
	if len(s.Key) == 0 || now == nil {
		return nil
	}
	old, err := runkey.Parse(s.Key)
	if err != nil {
		return []string{"the key from its start cannot be read: " + err.Error()}
	}
	outputs := s.outputs()
	var list []string
	for _, d := range runkey.Explain(old, now) {
		if _, written := outputs[d.Name]; written || d.Unknown || !d.Matter(runkey.Timing) {
			continue
		}
		text := fmt.Sprintf("%s was %s and is %s", d.Name, cmp.Or(d.Old, "absent"), cmp.Or(d.New, "absent"))
		if what := fileOf(d.Name); what != "" && d.Old != "" && d.New != "" {
			text = what + " was changed"
		}
		list = append(list, text)
	}
	return list
}

// fileOf words the file that a part of a key is of, "" for none.
func fileOf(part string) string {
	family, name, _ := strings.Cut(part, ".")
	switch family {
	case "script", "input":
		return "the " + family + " " + name
	case "binary":
		return "the program"
	}
	return ""
}

// outputs counts the runs that wrote the file of each part.
func (s *Session) outputs() map[string]int {
	counts := map[string]int{}
	for _, r := range s.Done {
		for _, name := range r.Outputs {
			counts[name]++
		}
	}
	return counts
}

// unsteady warns of files that were written during some runs and not during the
// others: somebody else may have edited them.
func (s *Session) unsteady() []string {
	counts := s.outputs()
	var list []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		if n := counts[name]; n < len(s.Done) {
			list = append(list, fmt.Sprintf("%s was written during %d of %d runs and counts as an output: if it is an input that was edited, the runs may not be comparable", fileOf(name), n, len(s.Done)))
		}
	}
	return list
}
