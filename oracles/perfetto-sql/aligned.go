package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/nrkit/nrkit/internal/testkit/planttest"
	"github.com/nrkit/nrkit/trace"
)

// everyStep is how often the run after has an iteration more.
const everyStep = 20

// alignedRuns checks two runs on one time line, of which the second has more iterations
// in some time steps.
func (c *checker) alignedRuns() (string, error) {
	before, after, out := c.path("before.nrt"), c.path("after.nrt"), c.path("aligned.pftrace")
	for _, file := range []string{before, after} {
		if _, err := c.call("run", "ring", "--sample", "1", "--steps", "200", "-o", file); err != nil {
			return "", err
		}
	}
	if err := lengthen(after); err != nil {
		return "", err
	}
	text := ""
	for _, by := range []string{"iteration", "step"} {
		if _, err := c.call("export", before, after, "--align", by, "-o", out); err != nil {
			return "", err
		}
		for _, q := range alignedQuestions {
			if q.by != "" && q.by != by {
				continue
			}
			rows, err := c.query(out, q.query)
			if err != nil {
				return "", fmt.Errorf("by %s: %s: %w", by, q.name, err)
			}
			if n := rows[0].int(0); n < q.least || n > q.most {
				return "", fmt.Errorf("by %s: %s: got %d, want %d to %d", by, q.name, n, q.least, q.most)
			}
			text += fmt.Sprintf("%s: %d; ", q.name, rows[0].int(0))
		}
		said, err := c.differences(out, before, after, by == "step")
		if err != nil {
			return "", fmt.Errorf("by %s: %w", by, err)
		}
		text += "by " + by + ": " + said + "; "
	}
	said, err := c.alignedFlows()
	return text + said, err
}

// alignedFlows checks that a pair of runs keeps the flows of both.
func (c *checker) alignedFlows() (string, error) {
	const devices = "testdata/nsys/newton.sqlite"
	one, two, again := c.path("one.pftrace"), c.path("two.pftrace"), c.path("again.sqlite")
	text, err := os.ReadFile(devices)
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(again, text, 0o666); err != nil {
		return "", err
	}
	if _, err := c.call("export", devices, "-o", one); err != nil {
		return "", err
	}
	if _, err := c.call("export", devices, again, "--align", "iteration", "-o", two); err != nil {
		return "", err
	}
	var flows [2]int64
	for k, file := range []string{one, two} {
		rows, err := c.query(file, "SELECT COUNT(*) FROM flow AS f JOIN slice AS a ON a.id = f.slice_out JOIN slice AS b ON b.id = f.slice_in;")
		if err != nil {
			return "", err
		}
		flows[k] = rows[0].int(0)
	}
	if flows[0] == 0 || flows[1] != 2*flows[0] {
		return "", fmt.Errorf("flows: %d in a run, %d in two of it", flows[0], flows[1])
	}
	return fmt.Sprintf("%d flows of devices", flows[1]), nil
}

// lengthen plants iterations in a capture.
func lengthen(file string) error {
	t, err := trace.Open(file)
	if err != nil {
		return err
	}
	more := planttest.Repeat(t, func(step int64) bool { return step%everyStep == 3 })
	f, err := os.Create(file + ".new")
	if err != nil {
		return err
	}
	if err := errors.Join(trace.Save(f, more), f.Close(), t.Close()); err != nil {
		return err
	}
	return os.Rename(file+".new", file)
}

// units are the iterations in time steps, with the name of their process.
const units = `
WITH unit AS (
  SELECT SUBSTR(p.name, 1, 3) AS side, EXTRACT_ARG(o.arg_set_id, 'debug.step') AS step, EXTRACT_ARG(s.arg_set_id, 'debug.iteration') AS iteration, s.ts, s.dur
  FROM slice AS s
  JOIN slice AS o ON o.id = s.parent_id
  JOIN thread_track AS k ON k.id = s.track_id
  JOIN thread AS t USING (utid)
  JOIN process AS p USING (upid)
  WHERE s.name = 'nr_iteration' AND o.name = 'timestep'
), both AS (
  SELECT a.step, a.iteration, a.ts AS ts, b.ts AS other, b.dur - a.dur AS difference
  FROM unit AS a JOIN unit AS b ON a.step = b.step AND a.iteration = b.iteration
  WHERE a.side = 'bef' AND b.side = 'aft'
)
`

