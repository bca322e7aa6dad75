package lu

// Shared returns how many columns goroutines other than the caller's computed since
// SetWorkers, and how often a goroutine waited for a column.
func (s *Solver) Shared() (columns int, waits int64) {
	if s.team == nil {
		return 0, 0
	}
	for w := range s.team.members[1:] {
		columns += s.team.members[w+1].columns
	}
	return columns, s.team.pipe.waits.Load()
}

// SetRound sets the number of the last round.
func (s *Solver) SetRound(r uint32) { s.team.pipe.round = r }

// Round returns the number of the last round.
func (s *Solver) Round() uint32 { return s.team.pipe.round }

// Held returns the bytes of the arrays that f is in.
func (f *Factors[T]) Held() int64 { return f.owner.store.bytes() }
