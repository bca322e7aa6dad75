package phases

import (
	"fmt"
	"strings"
)

// ParseTable returns a table that knows more segments, each as SEGMENT=PHASE. A
// segment has one phase, and none of the characters / ( ) [ ].
func ParseTable(list []string) (Table, error) {
	extra := map[string]string{}
	for _, text := range list {
		segment, phase, ok := strings.Cut(text, "=")
		if !ok || segment == "" || phase == "" || strings.ContainsAny(segment, "/()[]") {
			return Table{}, fmt.Errorf("want SEGMENT=PHASE such as stamp=build_system, got %q", text)
		}
		if old, known := extra[segment]; known && old != phase {
			return Table{}, fmt.Errorf("%s is given twice, as %s and as %s", segment, old, phase)
		}
		extra[segment] = phase
	}
	return NewTable(extra), nil
}
