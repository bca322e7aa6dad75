package chrometest

import (
	"fmt"
	"slices"
	"strconv"
)

// A Call is a box that speedscope draws. Times are in µs, from the first event of
// its thread on. Frame is what it adds times up by: the name, and the text of args
// where the begin has any.
type Call struct {
	Frame      string
	Start, End float64
	Depth      int
}

// A Profile is one thread, which speedscope shows by itself.
type Profile struct {
	PID, TID string
	Calls    []Call   // in the order of their begins
	Warnings []string // of the console
}

// Speedscope reads a file. Profiles are in the order of their first events.
func Speedscope(file []byte) ([]*Profile, error) {
	list, err := events(file)
	if err != nil {
		return nil, err
	}
	var out []*Profile
	byID := map[[2]string]int{}
	var threads [][]stamped
	for _, e := range list {
		if e.Phase != "B" && e.Phase != "E" && e.Phase != "X" {
			continue
		}
		k := [2]string{string(e.PID), string(e.TID)}
		i, ok := byID[k]
		if !ok {
			i = len(out)
			byID[k] = i
			out = append(out, &Profile{PID: k[0], TID: k[1]})
			threads = append(threads, nil)
		}
		s := stamped{event: e}
		if s.ts, err = strconv.ParseFloat(string(e.TS), 64); err != nil {
			return nil, err
		}
		if e.Phase == "X" && len(e.Dur) > 0 {
			if s.dur, err = strconv.ParseFloat(string(e.Dur), 64); err != nil {
				return nil, err
			}
		}
		threads[i] = append(threads[i], s)
	}
	for i, p := range out {
		p.build(threads[i])
	}
	return out, nil
}

// A stamped event has its times as speedscope has them.
type stamped struct {
	event
	ts, dur float64
}

// id is getEventId, and the key of the frame.
func (s stamped) id() string {
	name := s.Name
	if name == "" {
		name = "(unnamed)"
	}
	if len(s.Args) > 0 {
		name += " " + string(s.Args)
	}
	return name
}

// queues is convertToEventQueues.
func queues(list []stamped) (begins, ends []stamped) {
	first := slices.MinFunc(list, byTime).ts
	var complete []stamped
	for i := range list {
		list[i].ts -= first
		switch list[i].Phase {
		case "B":
			begins = append(begins, list[i])
		case "E":
			ends = append(ends, list[i])
		default:
			complete = append(complete, list[i])
		}
	}
	slices.SortStableFunc(complete, func(a, b stamped) int {
		if c := byTime(a, b); c != 0 {
			return c
		}
		return byTime(stamped{ts: b.dur}, stamped{ts: a.dur})
	})
	for _, x := range complete {
		begins = append(begins, x)
		x.ts += x.dur
		ends = append(ends, x)
	}
	slices.SortStableFunc(begins, byTime)
	slices.SortStableFunc(ends, byTime)
	return begins, ends
}

func byTime(a, b stamped) int {
	switch {
	case a.ts < b.ts:
		return -1
	case a.ts > b.ts:
		return 1
	}
	return 0
}

// build is eventListToProfile.
func (p *Profile) build(list []stamped) {
	begins, ends := queues(list)
	var stack []stamped
	var calls []int
	for len(begins) > 0 || len(ends) > 0 {
		if takeBegin(begins, ends) {
			b := begins[0]
			begins = begins[1:]
			calls = append(calls, len(p.Calls))
			p.Calls = append(p.Calls, Call{Frame: b.id(), Start: b.ts, Depth: len(stack)})
			stack = append(stack, b)
			continue
		}
		if len(stack) > 0 {
			choose(ends, stack[len(stack)-1])
		}
		e := ends[0]
		ends = ends[1:]
		if len(stack) == 0 {
			p.warn("tried to end %q at %v, but the stack was empty", e.id(), e.ts)
			continue
		}
		top := len(stack) - 1
		if stack[top].Name != e.Name {
			p.warn("tried to end %q at %v when %q was on the top of the stack", e.id(), e.ts, stack[top].id())
			continue
		}
		p.Calls[calls[top]].End = e.ts
		stack, calls = stack[:top], calls[:top]
	}
	for _, c := range calls {
		p.Calls[c].End = -1
	}
}

func (p *Profile) warn(format string, args ...any) {
	p.Warnings = append(p.Warnings, fmt.Sprintf(format, args...))
}

// takeBegin is selectQueueToTakeFromNext.
func takeBegin(begins, ends []stamped) bool {
	switch {
	case len(ends) == 0:
		return true
	case len(begins) == 0:
		return false
	case begins[0].ts != ends[0].ts:
		return begins[0].ts < ends[0].ts
	}
	return begins[0].id() == ends[0].id()
}

// choose puts first among the ends of equal time the one whose id, or else whose
// name, is that of the range on the top of the stack.
func choose(ends []stamped, top stamped) {
	for _, same := range []func(e stamped) bool{
		func(e stamped) bool { return e.id() == top.id() },
		func(e stamped) bool { return e.Name == top.Name },
	} {
		for i := 1; i < len(ends) && ends[i].ts == ends[0].ts; i++ {
			if same(ends[i]) {
				ends[0], ends[i] = ends[i], ends[0]
				return
			}
		}
	}
}
