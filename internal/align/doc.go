// Package align puts two runs on one time line, where the same Newton iterations, or the
// same time steps, begin at the same time.
//
// # Threads
//
// A thread with iterations is aligned with the thread of the same rank and name in the
// other run. If each run has one such thread, these two belong together whatever their
// names. Other tracks, such as the streams of a device, follow the aligned thread of
// their process that has most iterations.
//
// # Solutions
//
// A solution is a time step, or another range around iterations: operating_point,
// gmin_step, source_step. Time steps with the argument sim_time belong together if their
// times agree to nine digits. Without it, or if fewer than half of the steps find a
// partner by it, their numbers decide: the number that the program gave, and otherwise
// the place on the thread. The iterations of two solutions belong together by their
// numbers.
//
// # Slots
//
// The moments where a solution or an iteration begins or ends divide a thread into
// slots. A slot is as long as the longer of its two parts. What only one run has gets a
// slot alone. So times only move, and a range within a slot keeps its duration. Ranges
// over several slots are longer than in the run: they have the argument
// original_duration_ns. All ranges have the argument original_start_ns.
//
// # Difference
//
// A track for each pair of threads has a range for each iteration and each solution that
// one run lacks. Its counters have the time of each iteration, and of each phase in it,
// in the new run minus the time in the old run. What a run lacks counts as 0, so the
// samples of a counter add up to the difference of the totals.
package align
