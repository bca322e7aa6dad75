-- Newton-Raphson phases for Perfetto's trace_processor and UI, over traces that
-- nrprof exported as .pftrace. Written by: nrprof export --perfetto-sql
--
-- Tables and views, one row for each:
--   nr_phases      range of the program: a phase such as build_system, or another
--   nr_steps       time step
--   nr_untimed     stretch of time steps that were not timed
--   nr_residuals   residual of an iteration
--   nr_waits       call that waits for a device
--   nr_work        kernel, copy, memory set or graph on a device
--   nr_phase_work  range of the program, with the time in which devices worked
-- Function: nr_waits_for_others(name).
--
-- Times are ns of the trace, durations are ns. An open range lasts to the end of
-- the trace. Names that begin with _nr_ are internal. This file may be included
-- as a module or pasted, also more than once.

-- Slices of the host: ranges of the program and calls. Devices have tracks of their
-- own.
CREATE OR REPLACE PERFETTO TABLE _nr_host AS
SELECT
  id, parent_id, ts, IIF(dur < 0, trace_end() - ts, dur) AS dur, dur < 0 AS is_open,
  name, category, category IN ('phase', 'range') AS is_range, depth, track_id, arg_set_id
FROM slice
WHERE category IN ('phase', 'range', 'api', 'sync', 'osrt')
ORDER BY id;

-- Where each of them lies, from the outermost slices inwards. SQLite indexes the
-- copy by parent, which is ten times as fast as an index of Perfetto.
CREATE OR REPLACE PERFETTO TABLE _nr_place AS
WITH RECURSIVE copy AS MATERIALIZED (
  SELECT id, parent_id, name, category, is_range FROM _nr_host
), place(id, phase_id, around_id, step_id, iteration_id, wait_id) AS (
  SELECT
    id,
    IIF(is_range, id, NULL),
    NULL,
    IIF(is_range AND name = 'timestep', id, NULL),
    IIF(is_range AND name = 'nr_iteration', id, NULL),
    IIF(category = 'sync', id, NULL)
  FROM copy
  WHERE parent_id IS NULL
  UNION ALL
  SELECT
    s.id,
    IIF(s.is_range, s.id, p.phase_id),
    p.phase_id,
    COALESCE(p.step_id, IIF(s.is_range AND s.name = 'timestep', s.id, NULL)),
    IIF(s.is_range AND s.name = 'nr_iteration', s.id, p.iteration_id),
    COALESCE(p.wait_id, IIF(s.category = 'sync', s.id, NULL))
  FROM place AS p
  CROSS JOIN copy AS s ON s.parent_id = p.id
)
SELECT * FROM place ORDER BY id;

-- The thread and process of each track; a lane belongs to its thread.
CREATE OR REPLACE PERFETTO TABLE _nr_track AS
SELECT t.id, tt.utid, COALESCE(h.upid, pt.upid) AS upid
FROM track AS t
LEFT JOIN thread_track AS tt ON tt.id = t.id
LEFT JOIN thread AS h ON h.utid = tt.utid
LEFT JOIN process_track AS pt ON pt.id = t.id
ORDER BY t.id;

-- Ranges of the program.
CREATE OR REPLACE PERFETTO TABLE nr_phases(
  -- The slice.
  id JOINID(slice.id),
  -- Begin, ns.
  ts TIMESTAMP,
  -- Duration, ns; of an open range, to the end of the trace.
  dur DURATION,
  -- Part of dur in no range inside, ns. The sum over all phases is the time of the outermost ones.
  self_dur DURATION,
  -- 1 if the range has no end.
  is_open BOOL,
  -- Name, such as build_system.
  name STRING,
  -- Number of the step or iteration; NULL where it has none.
  number LONG,
  -- Slices around it on its track.
  depth LONG,
  -- The innermost range of the program around it.
  around_id JOINID(slice.id),
  -- The time step that it is or lies in.
  step_id JOINID(slice.id),
  -- The iteration that it is or lies in.
  iteration_id JOINID(slice.id),
  -- The track, a thread or one of its lanes.
  track_id JOINID(track.id),
  -- The thread.
  utid JOINID(thread.id),
  -- The process, one for each rank.
  upid JOINID(process.id)
) AS
WITH inside AS (
  SELECT p.around_id AS id, SUM(s.dur) AS dur
  FROM _nr_place AS p
  JOIN _nr_host AS s USING (id)
  WHERE s.is_range AND p.around_id IS NOT NULL
  GROUP BY p.around_id
)
SELECT
  s.id, s.ts, s.dur, s.dur - COALESCE(i.dur, 0) AS self_dur, s.is_open, s.name,
  COALESCE(
    EXTRACT_ARG(s.arg_set_id, 'debug.step'),
    EXTRACT_ARG(s.arg_set_id, 'debug.iteration'),
    EXTRACT_ARG(s.arg_set_id, 'debug.index')
  ) AS number,
  s.depth, p.around_id, p.step_id, p.iteration_id, s.track_id, t.utid, t.upid
