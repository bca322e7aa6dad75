package assembly

// A Result is the analysis of the assembly of a circuit.
type Result struct {
	Title    string `json:"title,omitempty"`
	Unknowns int    `json:"unknowns"`
	Devices  int    `json:"devices"`
	Slots    int    `json:"slots"` // listed, those to ground included

	Rails Rails `json:"rails"`

	All          *Scatter `json:"all"`
	WithoutRails *Scatter `json:"without_rails,omitempty"` // absent without rails

	Models         []Model        `json:"models"` // in the order of the groups
	Specialisation Specialisation `json:"specialisation"`
}

// Rails says which unknowns are rails and what they attract.
type Rails struct {
	Stated    bool     `json:"stated"`          // by the input, rather than derived from the voltage sources
	Unknowns  []int32  `json:"unknowns"`        // ascending, from 0
	Names     []string `json:"names,omitempty"` // of these, where the input names them
	SlotShare float64  `json:"slot_share"`      // of the slots that write, those in the row or column of a rail
}

// Analyze computes the result of d.
//
// Cost: O(slots + unknowns) plus two colourings, some 15 words of memory per slot.
// Edges of the conflict graph are counted one by one only up to 50 million of them.
//
// It panics if d is not valid.
func Analyze(d *Devices) *Result {
	if d.Check() != nil {
		panic(errDevices)
	}
	r := &Result{Title: d.Title, Unknowns: d.Unknowns, Devices: d.Len(), Slots: d.Slots(), Models: []Model{}}
	rails := d.FindRails()
	r.Rails = Rails{Stated: d.RailsStated, Unknowns: append([]int32{}, rails...)}
	if d.Names != nil {
		for _, i := range rails {
			r.Rails.Names = append(r.Rails.Names, d.Name(i))
		}
	}
	all := newIndex(d, nil)
	r.All = all.scatter(nil)
	if len(rails) > 0 {
		drop := make([]bool, d.Unknowns)
		for _, i := range rails {
			drop[i] = true
		}
		r.WithoutRails = newIndex(d, drop).scatter(drop)
		if all.slots > 0 {
			r.Rails.SlotShare = float64(all.slots-r.WithoutRails.Slots) / float64(all.slots)
		}
	}
	first := 0
	var sizes []int
	for k := range d.Groups {
		m, s := newModel(&d.Groups[k], all, first)
		r.Models = append(r.Models, *m)
		sizes = append(sizes, s...)
		first += d.Groups[k].Len
	}
	r.Specialisation = specialisation(r.Models, sizes)
	return r
}
