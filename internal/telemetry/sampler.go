package telemetry

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nrkit/nrkit/trace"
)

// Options say how to sample. The zero value is the default.
type Options struct {
	Rate float64 // samples per second; 0: 10
	Ring int     // latest samples kept for each device; 0: 36000, an hour at 10 per second

	// Keep says which devices are sampled; nil: all.
	Keep func([]Identity) []bool

	ticks <-chan time.Time // in place of the clock, for tests
}

// DefaultRate is the number of samples per second.
const DefaultRate = 10

func (o Options) filled() Options {
	if o.Rate <= 0 {
		o.Rate = DefaultRate
	}
	if o.Ring <= 0 {
		o.Ring = 36000
	}
	return o
}

// A Sampler reads devices until it is stopped. A nil Sampler does nothing.
type Sampler struct {
	source   Source
	options  Options
	start    time.Time
	devices  []*sampled
	warnings []string
	late     int64 // rounds that took longer than their time

	stop     chan struct{}
	finished chan struct{}
	once     sync.Once
	result   *Result
	err      error
}

// A sampled is a device with what was seen of it.
type sampled struct {
	Device
	id      Identity
	want    Set
	lost    bool
	lacks   []string // names of the fields that it does not have
	why     error    // of the last of them
	failing Set      // fields whose passing errors have been told
	rec     *trace.Recorder
	track   *trace.Thread
	names   [numFields]trace.Name
	gone    trace.Name
	last    Reason // of the latest sample
	ring    ring
	sums    [numFields]tally
}

// Start reads the devices of source until Stop, which closes it. The counters
// go to rec, which may be nil; the caller closes it after Stop.
//
// The first sample of each device is taken before Start returns, which finds
// out what the device has. It fails when there is no device, and closes source
// then.
func Start(source Source, rec *trace.Recorder, o Options) (*Sampler, error) {
	o = o.filled()
	s := &Sampler{source: source, options: o, start: time.Now(), stop: make(chan struct{}), finished: make(chan struct{})}
	devices, err := source.Devices()
	if err != nil {
		s.warnings = append(s.warnings, err.Error())
	}
	for _, d := range kept(devices, o.Keep) {
		s.devices = append(s.devices, newSampled(d, rec, o.Ring))
	}
	if len(s.devices) == 0 {
		return nil, errors.Join(err, errors.New("no GPU to sample"), source.Close())
	}
	s.round()
	go s.run()
	return s, nil
}

// kept returns the devices that keep wants.
func kept(devices []Device, keep func([]Identity) []bool) []Device {
	if keep == nil {
		return devices
	}
	ids := make([]Identity, len(devices))
	for k, d := range devices {
		ids[k] = d.Identity()
	}
	var list []Device
	for k, ok := range keep(ids) {
		if ok {
			list = append(list, devices[k])
		}
	}
	return list
}

func newSampled(d Device, rec *trace.Recorder, limit int) *sampled {
	x := &sampled{Device: d, id: d.Identity(), want: All, rec: rec, ring: ring{limit: limit}}
	x.track = rec.Track(trace.Track{Device: int32(x.id.Index), Name: x.id.Label()})
	for k, name := range fieldNames {
		x.names[k] = rec.Name(name)
	}
	x.gone = rec.Name("gpu_lost")
	return x
}

// run samples until the sampler is stopped.
func (s *Sampler) run() {
	defer close(s.finished)
	period := time.Duration(float64(time.Second) / s.options.Rate)
	ticks := s.options.ticks
	if ticks == nil {
		ticker := time.NewTicker(period)
		defer ticker.Stop()
		ticks = ticker.C
	}
	for {
		select {
		case <-s.stop:
			return
		case <-ticks:
			begin := time.Now()
			s.round()
			if time.Since(begin) > period {
				s.late++
			}
		}
	}
}

// round reads every device once.
func (s *Sampler) round() {
	for _, d := range s.devices {
		if !d.lost {
			s.sample(d)
		}
	}
}

// sample reads one device and records what it has.
func (s *Sampler) sample(d *sampled) {
	var r Reading
	at := d.track.Now()
	when := time.Since(s.start)
	d.Read(d.want, &r)
	has := s.errors(d, &r)
	if d.lost {
		return
	}
	for _, f := range Fields() {
		if has.Has(f) {
			d.track.CounterAt(d.names[f], r.Values[f], at)
			d.sums[f].add(r.Values[f])
		}
	}
	if has.Has(Throttle) {
		d.throttle(Reason(r.Values[Throttle]), at)
	}
	d.ring.add(Sample{Time: when, Has: has, Values: r.Values})
}

// errors returns the fields that were read, and tells each sort of failure once.
func (s *Sampler) errors(d *sampled, r *Reading) Set {
	has := d.want
	for _, f := range Fields() {
		err := r.Errs[f]
		if err == nil || !d.want.Has(f) {
			continue
		}
		has = has.Without(f)
		switch {
		case errors.Is(err, ErrLost):
			d.lost = true
			d.track.Instant(d.gone)
			s.warnings = append(s.warnings, fmt.Sprintf("%s was lost after %s: it has no samples after that time",
				d.id, time.Since(s.start).Round(time.Millisecond)))
			return 0
		case errors.Is(err, ErrUnsupported):
			d.want = d.want.Without(f)
			d.lacks = append(d.lacks, f.String())
			d.why = err
		case !d.failing.Has(f):
			d.failing |= 1 << f
			s.warnings = append(s.warnings, fmt.Sprintf("%s: %s could not be read at times: %v", d.id, f, err))
		}
	}
	return has
}

// throttle records the reasons that changed: one that never occurs is no
// counter.
func (d *sampled) throttle(now Reason, at trace.Stamp) {
	changes(d.last, now, func(name string, v float64) { d.track.CounterAt(d.rec.Name(name), v, at) })
	d.last = now
}
