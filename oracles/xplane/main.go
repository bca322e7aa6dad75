// Oraclexplane writes profiles as JAX does into a folder, for oracles/xplane/run.
// One has a Newton loop. The others are random, with times that are no whole ns,
// several devices and all kinds of stats.
package main

import (
	"cmp"
	"compress/gzip"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"github.com/nrkit/nrkit/internal/testkit/xplanetest"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: oraclexplane DIR")
		os.Exit(2)
	}
	if err := writeAll(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "oraclexplane:", err)
		os.Exit(1)
	}
}

func writeAll(dir string) error {
	newton := xplanetest.Newton{Iterations: 500, Start: 1_700_000_000_000_000_000, Path: "jit(f)/jit(main)/while/body/nr_iteration", Disabled: true}
	if err := write(filepath.Join(dir, "newton.xplane.pb"), newton.Space().Encode()); err != nil {
		return err
	}
	pmap := xplanetest.Pmap{Devices: 3, Iterations: 20, Start: 1_700_000_000_000_000_000}
	if err := write(filepath.Join(dir, "pmap.xplane.pb"), pmap.Space().Encode()); err != nil {
		return err
	}
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 7))
		name := fmt.Sprintf("random%02d.xplane.pb", seed)
		if seed%4 == 0 {
			name += ".gz"
		}
		if err := write(filepath.Join(dir, name), random(rng).Encode()); err != nil {
			return err
		}
	}
	return nil
}

func write(path string, data []byte) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() {
		if cerr := f.Close(); err == nil {
			err = cerr
		}
	}()
	if filepath.Ext(path) != ".gz" {
		_, err = f.Write(data)
		return err
	}
	z := gzip.NewWriter(f)
	if _, err := z.Write(data); err != nil {
		return err
	}
	return z.Close()
}

func random(rng *rand.Rand) *xplanetest.Space {
	s := &xplanetest.Space{}
	base := int64(0)
	if rng.IntN(2) == 0 {
		base = 1_700_000_000_000_000_000
	}
	id := int64(0)
	host := &xplanetest.Plane{Name: "/host:CPU"}
	threads := []*xplanetest.Line{{ID: 11, Name: "python", Start: base}, {ID: 12, Name: "Host Threads/12", Start: base + 3}}
	for d := range 1 + rng.IntN(3) {
		p := &xplanetest.Plane{ID: int64(d), Name: fmt.Sprintf("/device:GPU:%d", d)}
		for k := range 1 + rng.IntN(3) {
			l := &xplanetest.Line{ID: int64(k), Name: fmt.Sprintf("Stream #%d(Kernel,MemcpyH2D,Memset)", 13+k), Start: base + rng.Int64N(1000)}
			now := rng.Int64N(5000) - 2000
			if base == 0 {
				now += 10_000 // no time before 0
			}
			for range rng.IntN(300) {
				now += rng.Int64N(3000)
				id++
				e := operation(rng, id)
				e.Offset, e.Duration = now, rng.Int64N(100_000)
				l.Events = append(l.Events, e)
				call := xplanetest.Event{Name: "cuLaunchKernel", Offset: now + 2_000_000, Duration: 1 + rng.Int64N(900), Stats: xplanetest.Stats("correlation_id", id, "device_id", int64(d))}
				threads[1].Events = append(threads[1].Events, call)
				now += e.Duration - rng.Int64N(100)
			}
			p.Lines = append(p.Lines, l)
		}
		p.Lines = append(p.Lines, &xplanetest.Line{Name: "XLA Modules", Start: base, Events: []xplanetest.Event{{Name: "jit_f", Duration: 1 << 40}}})
		s.Planes = append(s.Planes, p)
	}
	switch rng.IntN(4) {
	case 0:
		threads[1].ID = threads[0].ID // as with CUDA
	case 1, 2:
		threads = append(threads, frames(rng, threads)...)
	}
	for range rng.IntN(200) {
		threads[0].Events = append(threads[0].Events, xplanetest.Event{Name: fmt.Sprint("$frame", rng.IntN(9)), Offset: 20_000 + rng.Int64N(1<<30), Duration: rng.Int64N(1 << 20)})
	}
	host.Lines = threads
	s.Planes = append(s.Planes, host)
	if rng.IntN(2) == 0 {
		start := uint64(1_700_000_000_000_000_000 - rng.Int64N(5000))
		s.Planes = append(s.Planes, &xplanetest.Plane{Name: "Task Environment", Stats: xplanetest.Stats("profile_start_time", start)})
	}
	return s
}

