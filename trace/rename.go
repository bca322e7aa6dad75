package trace

import (
	"iter"
	"slices"
)

// Rename returns t with other names for the ranges and instants of the program. If
// rename gives several of them the same name, they have one name from then on.
// Ranges with a sort, such as calls and work on devices, and counters and arguments
// keep their names.
//
// The result reads t and shares its tables. It is t itself when rename changes
// nothing.
//
// Cost: rename is called once for each name. Each event takes some ns more.
func Rename(t *Trace, rename func(name string) string) *Trace {
	to := make([]int32, len(t.Names)) // new number of each name
	names := make([]string, len(t.Names))
	index := map[string]int32{} // of names that stay, then of those that are added, too
	changed := false
	for i, name := range t.Names {
		to[i] = int32(i)
		if t.Sort(int32(i)) != "" {
			continue
		}
		names[i] = rename(name)
		if names[i] != name {
			to[i], changed = -1, true
		} else if _, known := index[name]; !known {
			index[name] = int32(i)
		}
	}
	if !changed {
		return t
	}
	out := *t
	out.Names, out.Sorts = slices.Clip(t.Names), slices.Clip(t.Sorts) // t keeps its own
	for i, name := range names {
		if to[i] >= 0 {
			continue
		}
		k, known := index[name]
		if !known {
			k = int32(len(out.Names))
			index[name] = k
			out.Names = append(out.Names, name)
		}
		to[i] = k
	}
	for len(out.Sorts) > 0 && len(out.Sorts) < len(out.Names) {
		out.Sorts = append(out.Sorts, "")
	}
	out.Events = renamed(t.Events, to)
	return &out
}

// renamed yields events whose ranges and instants have other names.
func renamed(events func() iter.Seq[Event], to []int32) func() iter.Seq[Event] {
	return func() iter.Seq[Event] {
		return func(yield func(Event) bool) {
			for e := range events() {
				if (e.Kind == Begin || e.Kind == End || e.Kind == Instant) && uint(e.Name) < uint(len(to)) {
					e.Name = to[e.Name]
				}
				if !yield(e) {
					return
				}
			}
		}
	}
}
