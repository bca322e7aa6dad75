package assembly

import (
	"slices"
	"strings"
)

// FindRails returns the unknowns that are rails, ascending: d.Rails if the file
// states them, otherwise the rails that follow from the voltage sources.
//
// Rule: a device of a group whose Kind or Model is "vsource", in upper or lower
// case, makes node i a rail if the distinct positions that it writes are (i, b) and
// (b, i). b is its branch, the unknown that is its current. The branch is the
// unknown that also has a slot with the ground, (b, -1) or (-1, b). If the file
// leaves these slots out, the branch is the unknown whose row and column no other
// device writes. A source between two nodes makes neither node a rail. A source
// whose branch cannot be distinguished from its node makes no rail either.
func (d *Devices) FindRails() []int32 {
	if d.RailsStated {
		return d.Rails
	}
	var touched []int32 // devices that write in the row or column of an unknown
	var rails []int32
	for k := range d.Groups {
		g := &d.Groups[k]
		if !g.isSource() {
			continue
		}
		for dev := range g.Len {
			i, j, ok := g.pair(dev)
			if !ok {
				continue
			}
			b := g.beside(dev)
			if b != i && b != j {
				if touched == nil {
					touched = d.touched()
				}
				b = alone(i, j, touched)
			}
			switch b {
			case i:
				rails = append(rails, j)
			case j:
				rails = append(rails, i)
			}
		}
	}
	slices.Sort(rails)
	return slices.Compact(rails)
}

// isSource reports whether the devices are voltage sources.
func (g *Group) isSource() bool {
	return strings.EqualFold(g.Kind, "vsource") || g.Kind == "" && strings.EqualFold(g.Model, "vsource")
}

// pair returns i and j where the distinct positions of the device are (i, j)
// and (j, i), i ≠ j.
func (g *Group) pair(dev int) (i, j int32, ok bool) {
	i, j = -1, -1
	both := 0 // bit 0: (i, j) is there, bit 1: (j, i)
	for s := g.JacPtr[dev]; s < g.JacPtr[dev+1]; s++ {
		r, c := g.JacRow[s], g.JacCol[s]
		switch {
		case r < 0 || c < 0:
			continue
		case i < 0:
			i, j, both = r, c, 1
		case r == j && c == i:
			both |= 2
		case r != i || c != j:
			return 0, 0, false
		}
	}
	return i, j, both == 3 && i != j
}

// beside returns the unknown that slots of the device share with the ground,
// -1 when there is none or more than one.
func (g *Group) beside(dev int) int32 {
	b := int32(-1)
	for s := g.JacPtr[dev]; s < g.JacPtr[dev+1]; s++ {
		r, c := g.JacRow[s], g.JacCol[s]
		if (r < 0) == (c < 0) {
			continue
		}
		if x := max(r, c); b < 0 || b == x {
			b = x
		} else {
			return -1
		}
	}
	return b
}

// alone returns the one of i and j that one device alone touches, -1 where
// that is so of both or of none.
func alone(i, j int32, touched []int32) int32 {
	switch {
	case touched[i] == 1 && touched[j] > 1:
		return i
	case touched[j] == 1 && touched[i] > 1:
		return j
	}
	return -1
}

// touched returns for each unknown how many devices write in its row or
// column.
func (d *Devices) touched() []int32 {
	count, last := make([]int32, d.Unknowns), make([]int32, d.Unknowns)
	dev := int32(0)
	for k := range d.Groups {
		g := &d.Groups[k]
		for n := range g.Len {
			dev++
			for s := g.JacPtr[n]; s < g.JacPtr[n+1]; s++ {
				if g.JacRow[s] < 0 || g.JacCol[s] < 0 {
					continue
				}
				for _, i := range [2]int32{g.JacRow[s], g.JacCol[s]} {
					if last[i] != dev {
						last[i] = dev
						count[i]++
					}
				}
			}
		}
	}
	return count
}
