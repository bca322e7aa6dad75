package assembly

// A Result is the analysis of the assembly of a circuit.
type Result struct {
	Title    string `json:"title,omitempty"` // title in the file; absent if empty
	Unknowns int    `json:"unknowns"`        // rows and columns of the Jacobian
	Devices  int    `json:"devices"`         // number of devices
	Slots    int    `json:"slots"`           // number of listed slots, including slots to ground

	Rails Rails `json:"rails"` // nodes that a voltage source ties to ground

	All          *Scatter `json:"all"`                     // figures for all rows and columns
	WithoutRails *Scatter `json:"without_rails,omitempty"` // figures without the rows and columns of rails; absent without rails

	Models         []Model        `json:"models"`         // one element per group of devices, in the order of the groups
	Specialisation Specialisation `json:"specialisation"` // configurations of all models whose parameters are known
}

// Rails says which unknowns are rails and what they attract.
type Rails struct {
	// true if the file lists the rails. Otherwise they are derived from the groups
	// whose `kind` or `model` is vsource
	Stated bool `json:"stated"`

	Unknowns  []int32  `json:"unknowns"`        // the unknowns that are rails, ascending, from 0
	Names     []string `json:"names,omitempty"` // names of the rails; absent if the file has no names
	SlotShare float64  `json:"slot_share"`      // share of the slots in rows or columns of rails; slots to ground do not count
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