// frames makes the calls longer, puts ranges of Python around them, some of which
// may begin or end during a call, and returns what may be besides: other lines of
// calls, and another thread of Python.
func frames(rng *rand.Rand, threads []*xplanetest.Line) []*xplanetest.Line {
	python, calls := threads[0], threads[1]
	if len(calls.Events) == 0 {
		return nil
	}
	slices.SortFunc(calls.Events, func(a, b xplanetest.Event) int { return cmp.Compare(a.Offset, b.Offset) })
	for k := range calls.Events { // one after the other
		calls.Events[k].Offset, calls.Events[k].Duration = 2_000_000+int64(k)*100_000, 1+rng.Int64N(90_000)
	}
	lag := calls.Start - python.Start // ns
	at := func(k int) int64 { return 2_000_000 + int64(k)*100_000 + lag*1000 }
	frame := func(from, to int64) {
		python.Events = append(python.Events, xplanetest.Event{Name: fmt.Sprint("$frame", rng.IntN(9)), Offset: from, Duration: to - from})
	}
	n := len(calls.Events)
	frame(at(0), at(n))
	for range rng.IntN(20) {
		from := rng.IntN(n)
		frame(at(from), at(from+1+rng.IntN(n-from))-rng.Int64N(9_000)) // between calls
	}
	if rng.IntN(3) == 0 {
		frame(at(0)+rng.Int64N(90_000), at(n)) // may cut the first
	}
	var more []*xplanetest.Line
	if rng.IntN(3) == 0 {
		l := &xplanetest.Line{ID: 77, Name: "Host Threads/77", Start: calls.Start}
		late := rng.Int64N(2) * 50_000 // some are cut then
		for range 1 + rng.IntN(3) {
			l.Events = append(l.Events, xplanetest.Event{Name: "hipMemcpyAsync", Offset: 2_000_000 + rng.Int64N(int64(n))*100_000 + late, Duration: rng.Int64N(90_000)})
		}
		more = append(more, l)
	}
	if rng.IntN(6) == 0 {
		more = append(more, &xplanetest.Line{ID: 78, Name: "python3", Start: python.Start, Events: []xplanetest.Event{{Name: "x", Duration: 1000}}})
	}
	return more
}

// operation returns an event of a stream, with the stats that say what it is.
func operation(rng *rand.Rand, id int64) xplanetest.Event {
	path := []string{"jit(f)/nr_build_system/add", "nr_linear_solve/dot", "x"}[rng.IntN(3)]
	stats := xplanetest.Stats("correlation_id", uint64(id), "occupancy", 0.5, "raw", []byte{1, 2})
	name := fmt.Sprint("kernel_", rng.IntN(5))
	switch rng.IntN(8) {
	case 0:
		return xplanetest.Event{Name: "MemcpyH2D", Stats: append(stats, xplanetest.Stats("memcpy_details", "kind_src:host kind_dst:device size:64 dest:0 async:1")...)}
	case 1:
		return xplanetest.Event{Name: "Memset", Stats: stats}
	case 2:
		return xplanetest.Event{Name: name, Stats: append(stats, xplanetest.Stats("name", path, "prefix", xplanetest.Ref("jit(g)"))...)}
	case 3:
		return xplanetest.Event{Name: name, Stats: append(stats, xplanetest.Stats("hlo_op", "fusion.3", "hlo_module", xplanetest.Ref("jit_f"))...)}
	case 4:
		return xplanetest.Event{Name: name, Stats: append(stats, xplanetest.Stats("tf_op", xplanetest.Ref(path+":Add"))...)}
	case 5:
		return xplanetest.Event{Name: "of its metadata", Stats: stats, MetaStats: xplanetest.Stats("name", xplanetest.Ref("jit(h)/nr_solve/mul"))}
	case 6:
		return xplanetest.Event{Name: name, Stats: stats}
	}
	return xplanetest.Event{Name: name, Stats: append(stats, xplanetest.Stats("name", xplanetest.Ref(path))...)}
}
