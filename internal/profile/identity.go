package profile

import (
	"strings"

	"github.com/nrkit/nrkit/internal/identity"
	"github.com/nrkit/nrkit/runkey"
)

// identity takes the key of the run, where somebody gets to see it: in a capture
// that stays, or in JSON. It is nil otherwise. A netlist is an input;
// what it includes is not.
func (o *Options) identity() *identity.Identity {
	if o.Output == "" && !o.Key {
		return nil
	}
	var digests runkey.Digests
	return identity.New(o.Say, func() ([]runkey.Group, error) {
		self, err := runkey.Self(&digests)
		if err != nil {
			return nil, err
		}
		groups := []runkey.Group{self}
		if o.Output != "" { // they are sampled
			groups = append(groups, identity.GPUs(o.Say.Warn)...) // the engine computes on none
		}
		if !strings.ContainsAny(o.Circuit, `./\`) { // a built-in circuit: simulate.Load
			return groups, nil
		}
		input, err := runkey.Inputs([]string{o.Circuit})
		return append(groups, input), err
	})
}
