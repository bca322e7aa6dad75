package diagnose_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/runkey"
)

// keyOf returns a key of texts by name; all variables of the environment are
// among them. Each matters for times.
func keyOf(texts ...string) json.RawMessage {
	var parts []runkey.Part
	for i := 0; i < len(texts); i += 2 {
		p := runkey.Part{Name: texts[i], Value: runkey.Text(texts[i+1]), Matters: []runkey.Purpose{runkey.Timing}}
		if strings.HasPrefix(p.Name, "host") {
			p.Matters = nil
		}
		parts = append(parts, p)
	}
	k, err := runkey.New([]string{"env"}, parts...)
	if err != nil {
		panic(err)
	}
	text, err := json.Marshal(k)
	if err != nil {
		panic(err)
	}
	return text
}

func keyDriftInputs() []planted {
	of := func(start, end json.RawMessage) func() *diagnose.Input {
		return func() *diagnose.Input {
			var b builder
			b.solver(0, spread([2]int{3, 2})...)
			t := b.trace()
			t.Header.Key, t.EndKey = start, end
			return diagnose.NewInput(t, "run.nrt")
		}
	}
	base := keyOf("env.OMP_NUM_THREADS", "4", "cpu.arch", "amd64")
	return []planted{
		{"a variable changed", finds, of(base, keyOf("env.OMP_NUM_THREADS", "1", "cpu.arch", "amd64"))},
		{"a variable was unset", finds, of(base, keyOf("cpu.arch", "amd64"))},
		{"a part that matters for nothing changed", finds, of(keyOf("host.name", "a"), keyOf("host.name", "b"))},
		{"the end does not know of the CPU", clears, of(base, keyOf("env.OMP_NUM_THREADS", "4"))},
		{"nothing changed", clears, of(base, base)},
		{"the run was killed", abstains, of(base, nil)},
		{"no keys", abstains, of(nil, nil)},
	}
}

func TestKeysThatAreNoneAreWarnedOf(t *testing.T) {
	var b builder
	b.solver(0, spread([2]int{3, 2})...)
	tr := b.trace()
	tr.Header.Key = []byte(`{"schema":"key/v2"}`)
	in := diagnose.NewInput(tr, "run.nrt")
	if len(in.Warnings) != 1 || !strings.Contains(in.Warnings[0], "run.nrt: the key of the start") {
		t.Errorf("got warnings %q", in.Warnings)
	}
}
