package legible

import "github.com/clipperhouse/displaywidth"

// Width returns how many columns of a terminal s takes.
func Width(s string) int { return displaywidth.String(s) }

// Cut returns s in at most room columns: where it has more, … stands for its
// middle, since what tells names apart is mostly at their ends.
func Cut(s string, room int) string {
	if len(s) <= room || displaywidth.String(s) <= room {
		return s
	}
	head := displaywidth.TruncateString(s, (room-1)/2, "")
	s = s[len(head):]
	excess := displaywidth.String(head) + 1 + displaywidth.String(s) - room
	g := displaywidth.StringGraphemes(s)
	for excess > 0 && g.Next() {
		excess -= g.Width()
		s = s[len(g.Value()):]
	}
	return head + "…" + s
}
