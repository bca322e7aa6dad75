package lu

// Shared returns how many columns goroutines other than the caller's computed since
// SetWorkers, and how often a goroutine waited for a column.
func (s *Solver) Shared() (columns int, waits int64) {
	if s.team == nil {
		return 0, 0
	}
	for w := range s.team.members {
		if w > 0 {
			columns += s.team.members[w].columns
		}
		waits += s.team.members[w].view.waits
	}
	return columns, waits
}

// SetRound sets the number of the last round.
func (s *Solver) SetRound(r uint32) { s.team.pipe.round = r }

// Round returns the number of the last round.
func (s *Solver) Round() uint32 { return s.team.pipe.round }

// Held returns the bytes of the arrays that f is in.
func (f *Factors[T]) Held() int64 { return f.owner.store.bytes() }

// An AutoChoice is an auto without a Solver.
type AutoChoice struct{ a auto }

// Several is [auto.several].
func (c *AutoChoice) Several() bool { return c.a.several() }

// Took is [auto.took].
func (c *AutoChoice) Took(several bool, ns int64) { c.a.took(several, ns) }

// SetClock sets the clock of Auto.
func (s *Solver) SetClock(now func() int64) { s.team.auto.now = now }

// Together reports whether the refactorisation that Auto chose last, and has not timed
// yet, is by several goroutines.
func (s *Solver) Together() bool { return s.team.auto.trial && s.team.auto.runs < serialEvery }

// Lingers reports whether the second goroutine waits for the next refactorisation.
func (s *Solver) Lingers() bool { return s.team.members[1].state.state.Load() == lingering }

// SetEnded sets when the last refactorisation by several goroutines ended.
func (s *Solver) SetEnded(at int64) { s.team.ended = at }

// Dismiss ends goroutines that wait.
func (s *Solver) Dismiss() { s.team.dismiss() }
