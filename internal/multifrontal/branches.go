package multifrontal

import "github.com/nrkit/nrkit/internal/foresight"

// The places of branches in UMFPACK. A loop comes before the branches inside.
const (
	columnInFront = iota
	rowInFront
	columnTuples
	columnGone
	columnTaken
	columnRows
	columnRowTaken
	columnRowNew
	rowTuples
	rowGone
	rowTaken
	rowCols
	rowColTaken
	rowColNew
	rowColInFront
	updates
	extends
	newRows
	newCols
	scanRows
	scanRowGone
	scanRowTaken
	scanRowFirst
	scanRowCovered
	scanCols
	scanColGone
	scanColTaken
	scanColFirst
	scanColCovered
	sons
	sonWhole
	sonColumns
	sonRowsLeft
	sonColsLeft
	sonRowLoop
	sonColLoop
	sonEntries
	columnsLoop
	columnsCovered
	columnsEntries
	rowsLoop
	rowsCovered
	rowsCols
	rowsEntries
	laterRows
	laterRowGone
	laterRowTaken
	laterRowCovered
	laterCols
	laterColGone
	laterColTaken
	laterColCovered
	storedPivots
	storedRows
	storedCols
	storedRest
	elementRows
	elementCols
)

// the loops over the tuples of new rows and columns, and over those that are tried later
var (
	scanPlaces  = [sides]uint32{scanRows, scanCols}
	laterPlaces = [sides]uint32{laterRows, laterCols}
)

// A branches has the outcomes of branches, as events: the outcomes up to the end of a loop are
// one event, or several if there are many. Of many events, it keeps segments that are spread evenly
// over all.
type branches struct {
	kept   []uint32 // events
	all    int64    // number of events
	skip   int64    // events until the next segment begins
	stride int64    // one of so many segments is kept
	event  uint32   // hash of the outcomes since the last event
	count  int      // of these outcomes
}

const (
	segment      = 1 << 10 // events
	mostKept     = 64 * segment
	mostOutcomes = 64 // of an event
	mostRounds   = 12 // of a loop without branches inside: longer loops are alike
)

// add adds the outcome of a branch inside a loop, or that a loop goes on.
func (b *branches) add(place uint32, taken bool) {
	if b.count++; b.skip == 0 || b.count == mostOutcomes {
		b.record(place, taken)
	}
}

// record is what add does but for counting, apart so that add has no call of its own where
// outcomes are not kept.
func (b *branches) record(place uint32, taken bool) {
	outcome := place << 1
	if taken {
		outcome |= 1
	}
	b.hash(outcome)
	if b.count == mostOutcomes {
		b.emit()
	}
}

// end adds the end of a loop.
func (b *branches) end(place uint32) {
	b.hash(place << 1)
	b.emit()
}

// loop adds a loop of n rounds without branches inside.
func (b *branches) loop(place uint32, n int) {
	b.hash(uint32(min(n, mostRounds))<<9 ^ place<<1)
	b.emit()
}

// hash is FNV-1a, for whole numbers in place of bytes.
func (b *branches) hash(x uint32) { b.event = (b.event ^ x) * 16777619 }

// emit ends an event.
func (b *branches) emit() {
	b.all++
	event := b.event
	b.event, b.count = 2166136261, 0
	if b.skip > 0 {
		b.skip--
		return
	}
	if b.kept = append(b.kept, event); len(b.kept)%segment == 0 {
		b.next()
	}
}

// next begins the next segment. If there are too many, every other one goes.
func (b *branches) next() {
	b.stride = max(b.stride, 1)
	b.skip = segment * (b.stride - 1)
	if len(b.kept) == mostKept {
		for k := 1; k < mostKept/segment/2; k++ {
			copy(b.kept[k*segment:], b.kept[2*k*segment:(2*k+1)*segment])
		}
		b.kept = b.kept[:mostKept/2]
		b.stride *= 2
	}
}

// surprises follows the events again and again, as the same matrix is factored. It returns
// how many of all events a predictor does not foresee in the last of 2 to 6 runs.
func (b *branches) surprises(entries int) float64 {
	if len(b.kept) == 0 {
		return 0
	}
	const steps, runs = 70_000, 6
	p := foresight.New(entries)
	for range max(2, min(runs, steps/len(b.kept))) {
		p.Surprises = 0
		for _, event := range b.kept {
			p.Meet(0, event)
		}
	}
	return float64(p.Surprises) * float64(b.all) / float64(len(b.kept))
}
