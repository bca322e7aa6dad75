package calibrate

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"github.com/nrkit/nrkit/internal/threadtime"
	"github.com/nrkit/nrkit/prediction"
)

const (
	rounds      = 40                     // samples of each kernel
	sampleTime  = 4 * time.Millisecond   // of one sample, at least
	mostTime    = 40 * time.Second       // after which no round begins
	leastRound  = 5                      // rounds that are run in any case
	restTime    = 200 * time.Millisecond // between passes, in which a neighbour may finish
	wallSamples = 8                      // of a loop of wall time in a round
	passes      = 4                      // the rounds are divided among so many
)

// A kernel is a loop whose time says one figure of a machine.
type kernel struct {
	figure *float64        // where the time of an operation goes, in ns
	ops    int             // operations of one run
	run    func(times int) // runs the loop so many times
	times  int             // runs of one sample
	warm   int             // runs before a sample, which bring all data into the caches; 0 for data in memory

	wall    func(times int) float64 // instead of run: returns seconds of wall time
	samples int                     // of one round, which are shorter; 0 is one
	quarter bool                    // the lower quartile of the samples counts, not the least
	seen    []float64               // the samples so far, for the quartile

	spent *spent // counts the time of the samples; nil counts nothing
}

// A spent is how long samples took, in ns.
type spent struct{ cpu, elapsed int64 }

// leastShare is the share of a CPU that the thread gets on an idle machine, at least.
const leastShare = 0.95

// busy reports whether the thread waited for a CPU.
func (s *spent) busy() bool { return float64(s.cpu) < leastShare*float64(s.elapsed) }

// Measure measures the machine on which it runs and returns its figures, without Key,
// Name and Microarchitecture.
//
// Method: the kernels take turns, so that no kernel meets one moment alone, and each
// figure is the least of 40 samples: other load only adds time. What two threads do together
// also depends on where they run: of these figures, except the wake-up, the lower quartile counts. Before a sample, the
// loop runs over its data once, unless they are in memory. Samples are CPU time
// of the thread where the system reports it, except for the handing over of tasks.
// [prediction.WorkingSets] has the working sets; how much of L3 one core gets is tried
// before.
//
// The result is disturbed if the thread had a CPU for less than 95 % of the time of its
// samples, where the system reports CPU time, and if no part of L3 was fast.
//
// Cost: about 15 s; memory of 13 times the L3 cache, at least 200 MiB, at most 3.5 GiB
// for an L3 up to 512 MiB.
//
// It fails when ctx ends.
func Measure(ctx context.Context, caches []int64, features []string, progress func(done, total int)) (*prediction.Machine, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	sizes, found := usable(caches)
	m := &prediction.Machine{
		Schema: prediction.MachineSchema, Kernels: prediction.Kernels, Origin: prediction.Calibrated, Calibrated: true,
		Cores: runtime.GOMAXPROCS(0), CacheBytes: sizes,
		Disturbed: !found,
	}
	m.WorkingSetBytes = prediction.WorkingSets(m.CacheBytes)
	m.WorkingSetBytes[prediction.Memory] = prediction.WorkingSets(caches)[prediction.Memory] // in no part of L3
	if err := measure(ctx, m, features, rounds, progress); err != nil {
		return nil, err
	}
	return m, nil
}

// measure sets the times of m, with so many samples of each and the working sets that
// m names.
func measure(ctx context.Context, m *prediction.Machine, features []string, rounds int, progress func(done, total int)) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	m.Update, m.Stream, m.Latency = make([]float64, prediction.Levels), make([]float64, prediction.Levels), make([]float64, prediction.Levels)
	list, times := kernels(m, features), &spent{}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	for i := range list {
		list[i].prepare()
		list[i].spent = times
	}
	start := time.Now()
	for round := range rounds {
		if round > 0 && round%max(1, rounds/passes) == 0 {
			time.Sleep(restTime)
		}
		for i := range list {
			if err := ctx.Err(); err != nil {
				return err
			}
			list[i].sample()
		}
		if progress != nil {
			progress(round+1, rounds)
		}
		if round+1 >= leastRound && time.Since(start) > mostTime {
			break
		}
	}
	m.Disturbed = m.Disturbed || times.busy()
	if math.IsInf(m.Dispatch, 1) { // one CPU: no thread waits in a loop
		m.Dispatch = m.Wake
	}
	return nil
}

// kernels returns the loops that measure m.
func kernels(m *prediction.Machine, features []string) []kernel {
	var list []kernel
	add := func(figure *float64, k kernel) {
		k.figure = figure
		if figure == &m.Update[prediction.Memory] || figure == &m.Latency[prediction.Memory] || figure == &m.Stream[prediction.Memory] {
			k.warm = 0
		}
		*figure = math.Inf(1)
		list = append(list, k)
	}
	for level, bytes := range m.WorkingSetBytes {
		for copies := range copiesOf(level) {
			seed := uint64(copies)
			add(&m.Update[level], updateKernel(bytes, seed))
			add(&m.Latency[level], latencyKernel(bytes, seed))
			if level == prediction.L2 {
				add(&m.Column, columnKernel(bytes, seed))
			}
		}
		add(&m.Stream[level], streamKernel(bytes))
	}
	add(&m.Scalar, scalarKernel())
	add(&m.Divide, divideKernel())
	m.Dense, m.Dispatch = math.Inf(1), math.Inf(1)
	for _, p := range vectorProducts(features) {
		add(&m.Dense, denseKernel(p))
	}
	if len(vectorProducts(features)) == 0 {
		add(&m.Dense, scalarKernel())
	}
	add(&m.Wake, wakeKernel())
	if runtime.GOMAXPROCS(0) > 1 {
		add(&m.Dispatch, dispatchKernel())
	}
	return list
}

// copiesOf returns on how many copies of its data a loop of the level runs. In small
// caches, times depend on where data lie: the best place of several counts.
func copiesOf(level int) int {
	if level <= prediction.L2 {
		return 4
	}
	return 1
}

// prepare finds how often the loop runs in a sample.
func (k *kernel) prepare() {
	k.times = 1
	for k.clock(k.times)*float64(max(1, k.samples)) < sampleTime.Seconds() {
		k.times *= 2
	}
}

// sample runs the loop again and keeps the least time of an operation, or the lower quartile.
func (k *kernel) sample() {
	if k.warm > 0 {
		k.run(k.warm)
	}
	for range max(1, k.samples) {
		t := k.clock(k.times) * 1e9 / (float64(k.ops) * float64(k.times))
		if !k.quarter {
			*k.figure = min(*k.figure, t)
			continue
		}
		k.seen = append(k.seen, t)
		slices.Sort(k.seen)
		*k.figure = k.seen[len(k.seen)/4]
	}
}

// clock returns the seconds that so many runs take.
func (k *kernel) clock(times int) float64 {
	if k.wall != nil {
		return k.wall(times)
	}
	start := time.Now()
	before, ok := threadtime.CPU()
	k.run(times)
	after, _ := threadtime.CPU()
	if ok {
		if k.spent != nil {
			k.spent.cpu += after - before
			k.spent.elapsed += int64(time.Since(start))
		}
		return float64(after-before) / 1e9
	}
	return time.Since(start).Seconds()
}

// newRandom returns numbers that are the same in every run, others for each seed.
func newRandom(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(1, seed)) }
