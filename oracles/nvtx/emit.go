package main

import (
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/nrkit/nrkit/trace/nvtx"
)

// What emit shows.
const (
	workers = 8
	pairs   = 2000 // of each worker, two deep
	starts  = 100
)

// emit shows ranges and marks of every kind. It ends by os.Exit where that is
// asked for, and by nvtx.Exit otherwise.
func emit(how string) {
	c, err := nvtx.Open()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	d := c.Domain("oracle")
	marks(c, d)
	var wg sync.WaitGroup
	for k := range workers {
		wg.Go(func() { work(d, k) })
	}
	open := make(chan nvtx.Range, starts)
	wg.Go(func() {
		t := d.Thread() // so that ranges end on another
		defer t.Close()
		n := d.Register("handed over")
		for k := range starts {
			open <- d.StartValue(n, nvtx.Int32(int32(-k)))
		}
		close(open)
	})
	wg.Go(func() {
		t := d.Thread()
		defer t.Close()
		for r := range open {
			r.End()
		}
	})
	wg.Wait()
	fmt.Println("emitted")
	if how == "os.Exit" {
		os.Exit(0)
	}
	nvtx.Exit(0)
}

// marks shows a mark for each kind of payload, and one in the default domain.
func marks(c *nvtx.Client, d *nvtx.Domain) {
	n := d.Register("größe").WithColor(0xff76b900).WithCategory(d.Category("numbers"))
	d.Mark(n)
	for _, v := range []nvtx.Payload{nvtx.Uint64(1<<63 + 1), nvtx.Int64(-1 << 62), nvtx.Float64(0.5), nvtx.Uint32(1<<32 - 1), nvtx.Int32(-7), nvtx.Float32(0.25)} {
		d.MarkValue(n, v)
	}
	c.Domain("").Mark(c.Domain("").Register("default"))
}

// work is a worker on a thread of its own.
func work(d *nvtx.Domain, k int) {
	t := d.Thread()
	t.SetName(fmt.Sprintf("worker %d", k))
	outer, inner := d.Register("outer"), d.Register("inner")
	for i := range pairs {
		t.Push(outer)
		t.PushValue(inner, nvtx.Int64(int64(i)))
		t.Pop()
		t.Pop()
	}
	if err := t.Close(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// timePairs prints the nanoseconds that a push and a pop take, the least mean of
// rounds.
func timePairs() {
	const rounds, each = 20, 5000
	c, err := nvtx.Open()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	t := c.Domain("oracle").Thread()
	n := t.Domain().Register("timed")
	best := time.Duration(1 << 62)
	for range rounds {
		began := time.Now()
		for range each {
			t.Push(n)
			t.Pop()
		}
		best = min(best, time.Since(began))
	}
	fmt.Printf("%.1f\n", float64(best)/each)
	nvtx.Exit(0)
}