FROM _nr_host AS s
JOIN _nr_place AS p USING (id)
JOIN _nr_track AS t ON t.id = s.track_id
LEFT JOIN inside AS i ON i.id = s.id
WHERE s.is_range
ORDER BY s.id;

-- Calls that wait for a device. Of calls inside one another the outermost counts.
CREATE OR REPLACE PERFETTO TABLE nr_waits(
  -- The slice.
  id JOINID(slice.id),
  -- Begin, ns.
  ts TIMESTAMP,
  -- Duration, ns.
  dur DURATION,
  -- Name, such as cudaStreamSynchronize.
  name STRING,
  -- The innermost range of the program around it.
  phase_id JOINID(slice.id),
  -- Name of that range.
  phase STRING,
  -- The time step that it lies in.
  step_id JOINID(slice.id),
  -- The iteration that it lies in.
  iteration_id JOINID(slice.id),
  -- The thread.
  utid JOINID(thread.id),
  -- The process.
  upid JOINID(process.id)
) AS
SELECT s.id, s.ts, s.dur, s.name, p.phase_id, a.name AS phase, p.step_id, p.iteration_id, t.utid, t.upid
FROM _nr_host AS s
JOIN _nr_place AS p USING (id)
JOIN _nr_track AS t ON t.id = s.track_id
LEFT JOIN _nr_host AS a ON a.id = p.phase_id
WHERE p.wait_id = s.id
ORDER BY s.id;

-- Time steps.
CREATE OR REPLACE PERFETTO TABLE nr_steps(
  -- The slice.
  id JOINID(slice.id),
  -- Begin, ns.
  ts TIMESTAMP,
  -- Duration, ns.
  dur DURATION,
  -- 1 if the step has no end.
  is_open BOOL,
  -- Number of the step.
  number LONG,
  -- Newton-Raphson iterations in it.
  iterations LONG,
  -- Factorisations with pivoting in it.
  factors LONG,
  -- Factorisations on a known pattern in it.
  refactors LONG,
  -- 1 if the truncation error rejected the step, 2 if Newton-Raphson did not converge, NULL if the step counts.
  rejected LONG,
  -- CPU time of the thread in it, ns; NULL unless the thread lost the processor.
  cpu_dur LONG,
  -- Calls in it that wait for a device.
  waits LONG,
  -- Time in these calls, ns.
  wait_dur DURATION,
  -- The thread.
  utid JOINID(thread.id),
  -- The process, one for each rank.
  upid JOINID(process.id)
) AS
WITH inside AS (
  SELECT
    step_id AS id, SUM(name = 'nr_iteration') AS iterations,
    SUM(name = 'factor') AS factors, SUM(name = 'refactor') AS refactors
  FROM nr_phases
  WHERE step_id IS NOT NULL
  GROUP BY step_id
), waiting AS (
  SELECT step_id AS id, COUNT(*) AS waits, SUM(dur) AS dur
  FROM nr_waits
  WHERE step_id IS NOT NULL
  GROUP BY step_id
)
SELECT
  s.id, s.ts, s.dur, s.is_open, s.number, i.iterations, i.factors, i.refactors,
  CAST(EXTRACT_ARG(h.arg_set_id, 'debug.rejected') AS INT) AS rejected,
  CAST(EXTRACT_ARG(h.arg_set_id, 'debug.cpu_ns') AS INT) AS cpu_dur,
  COALESCE(w.waits, 0) AS waits, COALESCE(w.dur, 0) AS wait_dur, s.utid, s.upid
