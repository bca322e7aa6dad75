package main

import (
	"strings"

	"github.com/nrkit/nrkit/runkey"
	"github.com/nrkit/nrkit/runkey/identity"
)

// runKey takes the key of a run of a circuit, where somebody gets to see it: in
// a capture that stays, or in JSON. It is nil otherwise. A netlist is an input;
// what it includes is not.
func (p *program) runKey(name string, f *runFlags) *identity.Identity {
	if f.out == "" && !f.format.json {
		return nil
	}
	var digests runkey.Digests
	return identity.New(p, func() ([]runkey.Group, error) {
		self, err := runkey.Self(&digests)
		if err != nil {
			return nil, err
		}
		groups := []runkey.Group{self}
		if f.out != "" { // they are sampled
			groups = append(groups, identity.GPUs(p.Warn)...) // the engine computes on none
		}
		if !strings.ContainsAny(name, `./\`) { // a built-in circuit: simulate.Load
			return groups, nil
		}
		input, err := runkey.Inputs([]string{name})
		return append(groups, input), err
	})
}
