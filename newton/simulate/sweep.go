package simulate

import (
	"context"
	"fmt"
	"strings"

	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/circuit"
	"github.com/nrkit/nrkit/newton/netlist"
)

// sweeps says whether the analysis is a DC sweep.
func (r *runner) sweeps() bool {
	return r.tran == nil && !r.cfg.OP && r.circuit.Netlist.DC != nil
}

// sweep solves the operating points of a DC sweep.
func (r *runner) sweep(ctx context.Context) error {
	d := NewDrive(r.circuit.System, r.circuit.Netlist)
	defer d.restore()
	if r.cfg.Waveform != nil {
		r.wave = newWaveform(r.cfg.Waveform, r.circuit)
		r.wave.header(d.header())
	}
	err := r.engine.Sweep(ctx, newton.Sweep{Points: d.dc.Points(), Run: d.dc.Run(), Set: d.Set, Accepted: func(k int, x []float64) error {
		if r.wave != nil {
			if err := r.wave.row(x, d.values...); err != nil {
				return err
			}
		}
		r.report100ms()
		if r.cfg.Steps > 0 && int64(k+1) >= r.cfg.Steps && k+1 < d.dc.Points() {
			return errSteps
		}
		return nil
	}})
	if r.wave != nil {
		if werr := r.wave.flush(); err == nil {
			err = werr
		}
	}
	return err
}

// A Drive gives a circuit the values of the points of a sweep.
type Drive struct {
	system *circuit.Circuit
	net    *netlist.Netlist
	dc     *netlist.DC
	source []int     // of each sweep: which independent source it is, -1 for another name
	values []float64 // of the sweeps at the point
}

// NewDrive returns the drive of the sweep of n, the netlist of c.
func NewDrive(c *circuit.Circuit, n *netlist.Netlist) *Drive {
	d := &Drive{system: c, net: n, dc: n.DC}
	for _, s := range d.dc.Sweeps {
		if s.Element < 0 {
			d.source = append(d.source, -1)
			continue
		}
		k := 0
		for i := range s.Element {
			if n.Elements[i].Source != nil {
				k++
			}
		}
		d.source = append(d.source, k)
	}
	return d
}

// Set gives the circuit the values of point k. Where more than independent sources is
// swept, the circuit is made once more from the netlist at this point. Set fails
// if this netlist has an error, or other unknowns than the circuit.
func (d *Drive) Set(k int) error {
	values := d.dc.Point(k)
	if d.remade(values) {
		if err := d.remake(k); err != nil {
			return err
		}
	}
	d.values = values
	for i, k := range d.source {
		if k >= 0 {
			d.system.Drive(k, values[i])
		}
	}
	return nil
}

// remade says whether the point before had other values of what is not a source.
func (d *Drive) remade(values []float64) bool {
	for i, k := range d.source {
		if k < 0 && (d.values == nil || d.values[i] != values[i]) {
			return true
		}
	}
	return false
}

// remake makes the circuit of point k.
func (d *Drive) remake(k int) error {
	n, err := d.net.At(k)
	if err != nil {
		return err
	}
	c, err := circuit.New(n)
	if err != nil {
		return err
	}
	if err := d.system.Adopt(c); err != nil {
		return fmt.Errorf("%s at %s: %w", d.header(), d.point(k), err)
	}
	return nil
}

// restore gives the circuit what the netlist says.
func (d *Drive) restore() {
	if d.dc.Remakes() {
		if c, err := circuit.New(d.net); err == nil {
			d.system.Adopt(c) // which it was made from
		}
		return
	}
	for i, s := range d.dc.Sweeps {
		d.system.Drive(d.source[i], d.net.Elements[s.Element].Source.DC)
	}
}

// point lists the values at point k.
func (d *Drive) point(k int) string {
	var text []string
	for _, v := range d.dc.Point(k) {
		text = append(text, fmt.Sprintf("%g", v))
	}
	return strings.Join(text, ",")
}

// header names the first columns of a waveform.
func (d *Drive) header() string {
	var names []string
	for _, s := range d.dc.Sweeps {
		names = append(names, s.Source)
	}
	return strings.Join(names, ",")
}