// alignedQuestions return one number each, which lies between two bounds, in traces that
// are aligned by the given units; "" stands for both.
var alignedQuestions = []struct {
	by          string
	name, query string
	least, most int64
}{
	{"", "iterations in both runs", units + "SELECT COUNT(*) FROM both;", 200, 10_000},
	{"iteration", "iterations that do not begin at once", units + "SELECT COUNT(*) FROM both WHERE ts <> other;", 0, 0},
	{"iteration", "iterations whose difference is not the value of the counter", units + `SELECT COUNT(*) FROM both WHERE NOT EXISTS (
  SELECT 1 FROM counter AS c JOIN counter_track AS t ON t.id = c.track_id
  WHERE t.name = 'nr_iteration_difference_ns' AND c.ts = both.ts AND c.value = both.difference);`, 0, 0},
	{"iteration", "iterations only after", "SELECT COUNT(*) FROM slice WHERE name = 'only after: nr_iteration';", 10, 10},
	{"iteration", "iterations only before", "SELECT COUNT(*) FROM slice WHERE name = 'only before: nr_iteration';", 0, 0},
	{"iteration", "lacking iterations that are none", units + `SELECT COUNT(*) FROM slice AS s WHERE s.name = 'only after: nr_iteration' AND NOT EXISTS (
  SELECT 1 FROM unit AS u WHERE u.side = 'aft' AND u.ts = s.ts AND u.dur = s.dur
  AND u.iteration = EXTRACT_ARG(s.arg_set_id, 'debug.iteration') AND u.step = EXTRACT_ARG(s.arg_set_id, 'debug.step'));`, 0, 0},
	{"", "counters of phases", "SELECT COUNT(DISTINCT name) FROM counter_track WHERE name GLOB '*_difference_ns';", 6, 16},
	{"iteration", "iterations with another duration than in the run", `SELECT COUNT(*) FROM slice AS s WHERE s.name = 'nr_iteration' AND EXTRACT_ARG(s.arg_set_id, 'debug.original_duration_ns') IS NOT NULL;`, 0, 0},
	{"", "slices without their begin in the run", `SELECT COUNT(*) FROM slice AS s WHERE s.name NOT GLOB 'only *' AND EXTRACT_ARG(s.arg_set_id, 'debug.original_start_ns') IS NULL;`, 0, 0},
	{"", "time steps that do not begin at once", `
WITH step AS (
  SELECT SUBSTR(p.name, 1, 3) AS side, EXTRACT_ARG(s.arg_set_id, 'debug.step') AS step, s.ts
  FROM slice AS s
  JOIN thread_track AS k ON k.id = s.track_id
  JOIN thread AS t USING (utid)
  JOIN process AS p USING (upid)
  WHERE s.name = 'timestep'
)
SELECT COUNT(*) FROM step AS a LEFT JOIN step AS b ON a.step = b.step AND a.side <> b.side WHERE b.ts IS NULL OR a.ts <> b.ts;`, 0, 0},
	{"", "slices without a name", "SELECT COUNT(*) FROM slice WHERE name IS NULL OR name = '';", 0, 0},
	{"", "slices below 0 ns", "SELECT COUNT(*) FROM slice WHERE dur < 0;", 0, 0},
	{"", "slices that overlap", `SELECT COUNT(*) FROM (
  SELECT ts, LAG(ts + dur) OVER (PARTITION BY track_id, depth ORDER BY ts, id) AS last FROM slice) WHERE ts < last;`, 0, 0},
	{"", "slices outside of the slice around", "SELECT COUNT(*) FROM slice AS s JOIN slice AS o ON o.id = s.parent_id WHERE s.ts < o.ts OR s.ts + s.dur > o.ts + o.dur;", 0, 0},
	{"", "errors and losses", "SELECT COUNT(*) FROM stats WHERE value > 0 AND (severity IN ('error', 'data_loss') OR name GLOB '*error*' OR name GLOB '*loss*');", 0, 0},
}
