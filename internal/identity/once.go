package identity

import (
	"encoding/json"
	"sync"
)

// Once returns a function that takes the key at the end, at its first call, warns of
// what differs from the key at the start, and returns both keys as documents; nil for
// a key that there is not. Later calls return the same keys.
func (id *Identity) Once() func() (first, last json.RawMessage) {
	return sync.OnceValues(func() (first, last json.RawMessage) {
		last, drift := id.Last() // before the first one, which it may make smaller
		for _, w := range drift {
			id.say.Warn(w)
		}
		return id.First(), last
	})
}
