package trace

import (
	"reflect"
	"runtime"
	"sync/atomic"
)

// How events of a pass are handed over.
const (
	batchSize  = 1024      // events in a batch; at least maxSteps
	parcelSize = 4096      // the same in a batch for another goroutine, which is woken more rarely
	inFlight   = 4         // batches that wait for the consumer
	aloneUntil = 64 * 1024 // events after which the consumer gets a processor of its own
)

// pass reads the events of t once and calls use with a batch of them at a time, in
// order, until use wants no more. Use must not keep a batch.
//
// The events of a long trace are read by this goroutine while another one calls use,
// one batch after the other. Everything that use did is done when pass returns.
func (t *Trace) pass(use func(batch []Event) (more bool)) {
	h := handover{use: use, left: aloneUntil / batchSize}
	if runtime.GOMAXPROCS(0) < 2 {
		h.left = -1
	}
	t.feed(&h)
}

// feed gives the events of t to h, and returns when they were used.
func (t *Trace) feed(h *handover) {
	room := make([]Event, 0, batchSize)
	if t.fromFile() {
		t.file.batches(room, func(batch []Event) ([]Event, bool) { return h.give(batch), !h.enough.Load() })
	} else {
		for e := range t.Events() {
			if room = append(room, e); len(room) == cap(room) {
				if room = h.give(room); h.enough.Load() {
					break
				}
			}
		}
		h.give(room)
	}
	h.wait()
}

// fromFile says whether Events is that of a file, not what was made of it: then
// batches can be had at less cost.
func (t *Trace) fromFile() bool {
	return t.file != nil && t.Events != nil && reflect.ValueOf(t.Events).Pointer() == reflect.ValueOf(t.file.events).Pointer()
}

// A handover gives batches to a consumer.
type handover struct {
	use         func([]Event) (more bool)
	enough      atomic.Bool // use wants no more
	left        int         // batches until use is called by a goroutine; negative for never
	full, empty chan []Event
	done        chan struct{}
}

// give hands a batch over and returns an empty one.
func (h *handover) give(batch []Event) []Event {
	if h.full != nil {
		h.full <- batch
		return (<-h.empty)[:0]
	}
	h.take(batch)
	if h.left--; h.left == 0 {
		h.start()
	}
	return batch[:0]
}

// take calls use, unless it had enough.
func (h *handover) take(batch []Event) {
	if !h.enough.Load() && !h.use(batch) {
		h.enough.Store(true)
	}
}

// start lets a goroutine call use from now on.
func (h *handover) start() {
	h.full, h.empty, h.done = make(chan []Event, inFlight), make(chan []Event, inFlight+1), make(chan struct{})
	for range inFlight {
		h.empty <- make([]Event, parcelSize)
	}
	go func() {
		defer close(h.done)
		for b := range h.full {
			h.take(b)
			h.empty <- b
		}
	}()
}

// wait returns when all batches were used.
func (h *handover) wait() {
	if h.full != nil {
		close(h.full)
		<-h.done
	}
}
