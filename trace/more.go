package trace

// moreTables are the tables that came to the format later, in a chunk that
// readers before them skip.
type moreTables struct {
	Lanes     map[uint32]int32 `json:"lanes,omitempty"` // by id of the track; 0 when it is missing
	Processes []moreProcess    `json:"processes,omitempty"`
	Sorts     []string         `json:"sorts,omitempty"`
	Flows     int64            `json:"flows,omitempty"`
}

type moreProcess struct {
	ID   int64  `json:"id"`
	Rank int32  `json:"rank,omitempty"`
	Name string `json:"name"`
}

func (m *moreTables) empty() bool {
	return len(m.Lanes) == 0 && len(m.Processes) == 0 && len(m.Sorts) == 0 && m.Flows == 0
}

// moreOf returns what Save writes of t; the id of a track is its index.
func moreOf(t *Trace) *moreTables {
	m := &moreTables{Sorts: t.Sorts, Flows: t.Flows}
	for i, tr := range t.Tracks {
		if tr.Lane != 0 {
			if m.Lanes == nil {
				m.Lanes = map[uint32]int32{}
			}
			m.Lanes[uint32(i)] = tr.Lane
		}
	}
	for _, p := range t.Processes {
		m.Processes = append(m.Processes, moreProcess(p))
	}
	return m
}

// applyMore gives the trace what was read.
func (s *scanner) applyMore() {
	t, m := &s.trace, &s.more
	for id, lane := range m.Lanes {
		if i, ok := s.byID[id]; ok {
			t.Tracks[i].Lane = lane
		}
	}
	for _, p := range m.Processes {
		t.Processes = append(t.Processes, Process(p))
	}
	t.Sorts, t.Flows = m.Sorts, m.Flows
}
