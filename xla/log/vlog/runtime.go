package vlog

import (
	"strconv"
	"strings"
)

// device takes "[d] " off a message.
func (e *Event) device(m string) string {
	if rest, ok := strings.CutPrefix(m, "["); ok {
		if number, rest, ok := strings.Cut(rest, "] "); ok {
			if d, ok := parseInt(number); ok && d <= maxDevice {
				e.Device = int(d)
				return rest
			}
		}
	}
	return m
}

// maxDevice bounds the ordinal of a device.
const maxDevice = 1 << 20

// maxNumber bounds what is counted, far above what a program reaches.
const maxNumber = 1 << 40

// parseInt reads a number without a sign.
func parseInt(s string) (int64, bool) {
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil && n >= 0 && n <= maxNumber && s[0] != '+'
}

// loop reads a message of while_thunk.cc.
func (e *Event) loop(m string) bool {
	m = e.device(m)
	e.Level = 3
	if rest, ok := strings.CutPrefix(m, "Executing WhileThunk for "); ok {
		e.Kind, e.Level = TripCount, 2
		number, ok := strings.CutSuffix(rest, " iterations")
		return ok && e.number(number)
	}
	if rest, ok := strings.CutPrefix(m, "Executing iteration # "); ok {
		e.Kind = Iteration
		if number, device, ok := strings.Cut(rest, " (Device: "); ok {
			if device, ok = strings.CutSuffix(device, ")"); !ok {
				return false
			}
			d, ok := parseInt(device)
			if !ok || d > maxDevice {
				return false
			}
			e.Device = int(d)
			rest = number
		}
		return e.number(rest)
	}
	if rest, ok := strings.CutPrefix(m, "condition_result = "); ok {
		e.Kind, e.True = Result, rest == "1" || rest == "true"
		return e.True || rest == "0" || rest == "false"
	}
	for _, c := range [...]struct {
		prefix string
		kind   Kind
	}{
		{"Executing WhileThunk condition computation; iter=", Condition},
		{"Executing WhileThunk body computation; iter=", Body},
		{"Break WhileThunk loop; iter=", Break},
	} {
		if rest, ok := strings.CutPrefix(m, c.prefix); ok {
			e.Kind = c.kind
			return e.number(bodyNumber(rest))
		}
	}
	return false
}

// bodyNumber takes " (Device: d)" off text. Versions that print it after a body
// do so at no other message of the loop, so that it is not what the messages of a
// loop are found by.
func bodyNumber(text string) string {
	if number, device, ok := strings.Cut(text, " (Device: "); ok {
		if device, ok = strings.CutSuffix(device, ")"); ok {
			if _, ok = parseInt(device); ok {
				return number
			}
		}
	}
	return text
}

// number reads N.
func (e *Event) number(s string) (ok bool) {
	e.N, ok = parseInt(s)
	return ok
}

// profiled is what follows the step that a profiler changes.
const profiled = " command buffer thunk as a regular thunk sequence because we detected active profiling session"

// buffer reads a message of command_buffer_thunk.cc.
func (e *Event) buffer(m string) bool {
	m = e.device(m)
	e.Level = 3
	switch {
	case strings.HasPrefix(m, "Execute"+profiled):
		e.Kind, e.Level = Profiling, 1
		return true
	case m == "Prepare"+profiled || m == "Initialize"+profiled:
		e.Kind, e.Level = ProfilingStart, 1
		return true
	case m == "Executing warm up iteration of command buffer thunk":
		e.Kind, e.Level = WarmUp, 2
		return true
	}
	if rest, ok := strings.CutPrefix(m, "Evict command buffer thunk command buffers; tracked thunks = "); ok {
		e.Kind = Evict
		return e.number(rest)
	}
	if rest, ok := strings.CutPrefix(m, "Evicted "); ok {
		e.Kind = Evicted
		number, ok := strings.CutSuffix(rest, " command buffer thunk command buffers")
		return ok && e.number(number)
	}
	for _, c := range [...]struct {
		prefix string
		kind   Kind
		middle string // what must follow, up to the first semicolon
	}{
		{"Initialize command buffer", Initialize, " by recording command buffer cmd sequence"},
		{"Initialized command buffer", Recorded, " in "},
		{"Recorded command buffer", Recorded, " in "},
		{"Updated command buffer", Updated, " in "},
		{"Update command buffer", Update, " by recording command buffer cmd sequence after "},
		{"Create/Update command buffer", Update, " by recording command buffer cmd sequence after "},
		{"Execute command buffer", Execute, ""},
	} {
		if rest, ok := strings.CutPrefix(m, c.prefix); ok {
			e.Kind = c.kind
			return e.run(rest, c.middle)
		}
	}
	return false
}

// run reads what follows "… command buffer": the device, the middle with a
// number in some kinds, and figures with names.
func (e *Event) run(rest, middle string) bool {
	rest = strings.TrimPrefix(rest, " during initialization") // 2026
	if number, ok := strings.CutPrefix(rest, " on device #"); ok {
		end := strings.IndexAny(number, " ;")
		if end < 0 {
			return false
		}
		d, ok := parseInt(number[:end])
		if !ok || d > maxDevice {
			return false
		}
		e.Device = int(d)
		rest = number[end:]
	}
	rest, ok := strings.CutPrefix(strings.Replace(rest, " by recoding ", " by recording ", 1), middle) // XLA spells it without r
	if !ok {
		return false
	}
	head, figures, ok := strings.Cut(rest, "; ")
	if !ok {
		return false
	}
	switch e.Kind {
	case Recorded, Updated: // the unit is not ASCII, and a log may have lost it
		number, unit, ok := strings.Cut(head, " ")
		if !ok || unit == "" {
			return false
		}
		if e.Micros, ok = parseInt(number); !ok {
			return false
		}
	case Update:
		number, ok := strings.CutSuffix(head, " executions since last update")
		if !ok || !e.number(number) {
			return false
		}
	default:
		if head != "" {
			return false
		}
	}
	return e.figures(figures)
}

// figures reads "num_commands=7; updated_allocs=2"; names that are not known are
// those of later versions.
func (e *Event) figures(text string) bool {
	some := false
	for part := range strings.SplitSeq(text, "; ") {
		name, value, ok := strings.Cut(part, "=")
		if !ok {
			return false
		}
		n, ok := parseInt(value)
		switch name {
		case "reason":
			e.Reason, ok = value, isWord(value)
		case "num_commands":
			e.Size = n
		case "updated_allocs":
			e.Allocs = n
		case "num_executions":
			e.N = n
		case "is_first_record":
			e.First = n == 1
		default:
			continue
		}
		if !ok {
			return false
		}
		some = some || name != "reason"
	}
	return some
}
