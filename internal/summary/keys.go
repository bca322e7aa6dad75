package summary

import (
	"encoding/json"
	"sync"

	"github.com/nrkit/nrkit/internal/phasetable"
	"github.com/nrkit/nrkit/runkey"
)

// keyPairs remember what is said of the keys at the start and the end of captures:
// thousands of captures have a few keys, and a key takes as long to read as many ranges.
type keyPairs struct {
	mu sync.Mutex
	by map[[2]string]keyPair
}

// A keyPair is the keys of a capture, nil where they cannot be read, and in what they
// differ.
type keyPair struct {
	start, end json.RawMessage
	drift      []string
}

// mostPairs is how many pairs are remembered.
const mostPairs = 1000

func (k *keyPairs) of(start, end json.RawMessage) keyPair {
	id := [2]string{string(start), string(end)}
	k.mu.Lock()
	pair, ok := k.by[id]
	k.mu.Unlock()
	if ok {
		return pair
	}
	pair = keyPair{phasetable.ReadableKey(start), phasetable.ReadableKey(end), runkey.DriftOf(start, end)}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.by == nil {
		k.by = map[[2]string]keyPair{}
	}
	if len(k.by) < mostPairs {
		k.by[id] = pair
	}
	return pair
}
