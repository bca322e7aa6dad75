package diagnose

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/trace"
)

// collidingIdentities finds numbers of streams that several devices or
// processes have. Numbers of streams, contexts and calls count from small ones
// in every process: what joins on one of them alone adds up the work of
// strangers. One such number is enough, whatever runs there.
func collidingIdentities() Rule {
	return Rule{
		ID:      "colliding-device-identities",
		Meaning: "Streams of several devices or processes have the same number. Tools that join on the stream number alone mix them; nrprof does not",
		Needs:   "work on devices",
		Check:   checkColliding,
	}
}

// A streamOwner is whose a stream is.
type streamOwner struct {
	rank    int32
	process int64
	device  int32
	context int32
}

func checkColliding(in *Input) Outcome {
	owners := map[int32][]streamOwner{} // by number of the stream
	for _, t := range in.Trace.Tracks {
		if t.Device < 0 {
			continue
		}
		o := streamOwner{t.Rank, t.Process, t.Device, t.Context}
		if !slices.Contains(owners[t.Stream], o) { // lanes of a stream are one
			owners[t.Stream] = append(owners[t.Stream], o)
		}
	}
	if len(owners) == 0 {
		return Abstain(noWork)
	}
	var shared []int32
	for s, list := range owners {
		if len(list) > 1 {
			shared = append(shared, s)
		}
	}
	if len(shared) == 0 {
		return Clear(fmt.Sprintf("the trace has %s, and no number belongs to several streams", units.Plural(len(owners), "stream number")))
	}
	slices.SortFunc(shared, func(a, b int32) int {
		return cmp.Or(-cmp.Compare(len(owners[a]), len(owners[b])), cmp.Compare(a, b))
	})
	ev := []Evidence{in.tracks("stream numbers with several owners", float64(len(shared)), "numbers")}
	for _, s := range shared[:min(len(shared), 3)] {
		ev = append(ev, in.tracks(fmt.Sprintf("streams with the number %d: %s", s, describeOwners(owners[s])), float64(len(owners[s])), "streams"))
	}
	return Found(Finding{Severity: Info, Evidence: ev,
		Title: fmt.Sprintf("%s; number %d belongs to %s", units.Plural(len(shared), "stream number")+" "+haveOwners(len(shared)), shared[0], units.Plural(len(owners[shared[0]]), "stream")),
		Try:   []string{"join on process, device, context and stream together, and on process and correlation id together, as nrprof does"}})
}

// haveOwners is the verb of the title.
func haveOwners(n int) string {
	if n == 1 {
		return "has several owners"
	}
	return "have several owners"
}

// describeOwners says in what the owners differ, the first few of them.
func describeOwners(list []streamOwner) string {
	const few = 3
	text := ""
	for i, o := range list[:min(len(list), few)] {
		if i > 0 {
			text += ", "
		}
		text += fmt.Sprintf("process %d device %d context %d", o.process, o.device, o.context)
		if o.rank > 0 {
			text += fmt.Sprintf(" rank %d", o.rank)
		}
	}
	if len(list) > few {
		text += fmt.Sprintf(" and %d more", len(list)-few)
	}
	return text
}

// tracks returns evidence from the tracks of the trace.
func (in *Input) tracks(text string, value float64, unit string) Evidence {
	return Evidence{Text: text, Value: value, Unit: unit,
		Source: in.Source + ": tracks (in exports deviceId, contextId, streamId, globalPid of " + trace.SortKernel + "s and copies)"}
}
