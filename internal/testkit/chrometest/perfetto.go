package chrometest

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// A Thread is one that Perfetto tells apart: a process and a number in it.
type Thread struct{ PID, TID uint32 }

// A Slice is a row of the table slice. Dur is -1 where it never ends.
type Slice struct {
	Thread         Thread
	Name, Category string
	Start, Dur     int64
	Depth          int
	Args           map[string]Value
	Instant        bool
}

// A Flow leads from one slice to another, by their places in the table.
type Flow struct{ From, To int }

// A Sample is a value of a counter at a time.
type Sample struct {
	Start int64
	Value Value
}

// A Counter is what Perfetto tells counters apart by.
type Counter struct {
	PID  uint32
	Name string
}

// A Table is what Perfetto makes of a trace.
type Table struct {
	Slices   []Slice
	Threads  []Thread // in the order of their thread_name events
	Names    map[Thread]string
	Flows    []Flow
	Counters map[Counter][]Sample
	Problems []string // what its table stats counts as error or loss
}

// Perfetto reads a file.
func Perfetto(file []byte) (*Table, error) {
	list, err := events(file)
	if err != nil {
		return nil, err
	}
	p := &processor{
		Table:  &Table{Names: map[Thread]string{}, Counters: map[Counter][]Sample{}},
		stacks: map[Thread][]int{}, flows: map[string]int{},
	}
	for _, e := range p.sorted(list) {
		p.packet(e)
	}
	return p.Table, nil
}

// A packet is an event with its times in ns.
type packet struct {
	event
	ts, dur int64
	thread  Thread
}

// A processor is the state of a parser and its trackers.
type processor struct {
	*Table
	stacks map[Thread][]int // open slices, and closed ones that are not yet removed
	flows  map[string]int   // slices that flows come from
}

func (p *processor) problem(format string, args ...any) {
	p.Problems = append(p.Problems, fmt.Sprintf(format, args...))
}

// sorted returns the packets in the order that the parser sees.
func (p *processor) sorted(list []event) []packet {
	var q queue
	for _, e := range list {
		k := packet{event: e, dur: math.MaxInt64, thread: Thread{unsigned(e.PID), unsigned(e.TID)}}
		if k.thread.TID == 0 {
			k.thread.TID = k.thread.PID
		}
		var err error
		if len(e.Dur) > 0 {
			if k.dur, err = micros(e.Dur); err != nil {
				p.problem("json_tokenizer_failure: %v", err)
				continue
			}
		}
		if k.ts, err = micros(e.TS); err != nil && e.Phase != "M" {
			p.problem("json_tokenizer_failure: %v", err)
			continue
		}
		q.append(k)
	}
	return q.sorted()
}

// A queue is TraceSorter::Queue. It sorts by time and place in the file; from the
// first X event on by time, then E before X of longer to shorter duration before
// the others, then place.
type queue struct {
	packets []packet
	slow    bool
	latest  int64
	from    int   // the first packet that is out of order; 0 for none
	least   int64 // time of those
}

func (q *queue) append(k packet) {
	q.slow = q.slow || k.Phase == "X"
	q.packets = append(q.packets, k)
	switch {
	case k.ts > q.latest || !q.slow && k.ts == q.latest:
		q.latest = k.ts
	case q.from == 0:
		q.from, q.least = len(q.packets)-1, k.ts
	default:
		q.least = min(q.least, k.ts)
	}
}

func (q *queue) sorted() []packet {
	if q.from == 0 {
		return q.packets
	}
	start, _ := slices.BinarySearchFunc(q.packets[:q.from], q.least, func(k packet, ts int64) int { return cmp.Compare(k.ts, ts) })
	slices.SortFunc(q.packets[start:], func(a, b packet) int {
		kind := 0
		if q.slow {
			kind = cmp.Compare(a.key(), b.key())
		}
		return cmp.Or(cmp.Compare(a.ts, b.ts), kind, cmp.Compare(a.order, b.order))
	})
	return q.packets
}

// key is SlowOperatorLess::KeyForType.
func (k packet) key() int64 {
	switch k.Phase {
	case "E":
		return math.MinInt64
	case "X":
		return math.MaxInt64 - k.dur
	}
	return math.MaxInt64
}

func (p *processor) packet(k packet) {
	switch k.Phase {
	case "B":
		p.start(k, -1, false)
	case "E":
		p.end(k)
	case "X":
		p.start(k, k.dur, false)
	case "i", "I", "R":
		if k.Scope != "t" && k.Scope != "" {
			p.problem("an instant of scope %q", k.Scope)
		}
		p.start(k, 0, true)
	case "C":
		p.counter(k)
	case "s", "f":
		p.flow(k)
	case "M":
		p.metadata(k)
	default:
		p.problem("an event of phase %q", k.Phase)
	}
}

