package probe

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"golang.org/x/sys/unix"
)

// A Session writes the calls of probed functions into a folder while programs run.
type Session struct {
	rings  []*ring
	events []event
	what   map[uint64]int // of the id of an event: 2 × probe, + 1 for the return
	out    *writer
	later  []sample // read, and newer than the last look at all rings
	stop   chan struct{}
	done   chan struct{}
	stats  Stats
	err    error
}

// pause is the time between two looks at the rings.
const pause = 20 * time.Millisecond

// Start opens the probes, which [Probe.Resolve] found, on all CPUs and begins to
// write calls of this process's descendants. The program starts after that.
//
// The error is [ErrNotPermitted] where the kernel has no uprobes or wants a privilege
// for them.
func Start(probes []Probe, to Output) (_ *Session, err error) {
	source, err := kind()
	if err != nil {
		return nil, err
	}
	s := &Session{what: map[uint64]int{}, stop: make(chan struct{}), done: make(chan struct{})}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.close())
		}
	}()
	cpus, err := online()
	if err != nil {
		return nil, err
	}
	for _, cpu := range cpus {
		if err := s.open(source, probes, cpu); err != nil {
			return nil, err
		}
	}
	s.out = newWriter(probes, to)
	go s.run()
	return s, nil
}

// open opens what belongs to one CPU.
func (s *Session) open(source uint32, probes []Probe, cpu int) error {
	tasks, err := openTasks(cpu)
	if err != nil {
		return err
	}
	s.events = append(s.events, event{fd: tasks, what: -1})
	r, err := newRing(tasks)
	if err != nil {
		return fmt.Errorf("a ring of %d MiB for CPU %d: %w", ringPages*unix.Getpagesize()>>20, cpu, err)
	}
	s.rings = append(s.rings, r)
	for k := range probes {
		for _, back := range []bool{false, true} {
			fd, err := openProbe(source, &probes[k], back, cpu, tasks)
			if err != nil {
				return err
			}
			what := 2 * k
			if back {
				what++
			}
			s.events = append(s.events, event{fd: fd, what: what})
			id, err := eventID(fd)
			if err != nil {
				return err
			}
			s.what[id] = what
		}
	}
	return nil
}

// run looks at the rings until Stop.
func (s *Session) run() {
	defer close(s.done)
	tick := time.NewTicker(pause)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			s.look(false)
		case <-s.stop:
			s.look(true)
			return
		}
	}
}

// slack is how long a CPU may take between the time of a sample and its ring.
const slack = uint64(time.Millisecond)

// look takes what the rings have. Samples of a thread that moved lie in several
// rings: those are taken in order of time, up to a moment before the look began.
func (s *Session) look(last bool) {
	until := monotonic() - slack
	list := s.later
	for _, r := range s.rings {
		var lost uint64
		list, lost = r.read(list)
		s.stats.Lost += int64(lost)
	}
	slices.SortStableFunc(list, func(a, b sample) int { return cmp.Compare(a.time, b.time) })
	k := len(list)
	for !last && k > 0 && list[k-1].time > until {
		k--
	}
	for i := range list[:k] {
		s.out.take(&list[i], s.what, &s.stats)
	}
	s.later = append(s.later[:0:0], list[k:]...)
	if err := s.out.flush(); err != nil && s.err == nil {
		s.err = err
	}
}

// Stop ends the session after its programs have ended, and returns what it saw. The
// error is the first of writing.
func (s *Session) Stop() (Stats, error) {
	close(s.stop)
	<-s.done
	return s.stats, errors.Join(s.err, s.out.close(), s.close())
}

// close closes the kernel's files.
func (s *Session) close() error {
	var all error
	for _, r := range s.rings {
		all = errors.Join(all, r.close())
	}
	for _, e := range slices.Backward(s.events) {
		all = errors.Join(all, unix.Close(e.fd))
	}
	return all
}

// monotonic returns ns of the clock that samples have.
func monotonic() uint64 {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &t); err != nil {
		panic("probe: no monotonic clock")
	}
	return uint64(t.Nano())
}
