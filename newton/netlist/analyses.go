package netlist

import "slices"

// smallSignal are the analyses of dot cards that linearise the circuit at an operating
// point, which is what runs here.
var smallSignal = []string{"ac", "noise", "tf", "sens", "pz", "disto", "sp", "lin", "mor"}

// periodic are the analyses that look for a periodic steady state. They start from an
// operating point, which is what runs here.
var periodic = []string{"hb", "mpde", "pss"}

// A request is an analysis that a card or a command asks for.
type request struct {
	name       string
	file, line int32
}

// ask notes an analysis that is not run as such. It reports whether name is one.
func (p *parser) ask(name string, file, line int32) bool {
	switch {
	case slices.Contains(smallSignal, name):
		if p.linear == nil {
			p.linear = &request{name, file, line}
		}
	case slices.Contains(periodic, name):
		if p.other == nil {
			p.other = &request{name, file, line}
		}
	default:
		return false
	}
	return true
}

// chooseAnalysis settles what runs if cards ask for several analyses, or for none that
// is known: a transient, otherwise a DC sweep, otherwise an operating point.
func (p *parser) chooseAnalysis() error {
	n := p.out
	if n.Tran == nil && n.DC == nil && p.sweep != nil {
		d, err := p.sweep.dc()
		if err != nil {
			return err
		}
		n.DC = d
	} else if n.Tran != nil && p.sweep != nil {
		p.warn(p.sweep.c.file, p.sweep.c.line, ".dc is ignored: the transient runs")
	}
	if n.Tran != nil {
		n.DC = nil
	}
	runs := n.Tran != nil || n.DC != nil || n.OP
	if q := p.linear; q != nil {
		if runs {
			p.warn(q.file, q.line, "%s is ignored: small-signal analyses are not run", q.name)
		} else {
			n.OP, runs = true, true
			p.warn(q.file, q.line, "%s is not run: the analysis is the operating point at which it linearises the circuit", q.name)
		}
	}
	if q := p.other; q != nil {
		if runs {
			p.warn(q.file, q.line, "%s is ignored: another analysis runs", q.name)
		} else {
			n.OP = true
			p.warn(q.file, q.line, "%s is not run: the analysis is the operating point from which it starts", q.name)
		}
	}
	return nil
}
