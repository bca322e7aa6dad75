package main

import (
	"fmt"
	"strings"

	"github.com/nrkit/nrkit/trace"
)

// health finds what trace_processor noticed, whatever its severity: it ends with
// status 0 all the same.
func (c *checker) health(s subject) (string, error) {
	t, err := trace.Open(s.capture)
	if err != nil {
		return "", err
	}
	rows, err := c.query(s.trace, `
SELECT 'name', COUNT(*) FROM slice WHERE name IS NULL
UNION ALL SELECT 'category', COUNT(*) FROM slice WHERE category IS NULL
UNION ALL SELECT 'open', COUNT(*) FROM slice WHERE dur < 0
UNION ALL SELECT 'thread', COUNT(*) FROM thread WHERE tid < 0 OR tid > 2147483647
UNION ALL SELECT 'stat ' || name, value FROM stats
  WHERE value > 0 AND (severity IN ('error', 'data_loss') OR name GLOB '*error*' OR name GLOB '*loss*' OR name GLOB '*skipped*');`)
	if err != nil {
		return "", err
	}
	open := openRanges(t)
	var wrong []string
	for _, r := range rows {
		if r[0] == "open" && r.int(1) == open || r[0] != "open" && r.int(1) == 0 {
			continue
		}
		wrong = append(wrong, r[0]+": "+r[1])
	}
	if len(wrong) > 0 {
		return "", fmt.Errorf("want %d open slices and nothing else, got %s", open, strings.Join(wrong, ", "))
	}
	return fmt.Sprintf("%d open", open), t.Err()
}

// openRanges returns how many ranges have no end.
func openRanges(t *trace.Trace) int64 {
	depth, open := make([]int64, len(t.Tracks)), int64(0)
	for e := range t.Events() {
		switch {
		case e.Kind == trace.Begin:
			depth[e.Track]++
			open++
		case e.Kind == trace.End && depth[e.Track] > 0:
			depth[e.Track]--
			open--
		}
	}
	return open
}
