package calibrate

import (
	"context"

	"github.com/nrkit/nrkit/prediction"
)

// This measures this machine as [Measure] does, and names it: the result can be
// saved.
func This(ctx context.Context, progress func(done, total int)) (*prediction.Machine, error) {
	c, err := ThisCPU()
	if err != nil {
		return nil, err
	}
	m, err := Measure(ctx, c.CacheBytes, c.Features, progress)
	if err != nil {
		return nil, err
	}
	m.Key, m.Name, m.Microarchitecture = c.Key, c.Name, c.Microarchitecture
	if m.Name == "" {
		m.Name = "unknown CPU"
	}
	return m, nil
}
