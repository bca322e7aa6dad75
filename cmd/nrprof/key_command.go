package main

import (
	"fmt"
	"slices"

	"github.com/nrkit/nrkit/runkey"
)

// commandFiles are the files of a command, and what was read of them.
type commandFiles struct {
	program *runkey.Program
	digests runkey.Digests
}

// commandIdentity takes the key of runs of another program: its binary, the
// scripts and inputs that the command lines name, and the packages of its Python.
// Of several command lines, which run one program, it has the files of all.
func (p *program) commandIdentity(commands ...runkey.Command) *runIdentity {
	c := &commandFiles{program: commands[0].Program()}
	for _, more := range commands[1:] {
		c.program.Merge(more.Program())
	}
	if n := c.program.More; n > 0 {
		p.Warn(fmt.Sprintf("the command line names %d files more than the key has", n))
	}
	id := p.newIdentity(c.program.Env, func() ([]runkey.Group, error) {
		return slices.Concat(p.gpuGroups(c.program.Env), c.program.Groups(&c.digests)), nil
	})
	id.command = c
	return id
}

// written returns the files, among those that looked like inputs, that were
// written since the last call. They are outputs: the key at the start loses them,
// and the one at the end does not get them.
func (id *runIdentity) written() []string {
	if id.command == nil || id.start == nil {
		return nil
	}
	list := id.command.program.Written(&id.command.digests)
	if len(list) == 0 {
		return nil
	}
	outputs := id.partsOf(list)
	parts := slices.DeleteFunc(slices.Clone(id.start.Parts()), func(x runkey.Part) bool { return slices.Contains(outputs, x.Name) })
	k, err := runkey.New(id.start.Known(), parts...)
	if err != nil {
		panic("internal error: " + err.Error()) // they were parts of a key
	}
	id.start = k
	return list
}

// partsOf returns the names of the parts of inputs.
func (id *runIdentity) partsOf(paths []string) []string {
	names := id.command.program.InputNames()
	var list []string
	for _, path := range paths {
		list = append(list, names[path])
	}
	return list
}
