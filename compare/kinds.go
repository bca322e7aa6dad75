package compare

import (
	"slices"
	"strings"
)

// KindNames returns the names of kinds as people write them: phases for [Phase].
func KindNames(kinds []Kind) []string {
	var names []string
	for _, k := range kinds {
		switch k {
		case Root, Memory:
			names = append(names, string(k))
		default:
			names = append(names, string(k)+"s")
		}
	}
	return names
}

// ParseKinds reads names of kinds with commas between; nil for "". If one is no
// kind, ok is false and unknown is the first such name.
func ParseKinds(s string) (kinds []Kind, unknown string, ok bool) {
	if s == "" {
		return nil, "", true
	}
	all := Kinds()
	names := KindNames(all)
	for part := range strings.SplitSeq(s, ",") {
		i := slices.Index(names, part)
		if i < 0 {
			i = slices.Index(all, Kind(part))
		}
		if i < 0 {
			return nil, part, false
		}
		kinds = append(kinds, all[i])
	}
	return kinds, "", true
}

// Missing returns the first of the names vary that is no part of a run, or "" if all
// are parts. Variables that package runkey lists count as parts: a variable that is
// not set now may be set in the next run.
func Missing(vary []string, old, new []*Run) string {
	parts := Parts(old, new)
	for _, v := range vary {
		if !listed(v) && !HasPart(parts, v) {
			return v
		}
	}
	return ""
}
