package main

import (
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/nrkit/nrkit/newton/lu"
)

// A machine has the figures of a machine that decide what several workers gain, in seconds. On a
// shared host they change from second to second.
type machine struct{ update, dispatch, start float64 }

func (m machine) ofSolver() lu.Machine {
	return lu.Machine{Update: m.update, Dispatch: m.dispatch, Start: m.start}
}

// figures measures a machine, as analyze calibrate does, in about 15 ms.
type figures struct {
	rows   []int32
	values []float64
	order  []int
	x      []float64
}

const (
	updates     = 1792 // multiply-adds in 24 KiB
	columnSize  = 32
	handoffs    = 500
	handSamples = 24
	starts      = 40
)

func newFigures() *figures {
	f := &figures{rows: make([]int32, updates), values: make([]float64, updates), x: make([]float64, 128)}
	r := rand.New(rand.NewPCG(1, 1))
	for i := range f.rows {
		part := len(f.x) / columnSize
		f.rows[i], f.values[i] = int32(i%columnSize*part+r.IntN(part)), r.Float64()-0.75
	}
	f.order = r.Perm(updates / columnSize)
	return f
}

func (f *figures) measure() machine {
	var m machine
	var times []float64
	for range 20 {
		start := time.Now()
		const rounds = 20
		for range rounds {
			f.subtract()
		}
		times = append(times, time.Since(start).Seconds()/(rounds*updates))
	}
	m.update, times = quantile(times, 0.25), times[:0]
	for range handSamples {
		times = append(times, handOff())
	}
	m.dispatch, times = quantile(times, 0.25), times[:0]
	for range starts {
		times = append(times, startOne())
		for start := time.Now(); time.Since(start) < 30*time.Microsecond; {
			runtime.KeepAlive(f)
		}
	}
	m.start = quantile(times, 0.25)
	return m
}

func (f *figures) subtract() {
	for _, c := range f.order {
		rows, values := f.rows[c*columnSize:][:columnSize], f.values[c*columnSize:][:columnSize]
		for p := 0; p < columnSize; p += 4 {
			f.x[rows[p]] -= values[p] * 1e-3
			f.x[rows[p+1]] -= values[p+1] * 1e-3
			f.x[rows[p+2]] -= values[p+2] * 1e-3
			f.x[rows[p+3]] -= values[p+3] * 1e-3
		}
	}
}

// handOff returns the time of one way of a counter between two threads that wait in loops.
func handOff() float64 {
	var turn atomic.Uint32
	done := make(chan struct{})
	await := func(k uint32) {
		for spins := 0; turn.Load() != k; spins++ {
			if spins > 1<<14 {
				runtime.Gosched()
			}
		}
	}
	go func() {
		for k := range uint32(handoffs + 1) {
			await(2*k + 1)
			turn.Store(2*k + 2)
		}
		close(done)
	}()
	var start time.Time
	for k := range uint32(handoffs + 1) {
		if k == 1 {
			start = time.Now()
		}
		turn.Store(2*k + 1)
		await(2*k + 2)
	}
	t := time.Since(start).Seconds()
	<-done
	return t / (2 * handoffs)
}

// startOne returns the time until a new goroutine and its caller, which yields, both work.
func startOne() float64 {
	var back atomic.Bool
	done := make(chan struct{})
	start := time.Now()
	go func() {
		for spins := 0; !back.Load(); spins++ {
			if spins > 1<<14 {
				runtime.Gosched()
			}
		}
		close(done)
	}()
	runtime.Gosched()
	t := time.Since(start).Seconds()
	back.Store(true)
	<-done
	return t
}
