package netlist

import "fmt"

// equations names what levels of models stand for in ngspice or in Xyce, except for
// levels that the types of devices here may have.
var equations = map[ModelType]map[float64]string{
	NMOS: {
		4: "BSIM1", 5: "BSIM2", 8: "BSIM3", 9: "MOS9 in ngspice and BSIM3 in Xyce", 10: "BSIM-SOI", 14: "BSIM4", 18: "VDMOS",
		44: "EKV", 45: "PSP", 49: "BSIM3", 54: "BSIM4", 55: "BSIM3SOI", 56: "BSIM3SOI", 57: "BSIM3SOI", 58: "BSIM4SOI", 60: "STAG",
		61: "HiSIM2", 62: "HiSIM_HV", 68: "HiSIM2", 73: "HiSIM_HV", 70: "BSIM-SOI", 77: "BSIM6", 102: "PSP", 103: "PSP",
		107: "BSIM-CMG", 108: "BSIM-CMG", 110: "BSIM-CMG", 260: "EKV", 301: "EKV3", 2000: "MVS", 2001: "MVS",
	},
	NPN: {4: "VBIC", 8: "HICUM", 9: "VBIC", 11: "VBIC", 12: "VBIC", 23: "FBH", 230: "HICUM", 234: "HICUM", 504: "MEXTRAM", 505: "MEXTRAM"},
	NMF: {2: "MESA", 3: "MESA", 4: "MESA", 5: "HFET1", 6: "HFET2"},
	NJF: {2: "Parker and Skellern's FET"},
	D:   {200: "JUNCAP200", 2002: "DIODE_CMC"},
}

// Equations names the equations of a level of models, "" where no name is known.
func Equations(t ModelType, level float64) string {
	switch t {
	case PMOS:
		t = NMOS
	case PNP:
		t = NPN
	case PJF:
		t = NJF
	case PMF:
		t = NMF
	}
	return equations[t][level]
}

// A misfit is an element that cannot be read as its letter says. Its model, which may
// stand behind it, says whether the element has other equations.
type misfit struct {
	err   error
	name  string
	scope *scope
	words []string // of the card
}

// postpone keeps the first element that cannot be read until its model is known.
func (c *cursor) postpone(l *letter, err error) error {
	if len(l.models) == 0 {
		return err
	}
	if c.p.misfit != nil {
		return nil
	}
	m := &misfit{err: err, name: c.toks[0].text, scope: c.p.scope}
	for _, t := range c.toks[1:] {
		if t.kind == wordToken {
			m.words = append(m.words, t.text)
		}
	}
	c.p.misfit = m
	return nil
}

// other returns the level of a model that has other equations than those here, with
// their name; "" for none.
func (m *modelCard) other() (level float64, name string) {
	for _, q := range m.params {
		if q.name == "level" && q.v.e == nil {
			level, name = q.v.c, Equations(m.typ, q.v.c)
		}
	}
	return level, name
}

// binned refuses a model for a range of sizes, by its equations where they are others.
func (p *parser) binned(m *modelCard, e *Element) error {
	what := "models for ranges of sizes are left out"
	if level, name := m.other(); name != "" {
		what = fmt.Sprintf("level %g is %s", level, name)
	}
	return p.errorAt(m.file, m.line, "model %q of %s is not supported: %s", shorten(m.name), shorten(e.Name), what)
}

// unread returns the error of the misfit.
func (p *parser) unread() error {
	f := p.misfit
	for _, word := range f.words {
		m := f.scope.findModel(word)
		if m == nil || m.typ == 0 {
			continue
		}
		if level, name := m.other(); name != "" {
			return p.errorAt(m.file, m.line, "model %q of %s is not supported: level %g is %s", shorten(m.name), shorten(f.name), level, name)
		}
	}
	return f.err
}
