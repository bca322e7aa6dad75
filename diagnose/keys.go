package diagnose

import (
	"encoding/json"
	"fmt"

	"github.com/nrkit/nrkit/runkey"
	"github.com/nrkit/nrkit/trace"
)

// Keys are the identity of the run of one file at its start and at its end; nil if
// the file does not have it.
type Keys struct {
	Source     string
	Start, End *runkey.Key
}

// KeysOf returns the keys of a trace. An invalid key is nil, with a warning.
func KeysOf(t *trace.Trace, source string) (k Keys, warnings []string) {
	k.Source = source
	for _, x := range []struct {
		text json.RawMessage
		into **runkey.Key
		when string
	}{{t.Header.Key, &k.Start, "start"}, {t.EndKey, &k.End, "end"}} {
		if len(x.text) == 0 {
			continue
		}
		key, err := runkey.Parse(x.text)
		if err != nil {
			warnings = append(warnings, fmt.Sprintf("%s: the key of the %s of the run cannot be read: %v", source, x.when, err))
			continue
		}
		*x.into = key
	}
	return k, warnings
}
