package diagnose

import (
	"cmp"
	"slices"

	"github.com/nrkit/nrkit/solvers"
)

// wall turns ns, which is added over calls, into wall-clock time: what several threads
// spend at the same time counts once. A part of the time that lies outside of the calls,
// such as the time that frees what they made, is taken to overlap as much.
func (in *Input) wall(list solverCalls, ns int64) int64 {
	if !slices.ContainsFunc(list, func(c *solvers.Call) bool { return c.Thread != list[0].Thread }) {
		return ns
	}
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b *solvers.Call) int { return cmp.Compare(a.Begin, b.Begin) })
	var sum, once int64
	end := list[0].Begin
	for _, c := range list {
		sum += c.End - c.Begin
		once += max(c.End-max(c.Begin, end), 0)
		end = max(end, c.End)
	}
	if sum == 0 {
		return ns
	}
	return int64(float64(ns) * float64(once) / float64(sum))
}

// onThreads says in evidence that a time is wall-clock time, "" for calls of one thread.
func onThreads(list solverCalls) string {
	if slices.ContainsFunc(list, func(c *solvers.Call) bool { return c.Thread != list[0].Thread }) {
		return ", once where threads overlap"
	}
	return ""
}
