package telemetry

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// A Result is what a sampler saw.
type Result struct {
	Start    time.Time // of the sampler
	Devices  []DeviceResult
	Warnings []string // devices that were lost, figures that could not be read at times, …
	Notes    []string // figures that devices do not have
}

// A DeviceResult is what was seen of one device.
type DeviceResult struct {
	Identity
	Samples []Sample // the latest, the oldest first
	Stats   []Stat   // of the figures that the device has, over the whole time
}

// A Stat sums up one figure.
type Stat struct {
	Field          Field
	Count          int64
	Min, Mean, Max float64
}

// A tally collects a Stat.
type tally struct {
	count    int64
	min, max float64
	sum      float64
}

func (t *tally) add(v float64) {
	if t.count == 0 {
		t.min, t.max = v, v
	}
	t.count++
	t.sum += v
	t.min, t.max = math.Min(t.min, v), math.Max(t.max, v)
}

// Stop ends the sampling, closes the source, and returns what was seen. The
// error is that of the source. Further calls return the same.
func (s *Sampler) Stop() (*Result, error) {
	if s == nil {
		return nil, nil
	}
	s.once.Do(func() {
		close(s.stop)
		<-s.finished
		s.err = s.source.Close()
		s.result = s.collect()
	})
	return s.result, s.err
}

// collect makes the result of what was seen.
func (s *Sampler) collect() *Result {
	r := &Result{Start: s.start, Warnings: s.warnings}
	if s.late > 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("reading the GPUs took longer than 1/%g s in %d rounds: there are fewer samples than requested",
			s.options.Rate, s.late))
	}
	for _, d := range s.devices {
		if len(d.lacks) > 0 {
			r.Notes = append(r.Notes, fmt.Sprintf("%s has no %s: %v", d.id, strings.Join(d.lacks, ", "), d.why))
		}
		x := DeviceResult{Identity: d.id, Samples: d.ring.samples()}
		x.Stats = stats(&d.sums)
		r.Devices = append(r.Devices, x)
	}
	return r
}

// Until returns the samples up to a time since the sampler started, with
// statistics of these samples alone.
func (r *Result) Until(end time.Duration) *Result {
	out := &Result{Start: r.Start, Warnings: r.Warnings, Notes: r.Notes}
	for _, d := range r.Devices {
		x := DeviceResult{Identity: d.Identity}
		var sums [numFields]tally
		for _, s := range d.Samples {
			if s.Time > end {
				break
			}
			x.Samples = append(x.Samples, s)
			for _, f := range Fields() {
				if s.Has.Has(f) {
					sums[f].add(s.Values[f])
				}
			}
		}
		x.Stats = stats(&sums)
		out.Devices = append(out.Devices, x)
	}
	return out
}

// stats returns the figures that occurred.
func stats(sums *[numFields]tally) []Stat {
	var list []Stat
	for f, t := range sums {
		if t.count > 0 {
			list = append(list, Stat{Field(f), t.count, t.min, t.sum / float64(t.count), t.max})
		}
	}
	return list
}

// Throttled lists the names of the reasons of a device that occurred in its
// kept samples, without that of an idle device.
func (d *DeviceResult) Throttled() []string {
	var all Reason
	for _, s := range d.Samples {
		if s.Has.Has(Throttle) {
			all |= Reason(s.Values[Throttle])
		}
	}
	var names []string
	for _, r := range reasons[1:] {
		if all&r.bit != 0 {
			names = append(names, strings.TrimPrefix(r.name, "throttle_"))
		}
	}
	return names
}
