package perfettotest

import (
	"fmt"
	"math"
)

// event does what TrackEventParser and SliceTracker do, in order of time.
func (d *decoder) event(e event) {
	uuid := e.track
	if e.node.has("track_uuid") {
		uuid = e.node.num("track_uuid")
	}
	tr := d.tracks[uuid]
	if tr == nil {
		d.add("event on a track that is not described", "uuid %d", uuid)
		return
	}
	kind := e.node.num("type")
	if (kind == typeCounter) != (tr.Counter != nil) {
		d.add("counter event on another track, or another event on that of a counter", "%q", tr.Name)
		return
	}
	switch kind {
	case typeBegin:
		d.begin(e, tr)
	case typeEnd:
		d.end(e, tr)
	case typeInstant:
		s := Sample{Time: e.time, Name: d.name(e, "instant"), Category: d.category(e)}
		d.checkCategory(s.Category, s.Name)
		tr.Marks = append(tr.Marks, s)
	case typeCounter:
		d.sample(e, tr)
	default:
		d.add("event of an unknown type", "%d", kind)
	}
}

// name returns the name of an event, which must have one.
func (d *decoder) name(e event, what string) string {
	if e.node.has("name") {
		return e.node.text("name")
	}
	name, ok := e.state.names[e.node.num("name_iid")]
	if !ok {
		d.add(what+" without a name", "number %d at %d ns", e.node.num("name_iid"), e.time)
	}
	return name
}

func (d *decoder) checkCategory(category, name string) {
	if category == "" {
		d.add("slice without a category", "%q", name)
	}
}

func (d *decoder) begin(e event, tr *Track) {
	s := &Slice{
		Name: d.name(e, "slice"), Category: d.category(e), Start: e.time, End: -1, Depth: len(tr.stack), Args: map[string]string{},
	}
	d.checkCategory(s.Category, s.Name)
	if s.Depth >= maxDepth {
		d.add("slice is too deep and dropped", "%q", s.Name)
	}
	d.annotate(e, s)
	tr.stack = append(tr.stack, s)
	tr.Slices = append(tr.Slices, s)
}

// end closes the innermost open slice that the name and category of the event
// fit, where it has some.
func (d *decoder) end(e event, tr *Track) {
	name, category := "", d.category(e)
	if e.node.has("name") || e.node.has("name_iid") {
		name = d.name(e, "end")
	}
	top := len(tr.stack) - 1
	if top < 0 {
		d.add("end of nothing", "track %q at %d ns", tr.Name, e.time)
		return
	}
	s := tr.stack[top]
	if name != "" && name != s.Name || category != "" && category != s.Category {
		d.add("end of another slice than the innermost", "%q, want %q", name, s.Name)
	}
	d.annotate(e, s)
	s.End = e.time
	tr.stack = tr.stack[:top]
}

func (d *decoder) sample(e event, tr *Track) {
	s := Sample{Time: e.time, Name: tr.Name}
	switch {
	case e.node.has("double_counter_value"):
		s.Value = math.Float64frombits(e.node.num("double_counter_value"))
	case e.node.has("counter_value"):
		s.Value = float64(int64(e.node.num("counter_value")))
	default:
		d.add("counter event without a value", "%q", tr.Name)
	}
	tr.Samples = append(tr.Samples, s)
}

// annotate adds the arguments and flows of an event to a slice. Where the begin
// and the end have one of the same name, that of the end wins.
func (d *decoder) annotate(e event, s *Slice) {
	here := map[string]bool{}
	for _, a := range d.subs(e.node, "debug_annotations") {
		key, ok := a.text("name"), a.has("name")
		if !ok {
			key, ok = e.state.keys[a.num("name_iid")]
		}
		if !ok {
			d.add("argument without a name", "number %d", a.num("name_iid"))
		}
		if here[key] {
			d.add("event has an argument twice", "%q of %q", key, s.Name)
		}
		here[key] = true
		s.Args[key] = d.argument(a)
	}
	for _, f := range e.node.all("flow_ids") {
		s.Out = append(s.Out, f.n)
	}
	for _, f := range e.node.all("terminating_flow_ids") {
		s.In = append(s.In, f.n)
	}
}

func (d *decoder) argument(a node) string {
	switch {
	case a.has("double_value"):
		return fmt.Sprint(math.Float64frombits(a.num("double_value")))
	case a.has("int_value"):
		return fmt.Sprint(int64(a.num("int_value")))
	case a.has("uint_value"):
		return fmt.Sprint(a.num("uint_value"))
	case a.has("string_value"):
		return a.text("string_value")
	}
	d.add("argument without a value", "")
	return ""
}
