package assembly

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/nrkit/nrkit/sparsity"
)

// Devices is all devices of a circuit with the positions that they write. Rows and
// columns count from 0; -1 is ground.
type Devices struct {
	Title    string
	Unknowns int      // rows and columns of the Jacobian
	Names    []string // of the unknowns; nil or as many as there are
	Rails    []int32  // unknowns that are rails; what they are is known where RailsStated
	Groups   []Group

	// RailsStated says that Rails is complete, also when it is empty. Otherwise
	// [Devices.FindRails] derives them.
	RailsStated bool

	Warnings []Warning // of the reader
}

// A Group is the devices of one model.
//
// Device d writes the slots JacPtr[d]:JacPtr[d+1] of JacRow and JacCol, and
// the rows ResPtr[d]:ResPtr[d+1] of ResRow in the residual. Positions may
// repeat within a device.
type Group struct {
	Model string
	Kind  string // what the devices are, where it is not the model: "vsource"
	Len   int    // devices

	JacPtr         []int32 // Len+1 ascending, the first is 0
	JacRow, JacCol []int32
	ResPtr         []int32 // the same for the residual
	ResRow         []int32

	DeviceNames []string  // nil or Len
	ParamNames  []string  // columns of Params
	VoltageLike []int     // columns that change from iteration to iteration
	Discrete    []int     // columns that decide branches
	Params      []float64 // Len rows of len(ParamNames), one after the other; nil when not known
	Shared      []Shared  // parameters of the model
	Cache       []float64 // Len rows of CacheWidth values that are computed once; nil when not known
	CacheWidth  int
	EvalNS      float64 // time of one evaluation in nanoseconds; 0 when not known
}

// A Shared parameter has one value for all devices of a group.
type Shared struct {
	Name  string
	Value float64
}

// Len returns the number of devices.
func (d *Devices) Len() int {
	n := 0
	for k := range d.Groups {
		n += d.Groups[k].Len
	}
	return n
}

// Slots returns the number of slots, including slots to ground.
func (d *Devices) Slots() int {
	n := 0
	for k := range d.Groups {
		n += len(d.Groups[k].JacRow)
	}
	return n
}

// Written returns the number of slots that write, without slots to ground.
func (d *Devices) Written() int {
	n := 0
	for k := range d.Groups {
		g := &d.Groups[k]
		for s, r := range g.JacRow {
			if r >= 0 && g.JacCol[s] >= 0 {
				n++
			}
		}
	}
	return n
}

// Name returns the name of unknown i, or its number, counted from 1, if it has no
// name.
func (d *Devices) Name(i int32) string {
	if int(i) < len(d.Names) && d.Names[i] != "" {
		return d.Names[i]
	}
	return fmt.Sprintf("%d", i+1)
}

// Check returns an error if d breaks a rule of its type: lengths that do not
// fit each other, an index out of range, more slots than 32 bits count. It
// takes O(slots) time. What [ReadDevices] returns is valid.
func (d *Devices) Check() error {
	if d.Unknowns < 0 || d.Unknowns > sparsity.MaxDim {
		return fmt.Errorf("unknowns: want 0 to %d, got %d", sparsity.MaxDim, d.Unknowns)
	}
	if d.Names != nil && len(d.Names) != d.Unknowns {
		return fmt.Errorf("names: want %d, got %d", d.Unknowns, len(d.Names))
	}
	if err := checkIndices(d.Rails, 0, d.Unknowns); err != nil {
		return fmt.Errorf("rails: %w", err)
	}
	var devices, slots int64
	for k := range d.Groups {
		g := &d.Groups[k]
		if err := g.check(d.Unknowns); err != nil {
			return fmt.Errorf("group %d (%s): %w", k, g.Model, err)
		}
		devices += int64(g.Len)
		slots += int64(max(len(g.JacRow), len(g.ResRow)))
	}
	if devices >= math.MaxInt32 || slots >= math.MaxInt32 {
		return fmt.Errorf("want fewer than %d devices and slots, got %d and %d", math.MaxInt32, devices, slots)
	}
	return nil
}

// check returns an error if g is not valid among n unknowns.
func (g *Group) check(n int) error {
	if g.Model == "" {
		return errors.New("want a model, got none")
	}
	if err := checkPtr(g.JacPtr, g.Len, len(g.JacRow)); err != nil {
		return fmt.Errorf("JacPtr: %w", err)
	}
	if err := checkPtr(g.ResPtr, g.Len, len(g.ResRow)); err != nil {
		return fmt.Errorf("ResPtr: %w", err)
	}
	if len(g.JacRow) != len(g.JacCol) {
		return fmt.Errorf("want as many columns as rows, %d, got %d", len(g.JacRow), len(g.JacCol))
	}
	for _, list := range [][]int32{g.JacRow, g.JacCol, g.ResRow} {
		if err := checkIndices(list, -1, n); err != nil {
			return err
		}
	}
	width := len(g.ParamNames)
	if g.Params != nil && len(g.Params) != g.Len*width {
		return fmt.Errorf("want %d×%d parameters, got %d", g.Len, width, len(g.Params))
	}
	if g.Cache != nil && len(g.Cache) != g.Len*g.CacheWidth {
		return fmt.Errorf("want a cache of %d×%d, got %d", g.Len, g.CacheWidth, len(g.Cache))
	}
	if g.DeviceNames != nil && len(g.DeviceNames) != g.Len {
		return fmt.Errorf("want %d device names, got %d", g.Len, len(g.DeviceNames))
	}
	for _, list := range [][]int{g.VoltageLike, g.Discrete} {
		for _, c := range list {
			if c < 0 || c >= width {
				return fmt.Errorf("want a parameter in 0..%d, got %d", width-1, c)
			}
		}
	}
	for _, c := range g.Discrete {
		if slices.Contains(g.VoltageLike, c) {
			return fmt.Errorf("parameter %d is both voltage-like and discrete", c)
		}
	}
	return nil
}

// checkPtr returns an error if ptr does not split total elements into n parts.
func checkPtr(ptr []int32, n, total int) error {
	if n < 0 || len(ptr) != n+1 || ptr[0] != 0 || int64(ptr[n]) != int64(total) {
		return fmt.Errorf("want %d offsets from 0 to %d", n+1, total)
	}
	for k := range n {
		if ptr[k] > ptr[k+1] {
			return fmt.Errorf("offsets descend at %d", k)
		}
	}
	return nil
}

// checkIndices returns an error if an element of list is not in low..n-1.
func checkIndices(list []int32, low, n int) error {
	for k, i := range list {
		if int(i) < low || int(i) >= n {
			return fmt.Errorf("index %d: want %d..%d, got %d", k, low, n-1, i)
		}
	}
	return nil
}

// Pattern returns the union of all positions, canonical.
//
// Cost: O(slots + unknowns). It panics if d is not valid.
func (d *Devices) Pattern() *sparsity.Pattern {
	return newIndex(d, nil).pattern()
}