FROM nr_phases AS s
JOIN _nr_host AS h USING (id)
JOIN inside AS i USING (id)
LEFT JOIN waiting AS w USING (id)
WHERE s.step_id = s.id
ORDER BY s.id;

-- Stretches of time steps that were not timed, of sampled captures.
CREATE OR REPLACE PERFETTO VIEW nr_untimed(
  -- The slice.
  id JOINID(slice.id),
  -- Begin, ns.
  ts TIMESTAMP,
  -- Duration, ns.
  dur DURATION,
  -- Time steps in it.
  steps LONG,
  -- The thread.
  utid JOINID(thread.id),
  -- The process, one for each rank.
  upid JOINID(process.id)
) AS
SELECT
  s.id, s.ts, IIF(s.dur < 0, trace_end() - s.ts, s.dur) AS dur,
  EXTRACT_ARG(s.arg_set_id, 'debug.steps') AS steps, t.utid, t.upid
FROM slice AS s
JOIN _nr_track AS t ON t.id = s.track_id
WHERE s.category = 'untimed';

-- Residuals, each of the iteration that it ended.
CREATE OR REPLACE PERFETTO VIEW nr_residuals(
  -- Time, ns.
  ts TIMESTAMP,
  -- Norm of the residual, in the units of the equations.
  residual DOUBLE,
  -- Its decimal logarithm; NULL where the residual is 0.
  log10 DOUBLE,
  -- The iteration.
  iteration_id JOINID(slice.id),
  -- The time step that the iteration lies in.
  step_id JOINID(slice.id),
  -- Place of the iteration in its step, from 1.
  place LONG,
  -- The thread.
  utid JOINID(thread.id),
  -- The process, one for each rank.
  upid JOINID(process.id)
) AS
WITH points AS (
  SELECT c.ts, 0 AS later, t.utid, t.upid, c.value, NULL AS id
  FROM counter AS c
  JOIN thread_counter_track AS k ON k.id = c.track_id
  JOIN thread AS t USING (utid)
  WHERE k.name = 'residual_norm'
  UNION ALL
  SELECT ts, 1, utid, upid, NULL, id FROM nr_phases WHERE name = 'nr_iteration'
), found AS (
  SELECT ts, utid, upid, value, MAX(id) OVER (PARTITION BY utid ORDER BY ts, later) AS iteration_id
  FROM points
)
SELECT
  f.ts, f.value AS residual, IIF(f.value > 0, LN(f.value) / LN(10), NULL) AS log10, f.iteration_id, i.step_id,
  ROW_NUMBER() OVER (PARTITION BY COALESCE(i.step_id, i.around_id) ORDER BY f.ts) AS place, f.utid, f.upid
FROM found AS f
JOIN nr_phases AS i ON i.id = f.iteration_id
WHERE f.value IS NOT NULL;

-- Which slice each piece of work on a device came from: the call, where the flow
-- that leads to it begins.
CREATE OR REPLACE PERFETTO TABLE _nr_launch AS
WITH RECURSIVE launch(call_id, id) AS (
  SELECT f.slice_out, f.slice_in FROM flow AS f JOIN _nr_host AS s ON s.id = f.slice_out
  UNION
  SELECT l.call_id, f.slice_in FROM launch AS l JOIN flow AS f ON f.slice_out = l.id
)
SELECT id, MIN(call_id) AS call_id FROM launch GROUP BY id ORDER BY id;

-- Work on devices.
CREATE OR REPLACE PERFETTO TABLE nr_work(
  -- The slice.
  id JOINID(slice.id),
  -- Begin, ns.
  ts TIMESTAMP,
  -- Duration, ns.
  dur DURATION,
  -- Name, such as that of the kernel.
  name STRING,
  -- kernel, memcpy, memset or graph.
  sort STRING,
  -- The call that launched it; NULL where that is not known.
  call_id JOINID(slice.id),
  -- The innermost range of the program around the call.
  phase_id JOINID(slice.id),
  -- Name of that range.
  phase STRING,
  -- The time step that the call lies in.
  step_id JOINID(slice.id),
  -- The iteration that the call lies in.
  iteration_id JOINID(slice.id),
  -- The track: a stream of a device, or one of its lanes.
  track_id JOINID(track.id),
  -- The process.
  upid JOINID(process.id)
) AS
SELECT
  s.id, s.ts, IIF(s.dur < 0, trace_end() - s.ts, s.dur) AS dur, s.name, s.category AS sort, l.call_id,
  p.phase_id, a.name AS phase, p.step_id, p.iteration_id, s.track_id, t.upid
