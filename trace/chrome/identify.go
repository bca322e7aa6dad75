package chrome

import (
	"math"
	"strconv"

	"github.com/nrkit/nrkit/trace"
)

// firstMade is the first number that Write makes up for a process or a thread,
// above those that systems give.
const firstMade = 1 << 30

// identify returns the pid and the tid that the tracks have in the file, each
// pair once. Readers keep both in 32 bits and give 0 a meaning of its own, so
// that all are within 1…2³¹−1. A process keeps its number unless another rank has
// it, a thread of the host unless another track of its process has it. Device
// streams and lanes get numbers of their own, none of which is a pid: a thread
// that has the number of its process is the main thread.
func identify(tracks []trace.Track) []identifier {
	ids := make([]identifier, len(tracks))
	next := int64(firstMade)
	made := func(taken func(n int64) bool) int64 {
		for ; taken(next); next++ {
		}
		next++
		return next - 1
	}
	pids, owner := processes(tracks, made)
	used := map[identifier]bool{}
	for i, tr := range tracks {
		id := identifier{pids[processOf(tr)], tr.Thread}
		if valid(id.tid) && tr.Device < 0 && tr.Lane == 0 && !used[id] {
			ids[i], used[id] = id, true
		}
	}
	for i, tr := range tracks {
		if ids[i].pid == 0 {
			pid := pids[processOf(tr)]
			ids[i] = identifier{pid, made(func(n int64) bool { return used[identifier{pid, n}] || owner[n] })}
		}
	}
	return ids
}

// A process is one of a rank.
type process struct {
	rank int32
	id   int64
}

func processOf(tr trace.Track) process { return process{tr.Rank, tr.Process} }

func valid(id int64) bool { return id > 0 && id <= math.MaxInt32 }

// processes returns the pids of the processes, and which numbers are pids.
func processes(tracks []trace.Track, made func(taken func(int64) bool) int64) (pids map[process]int64, owner map[int64]bool) {
	pids, owner = map[process]int64{}, map[int64]bool{}
	for _, tr := range tracks {
		if p := processOf(tr); pids[p] == 0 && valid(p.id) && !owner[p.id] {
			pids[p], owner[p.id] = p.id, true
		}
	}
	for _, tr := range tracks {
		if p := processOf(tr); pids[p] == 0 {
			pids[p] = made(func(n int64) bool { return owner[n] })
			owner[pids[p]] = true
		}
	}
	return pids, owner
}

// identity returns the args that name a track; the parts with their usual
// value are left out, and so is a name that is empty, which Perfetto counts as
// an error.
func identity(tr trace.Track, id identifier) string {
	args := ""
	add := func(key, value string) {
		if args != "" {
			args += ","
		}
		args += `"` + key + `":` + value
	}
	number := func(key string, v, usual int64) {
		if v != usual {
			add(key, strconv.FormatInt(v, 10))
		}
	}
	if tr.Name != "" {
		add("name", quoted(tr.Name))
	}
	number("process", tr.Process, id.pid)
	number("thread", tr.Thread, id.tid)
	number("device", int64(tr.Device), -1)
	number("context", int64(tr.Context), 0)
	number("stream", int64(tr.Stream), 0)
	number("rank", int64(tr.Rank), 0)
	number("lane", int64(tr.Lane), 0)
	return args
}
