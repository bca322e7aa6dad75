package stats

import (
	"cmp"
	"fmt"

	"github.com/nrkit/nrkit/nsys"
)

// A verdict is what a rule that found nothing says, and when it may.
type verdict struct {
	of  [][]string              // of each of these lists the export has a table with rows
	say func(o *Options) string // after "no problems detected: "
}

// Tables that rules look at.
const (
	callTable = "CUPTI_ACTIVITY_KIND_RUNTIME"
	copyTable = "CUPTI_ACTIVITY_KIND_MEMCPY"
	setTable  = "CUPTI_ACTIVITY_KIND_MEMSET"
)

// noCall is the verdict of a rule about calls and about the rows of tables.
func noCall(what string, tables ...string) *verdict {
	v := &verdict{of: [][]string{{callTable}}, say: func(*Options) string { return what }}
	for _, t := range tables {
		v.of = append(v.of, []string{t})
	}
	return v
}

// noTime is the verdict of a rule about the time of devices.
func noTime(say func(o *Options) string) *verdict {
	return &verdict{[][]string{{"CUPTI_ACTIVITY_KIND_KERNEL", copyTable, setTable, "CUPTI_ACTIVITY_KIND_GRAPH_TRACE"}}, say}
}

func noGap(o *Options) string {
	return fmt.Sprintf("no GPU was idle for more than %d ms", cmp.Or(o.Gap, leastGap))
}

func noLowUse(o *Options) string {
	return fmt.Sprintf("no chunk of time in which a GPU was in use for less than %d %%", cmp.Or(o.Threshold, lowThreshold))
}

// nothing returns what a rule without rows says, "" when the export lacks what
// the rule looks at. A nil verdict says nothing.
func (v *verdict) nothing(e *nsys.Export, o *Options) (string, error) {
	if v == nil {
		return "", nil
	}
	for _, tables := range v.of {
		rows := 0
		for _, name := range tables {
			n, err := e.Count(name)
			if err != nil {
				return "", err
			}
			rows += n
		}
		if rows == 0 {
			return "", nil
		}
	}
	return "no problems detected: " + v.say(o), nil
}
