package evidence

import (
	"cmp"
	"errors"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/internal/summary"
	"github.com/nrkit/nrkit/trace/input"
)

// Ask applies all rules to a set of traces, and closes it. A nil set is no trace: the
// rules then look only at what add gives them, and names says what that is. Add adds
// to the input what the user gave besides traces.
func Ask(set *input.Set, names string, add func(*diagnose.Input) error) (*diagnose.Result, error) {
	if set == nil {
		in := diagnose.WithoutTrace(names)
		if err := add(in); err != nil {
			return nil, err
		}
		r := diagnose.Run(in, diagnose.Rules())
		return r, r.Err()
	}
	in := Of(set)
	err := cmp.Or(AddOverheads(set, in), AddSolvers(set, in))
	if err == nil {
		err = add(in)
	}
	if err != nil {
		return nil, errors.Join(err, set.Close())
	}
	r := diagnose.Run(in, diagnose.Rules())
	return r, cmp.Or(r.Err(), set.Err(), set.Close())
}

// AskSummary applies all rules to a summary of captures, which is called source.
func AskSummary(p *summary.Part, source string, align input.Alignment, add func(*diagnose.Input) error) (*diagnose.Result, error) {
	in, err := OfSummary(p, source, align)
	if err == nil {
		err = add(in)
	}
	if err != nil {
		return nil, err
	}
	r := diagnose.Run(in, diagnose.Rules())
	return r, r.Err()
}
