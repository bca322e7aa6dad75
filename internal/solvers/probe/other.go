//go:build !linux

package probe

import "time"

// A Session writes the calls of probed functions. On this system, Start makes no
// session.
type Session struct{}

// Start returns [ErrNotPermitted]: this system has no uprobes.
func Start([]Probe, Output) (*Session, error) { return nil, ErrNotPermitted }

// Stop does nothing.
func (s *Session) Stop() (Stats, error) { return Stats{}, nil }

// Cost returns [ErrNotPermitted].
func Cost() (time.Duration, error) { return 0, ErrNotPermitted }