// start is SliceTracker::StartSlice.
func (p *processor) start(k packet, dur int64, instant bool) {
	if !p.closeStack(k.thread, k.ts, dur) {
		p.problem("slice_drop_overlapping_complete_event: %q at %d", k.Name, k.ts)
		return
	}
	stack := p.stacks[k.thread]
	if len(stack) >= 512 {
		p.problem("slice_max_depth_exceeded")
		return
	}
	p.stacks[k.thread] = append(stack, len(p.Slices))
	s := Slice{Thread: k.thread, Name: k.Name, Category: k.Category, Start: k.ts, Dur: dur, Depth: len(stack), Args: map[string]Value{}, Instant: instant}
	p.Slices = append(p.Slices, s)
	p.args(k, len(p.Slices)-1)
}

// end is SliceTracker::End.
func (p *processor) end(k packet) {
	p.closeStack(k.thread, k.ts, -1)
	stack := p.stacks[k.thread]
	for i := len(stack) - 1; i >= 0; i-- {
		s := &p.Slices[stack[i]]
		if s.Dur != -1 || k.Category != "" && k.Category != s.Category || k.Name != "" && k.Name != s.Name {
			continue
		}
		s.Dur = k.ts - s.Start
		p.args(k, stack[i])
		if i == len(stack)-1 {
			p.stacks[k.thread] = stack[:i]
		}
		return
	}
	p.problem("no slice %q to end at %d", k.Name, k.ts)
}

// closeStack is SliceTracker::MaybeCloseStack.
func (p *processor) closeStack(t Thread, ts, dur int64) bool {
	incomplete := false
	for i := len(p.stacks[t]) - 1; i >= 0; i-- {
		s := p.Slices[p.stacks[t][i]]
		end := s.Start + s.Dur
		switch {
		case s.Dur == -1:
			incomplete = true
		case incomplete && ts <= end:
		case incomplete:
			p.problem("misplaced_end_event: %q at %d", s.Name, ts)
			for _, j := range p.stacks[t][i+1:] {
				p.Slices[j].Dur = end - p.Slices[j].Start
			}
			p.stacks[t] = p.stacks[t][:i]
			incomplete = false
		case end < ts || end == ts && (s.Dur != 0 || dur != 0):
			p.stacks[t] = p.stacks[t][:i]
		case dur == -1:
		case ts < end && ts+dur > end:
			return false
		}
	}
	return true
}

func (p *processor) args(k packet, slice int) {
	list, err := fields(k.Args)
	if err != nil {
		p.problem("%v", err)
	}
	for _, f := range list {
		v, err := valueOf(f.value)
		if err != nil {
			p.problem("argument %q: %v", f.key, err)
		}
		p.Slices[slice].Args[f.key] = v
	}
}

func (p *processor) counter(k packet) {
	list, err := fields(k.Args)
	if err != nil || len(list) == 0 {
		p.problem("json_parser_failure: counter %q", k.Name)
	}
	name := k.Name
	if id, err := strconv.Unquote(string(k.ID)); err == nil {
		name += " id: " + id
	}
	for _, f := range list {
		v, err := valueOf(f.value)
		if err != nil {
			p.problem("json_parser_failure: counter %q: %v", k.Name, err)
		}
		c := Counter{k.thread.PID, name + " " + f.key}
		p.Counters[c] = append(p.Counters[c], Sample{k.ts, v})
	}
}

// flow is FlowTracker::Begin and End; both take the topmost slice of the stack,
// ended or not.
func (p *processor) flow(k packet) {
	id := fmt.Sprint(string(k.ID), " ", k.Category, " ", k.Name)
	stack := p.stacks[k.thread]
	from, known := p.flows[id]
	switch {
	case k.Phase == "f" && k.Bind != "e":
		p.problem("a flow that does not end in the slice around it")
	case len(stack) == 0:
		p.problem("flow_no_enclosing_slice: at %d", k.ts)
	case k.Phase == "s" && known:
		p.problem("flow_duplicate_id: %s", id)
	case k.Phase == "s":
		p.flows[id] = stack[len(stack)-1]
	case !known:
		p.problem("flow_end_without_start: %s", id)
	default:
		p.Flows = append(p.Flows, Flow{from, stack[len(stack)-1]})
	}
}

func (p *processor) metadata(k packet) {
	if k.Name == "thread_name" {
		p.Threads = append(p.Threads, k.thread)
	}
	if k.Name != "thread_name" && k.Name != "process_name" {
		return
	}
	list, err := fields(k.Args)
	if err != nil {
		p.problem("%v", err)
	}
	for _, f := range list {
		if f.key != "name" {
			continue
		}
		v, err := valueOf(f.value)
		if err != nil || v.Text == "" {
			p.problem("json_parser_failure: %s without a name", k.Name)
		}
		if k.Name == "thread_name" {
			p.Names[k.thread] = v.Text
		}
	}
}