FROM slice AS s
JOIN _nr_track AS t ON t.id = s.track_id
LEFT JOIN _nr_launch AS l ON l.id = s.id
LEFT JOIN _nr_place AS p ON p.id = l.call_id
LEFT JOIN _nr_host AS a ON a.id = p.phase_id
WHERE s.category IN ('kernel', 'memcpy', 'memset', 'graph')
ORDER BY s.id;

-- When at least one device of a process worked: stretches that do not overlap.
CREATE OR REPLACE PERFETTO VIEW _nr_busy AS
WITH work AS (
  SELECT
    upid, id, ts, ts + dur AS stop,
    MAX(ts + dur) OVER (PARTITION BY upid ORDER BY ts, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
  FROM nr_work
), numbered AS (
  SELECT upid, ts, stop, SUM(before IS NULL OR ts > before) OVER (PARTITION BY upid ORDER BY ts, id) AS stretch
  FROM work
)
SELECT upid, MIN(ts) AS ts, MAX(stop) AS stop FROM numbered GROUP BY upid, stretch;

-- Ranges of programs that used devices, with what the devices did meanwhile.
CREATE OR REPLACE PERFETTO VIEW nr_phase_work(
  -- The slice of the range.
  id JOINID(slice.id),
  -- Name of the range.
  name STRING,
  -- Duration of the range, ns.
  dur DURATION,
  -- Part of dur in which at least one device of the process worked, ns.
  busy_dur DURATION,
  -- Part of dur in which none did, ns.
  idle_dur DURATION,
  -- The process, one for each rank.
  upid JOINID(process.id)
) AS
WITH points AS (
  SELECT upid, ts, 0 AS sort, stop - ts AS busy, stop, NULL AS id, 0 AS sign FROM _nr_busy
  UNION ALL
  SELECT upid, ts, 1, 0, NULL, id, -1 FROM nr_phases WHERE upid IN (SELECT upid FROM nr_work)
  UNION ALL
  SELECT upid, ts + dur, 1, 0, NULL, id, 1 FROM nr_phases WHERE upid IN (SELECT upid FROM nr_work)
), until AS (
  SELECT
    id, sign,
    COALESCE(SUM(busy) OVER before - MAX(MAX(stop) OVER before - ts, 0), 0) AS busy
  FROM points
  WINDOW before AS (PARTITION BY upid ORDER BY ts, sort)
), sums AS (
  SELECT id, SUM(sign * busy) AS busy FROM until WHERE id IS NOT NULL GROUP BY id
)
SELECT p.id, p.name, p.dur, s.busy AS busy_dur, p.dur - s.busy AS idle_dur, p.upid
FROM sums AS s
JOIN nr_phases AS p USING (id);

-- Whether processes wait for one another in the self time of ranges of that name:
-- in collective operations and waits, by the words in the name, and in ranges that
-- are made of phases.
CREATE OR REPLACE PERFETTO FUNCTION nr_waits_for_others(
  -- Name of the ranges.
  name STRING
)
RETURNS BOOL AS
SELECT
  $name IN ('transient', 'operating_point', 'gmin_step', 'source_step', 'timestep', 'nr_iteration')
  OR LOWER($name) GLOB '*wait*' OR LOWER($name) GLOB '*barrier*' OR LOWER($name) GLOB '*sync*'
  OR LOWER($name) GLOB '*mpi_*' OR LOWER($name) GLOB '*mpi:*' OR LOWER($name) GLOB '*nccl*'
  OR LOWER($name) GLOB '*recv*' OR LOWER($name) GLOB '*reduce*' OR LOWER($name) GLOB '*gather*'
  OR LOWER($name) GLOB '*bcast*' OR LOWER($name) GLOB '*broadcast*' OR LOWER($name) GLOB '*alltoall*'
  OR LOWER($name) GLOB '*idle*' OR LOWER($name) GLOB '*lock*';
