package telemetry

import "time"

// A Sample is the figures of a device at an instant; those that it does not
// have are not in Has.
type Sample struct {
	Time   time.Duration // since the sampler started
	Has    Set
	Values [numFields]float64
}

// A ring keeps the latest samples. It grows up to its limit.
type ring struct {
	limit int
	at    int // of the oldest, once it is full
	list  []Sample
}

// add adds a sample, in place of the oldest where there is no room.
func (r *ring) add(s Sample) {
	if len(r.list) < r.limit {
		r.list = append(r.list, s)
		return
	}
	r.list[r.at] = s
	r.at = (r.at + 1) % r.limit
}

// samples returns what there is, the oldest first.
func (r *ring) samples() []Sample {
	return append(append(make([]Sample, 0, len(r.list)), r.list[r.at:]...), r.list[:r.at]...)
}
