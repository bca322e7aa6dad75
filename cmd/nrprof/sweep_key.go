package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/runkey"
	"github.com/nrkit/nrkit/runkey/identity"
	"github.com/nrkit/nrkit/sweep"
)

// openSweep opens the folder of a sweep, and refuses one that began on another
// machine, with another program, or with other files.
func (p *program) openSweep(f *sweepFlags, file string, plan *sweep.Plan) (*sweep.Journal, *identity.Identity, error) {
	dir := f.dir
	if dir == "" {
		dir = strings.TrimSuffix(file, filepath.Ext(file)) + ".sweep"
	}
	if _, err := os.Stat(dir); err != nil || f.fresh { // else what is done is known when it is open
		if err := plan.Missing(dir, os.Environ(), nil); err != nil {
			return nil, nil, err
		}
	}
	if f.fresh {
		if err := sweep.Remove(dir); err != nil {
			return nil, nil, inUse(err)
		}
	}
	id, err := p.sweepIdentity(dir, plan)
	if err != nil {
		return nil, nil, err
	}
	j, err := sweep.Open(dir, plan, id.First())
	if errors.Is(err, sweep.ErrOther) {
		return nil, nil, cli.WithHint(err, "-f begins anew in it, -o names another")
	}
	if err != nil {
		return nil, nil, inUse(err)
	}
	if other := changedSince(j, id); len(other) > 0 && !f.force {
		return nil, nil, errors.Join(cli.WithHint(fmt.Errorf("%s: the sweep does not go on, since its runs would not compare: %s", dir, strings.Join(other, "; ")),
			"-f begins anew, --force goes on"), j.Close())
	}
	if err := plan.Missing(dir, os.Environ(), j.Done); err != nil {
		return nil, nil, errors.Join(err, j.Close())
	}
	return j, id, nil
}

// inUse adds to the error of a folder in which a sweep runs what helps.
func inUse(err error) error {
	if errors.Is(err, sweep.ErrInUse) {
		return cli.WithHint(err, "-o names another folder")
	}
	return err
}

// sweepIdentity takes the key of the runs of a sweep, with the files that the
// commands of all configurations name. Those in the folder of the sweep are made
// by it.
func (p *program) sweepIdentity(dir string, plan *sweep.Plan) (*identity.Identity, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	var commands []runkey.Command
	for _, c := range plan.Commands(dir, os.Environ()) {
		commands = append(commands, runkey.Command{Args: c.Args, Env: c.Env, Skip: func(path string) bool {
			path, err := filepath.Abs(path)
			return err != nil || strings.HasPrefix(path, dir+string(filepath.Separator))
		}})
	}
	return identity.Of(p, commands...), nil
}

// changedSince says in what the machine and the program are not those with which a
// sweep began. What runs wrote is no part of that.
func changedSince(j *sweep.Journal, id *identity.Identity) []string {
	if len(j.Key) == 0 || id.Start() == nil {
		return nil
	}
	old, err := runkey.Parse(j.Key)
	if err != nil {
		return []string{"the key of its beginning cannot be read: " + err.Error()}
	}
	outputs := outputsOf(j)
	var list []string
	for _, d := range runkey.Explain(old, id.Start()) {
		if _, written := outputs[d.Name]; written || d.Unknown || !d.Matter(runkey.Timing) {
			continue
		}
		text := fmt.Sprintf("%s was %s and is %s", d.Name, cmp.Or(d.Old, "not there"), cmp.Or(d.New, "not there"))
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

// outputsOf counts the runs that wrote the file of each part.
func outputsOf(j *sweep.Journal) map[string]int {
	counts := map[string]int{}
	for _, r := range j.Done {
		for _, name := range r.Outputs {
			counts[name]++
		}
	}
	return counts
}

// unsteadyOutputs warns of files that were written during some runs and not during
// the others: somebody else may have edited them.
func unsteadyOutputs(j *sweep.Journal) []string {
	counts := outputsOf(j)
	var list []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		if n := counts[name]; n < len(j.Done) {
			list = append(list, fmt.Sprintf("%s was written during %d of %d runs and counts as an output: if it is an input that was edited, the runs may not be compared", fileOf(name), n, len(j.Done)))
		}
	}
	return list
}
