package runpage

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nrkit/nrkit/internal/legible"
	"github.com/nrkit/nrkit/internal/steps"
	"github.com/nrkit/nrkit/trace"
)

// An about says what the columns of a page are.
type about struct {
	Names    []string          `json:"names"`
	Sorts    []string          `json:"sorts,omitempty"` // by name; absent if all are ranges of the program
	Span     int64             `json:"span"`            // ns from the first event to the last
	Tracks   []aboutTrack      `json:"tracks"`
	Counters []aboutCounter    `json:"counters"`
	Tree     [][4]int64        `json:"tree"`             // parent, name, count and ns; a parent comes before what is in it
	Places   []string          `json:"places"`           // names of nodes that are no ranges: -1 is the first
	Titles   map[int32]string  `json:"titles,omitempty"` // names of nodes that stand for several names
	Group    []int32           `json:"group,omitempty"`  // by name, the name that stands for it in the tree
	Steps    int               `json:"steps"`
	Its      int               `json:"iterations"`
	Blocked  map[string]string `json:"blocked"` // values of the argument blocked_by, as text
	Note     string            `json:"note"`    // what the page lacks
}

type aboutTrack struct {
	Track  int           `json:"track"` // number in the trace
	Name   string        `json:"name"`
	Ranges int           `json:"ranges"`
	Args   []aboutColumn `json:"args"`
	Never  []int         `json:"never,omitempty"` // places of ranges that did not end
}

// An aboutColumn is the arguments of a name; the name -1 is the number of a range.
type aboutColumn struct {
	Name  int32 `json:"name"`
	Count int   `json:"count"`
}

type aboutCounter struct {
	Track int32  `json:"track"`
	Name  string `json:"name"`
	Count int    `json:"count"`
	Log   bool   `json:"log"`             // its logarithm is what one reads
	Label string `json:"label,omitempty"` // name of the track, if the track has no ranges
}

// shown says whether a page has a track.
func (d *Data) shown(track int) bool { return len(d.tracks[track].ranges) > 0 }

// about describes the columns.
func (d *Data) about() *about {
	a := &about{Names: texts(d.t.Names), Sorts: d.t.Sorts, Span: d.relative(d.end), Steps: len(d.steps.steps), Its: len(d.steps.iterations),
		Tracks: []aboutTrack{}, Counters: []aboutCounter{}, Tree: [][4]int64{}, Places: d.tree.places, Blocked: map[string]string{}, Note: d.note()}
	labels := labels(d.t)
	for i := range d.tracks {
		if !d.shown(i) {
			continue
		}
		tr := &d.tracks[i]
		x := aboutTrack{Track: i, Name: labels[i], Ranges: len(tr.ranges), Args: []aboutColumn{}, Never: tr.never}
		for _, list := range tr.byName() {
			x.Args = append(x.Args, aboutColumn{list[0].name, len(list)})
		}
		a.Tracks = append(a.Tracks, x)
	}
	for _, s := range d.series {
		name := d.t.Names[s.name]
		x := aboutCounter{Track: s.track, Name: legible.Text(name), Count: len(s.time), Log: strings.Contains(name, "residual")}
		if !d.shown(int(s.track)) {
			x.Label = labels[s.track]
		}
		a.Counters = append(a.Counters, x)
	}
	for _, n := range d.tree.nodes {
		a.Tree = append(a.Tree, [4]int64{int64(n.parent), int64(n.name), int64(n.count + 0.5), int64(min(n.total+0.5, maxTime))})
	}
	if a.Group = d.tree.group; a.Group != nil {
		a.Titles = map[int32]string{}
		for name, title := range d.tree.titles {
			a.Titles[name] = legible.Text(title)
		}
	}
	for b := range d.blocked {
		if text := steps.BlockedBy(b, d.steps.names); text != "" {
			a.Blocked[strconv.FormatInt(int64(b), 10)] = legible.Text(text)
		}
	}
	return a
}

// texts returns names as a page shows them.
func texts(names []string) []string {
	list := make([]string, len(names))
	for k, name := range names {
		list[k] = legible.Text(name)
	}
	return list
}

// labels names the tracks, with what distinguishes them.
func labels(t *trace.Trace) []string {
	ranks := slices.ContainsFunc(t.Tracks, func(tr trace.Track) bool { return tr.Rank != 0 })
	processes := slices.ContainsFunc(t.Tracks, func(tr trace.Track) bool { return tr.Process != t.Tracks[0].Process })
	list := make([]string, len(t.Tracks))
	for i, tr := range t.Tracks {
		var parts []string
		if ranks {
			parts = append(parts, fmt.Sprintf("rank %d", tr.Rank))
		} else if processes {
			parts = append(parts, strings.TrimSpace(fmt.Sprintf("%s %d", t.ProcessName(tr), tr.Process)))
		}
		list[i] = legible.Cut(legible.Text(strings.Join(append(parts, trackName(tr)), " · ")), 200)
	}
	return list
}

// trackName names a track in its process.
func trackName(tr trace.Track) string {
	name := tr.Name
	switch {
	case tr.Device >= 0:
		name = cmp.Or(name, fmt.Sprintf("stream %d", tr.Stream))
		name = fmt.Sprintf("device %d · %s", tr.Device, name)
	case tr.Thread >= 0:
		number := strconv.FormatInt(tr.Thread, 10)
		if name = cmp.Or(name, "thread"); !strings.HasSuffix(name, " "+number) {
			name += " " + number
		}
	}
	if tr.Lane > 0 {
		name += fmt.Sprintf(" (%d)", tr.Lane+1)
	}
	return cmp.Or(name, "thread")
}
