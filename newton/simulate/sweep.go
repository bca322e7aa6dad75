package simulate

import (
	"context"
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
	err := r.engine.Sweep(ctx, newton.Sweep{Points: d.dc.Points(), Run: len(d.dc.Sweeps[0].Values), Set: d.Set, Accepted: func(k int, x []float64) error {
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

// A Drive gives sources the values of the points of a sweep.
type Drive struct {
	system *circuit.Circuit
	net    *netlist.Netlist
	dc     *netlist.DC
	source []int     // of each sweep: which independent source it is
	values []float64 // of the sources at the point
}

// NewDrive returns the drive of the sweep of n, the netlist of c.
func NewDrive(c *circuit.Circuit, n *netlist.Netlist) *Drive {
	d := &Drive{system: c, net: n, dc: n.DC}
	d.values = make([]float64, len(d.dc.Sweeps))
	for _, s := range d.dc.Sweeps {
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

// Set gives the sources the values of point k.
func (d *Drive) Set(k int) {
	for i, s := range d.dc.Sweeps {
		n := len(s.Values)
		d.values[i] = s.Values[k%n]
		d.system.Drive(d.source[i], d.values[i])
		k /= n
	}
}

// restore gives the sources what the netlist says.
func (d *Drive) restore() {
	for i, s := range d.dc.Sweeps {
		d.system.Drive(d.source[i], d.net.Elements[s.Element].Source.DC)
	}
}

// header names the first columns of a waveform.
func (d *Drive) header() string {
	var names []string
	for _, s := range d.dc.Sweeps {
		names = append(names, s.Source)
	}
	return strings.Join(names, ",")
}
