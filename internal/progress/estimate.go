package progress

import (
	"fmt"
	"math"
	"time"
)

// When an estimate of the time left is shown.
const (
	soonest  = time.Second // tasks younger than this have none
	least    = 0.02        // nor has a task of which a smaller share is done
	largest  = 0.10        // nor one that goes in larger leaps
	apart    = 1.3         // nor one whose rates differ by this factor
	samples  = 32          // that are kept
	thinning = samples / 2 // of them remain when there are more
)

// A pace is how far a task was at several moments.
type pace struct {
	begun time.Time // since when the share grows
	list  []sample  // in order, at about equal distances of time
	every time.Duration
	leap  float64 // largest difference of shares in sequence
	last  float64
}

// A sample says which share was done at a moment.
type sample struct {
	at    time.Duration // since begun
	share float64
}

// take notes the share that is done at t. A share below the one before begins
// another task.
func (p *pace) take(t time.Time, share float64) {
	if share < p.last || p.begun.IsZero() {
		*p = pace{begun: t, list: append(p.list[:0], sample{0, share}), every: interval, last: share}
		return
	}
	p.leap, p.last = max(p.leap, share-p.last), share
	at := t.Sub(p.begun)
	if at-p.list[len(p.list)-1].at < p.every {
		return
	}
	if len(p.list) == samples {
		for k := range thinning {
			p.list[k] = p.list[2*k]
		}
		p.list, p.every = p.list[:thinning], 2*p.every
	}
	p.list = append(p.list, sample{at, share})
}

// left estimates the time that a task takes from t on. It reports false unless the
// task went on as fast in the later half of its time as in the earlier half, in
// small leaps.
func (p *pace) left(t time.Time) (time.Duration, bool) {
	at, share := t.Sub(p.begun), p.last
	if p.begun.IsZero() || at < soonest || share < least || share >= 1 || p.leap > largest {
		return 0, false
	}
	middle := p.list[0]
	for _, s := range p.list {
		if s.at <= at/2 {
			middle = s
		}
	}
	early := rate(middle.share-p.list[0].share, middle.at)
	late := rate(share-middle.share, at-middle.at)
	if early <= 0 || late <= 0 || max(early, late) > apart*min(early, late) {
		return 0, false
	}
	return time.Duration((1 - share) / late * float64(time.Second)), true
}

// rate returns a share per second.
func rate(share float64, d time.Duration) float64 {
	if d <= 0 {
		return 0
	}
	return share / d.Seconds()
}

// remaining says how long a task still takes, as exactly as a person wants to know.
func remaining(d time.Duration) string {
	s := max(d.Seconds(), 1)
	switch {
	case s < 19.5:
		return fmt.Sprintf("about %.0f s left", s)
	case s < 97.5:
		return fmt.Sprintf("about %.0f s left", 5*math.Round(s/5))
	case s < 99*60:
		return fmt.Sprintf("about %.0f min left", s/60)
	}
	return fmt.Sprintf("about %.0f h left", s/3600)
}
