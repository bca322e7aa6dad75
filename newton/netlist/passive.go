package netlist

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// A passiveCard is what a resistor, a capacitor or an inductor has besides its value:
// a model, and parameters of its size and its temperature.
type passiveCard struct {
	modelName string
	model     *modelCard
	params    []param
	value     bool  // the value is given
	word      *expr // the word that names the model, as an expression: it may be a parameter
}

// passiveKeys are the parameters of an instance, by kind.
var passiveKeys = map[Kind][]string{
	Resistor:  {"tc", "tc1", "tc2", "tce", "temp", "dtemp", "l", "w", "scale", "noisy", "noise"},
	Capacitor: {"tc", "tc1", "tc2", "temp", "dtemp", "l", "w", "scale"},
	Inductor:  {"tc", "tc1", "tc2", "temp", "dtemp", "scale"},
}

func (d *device) passives() *passiveCard {
	if d.passive == nil {
		d.passive = &passiveCard{}
	}
	return d.passive
}

// semiconductor reads the name of a model or one of [passiveKeys], if that is next.
// given says that the value was read.
func (c *cursor) semiconductor(d *device, given bool) (bool, error) {
	if !c.peek(0, wordToken) {
		return false, nil
	}
	word := c.toks[c.i].text
	if c.peek(1, '=') {
		if !slices.Contains(passiveKeys[d.proto.Kind], word) {
			return false, nil
		}
		c.i += 2
		return true, c.passiveParam(d, word)
	}
	if _, ok := number(word); ok || !isName(word) {
		return false, nil
	}
	q := d.passives()
	if q.modelName != "" {
		return true, c.errorf("got %s, want name=value or the end of the line", c.got())
	}
	q.modelName = word
	if !given {
		q.word, _ = compile(word, nil)
	}
	c.i++
	return true, nil
}

// isName says whether a word has no operators of expressions.
func isName(word string) bool {
	return !isDigit(word[0]) && !strings.ContainsAny(word, "+-*/^")
}

// passiveParam reads the value of a parameter; tc has one or two.
func (c *cursor) passiveParam(d *device, name string) error {
	names := []string{name}
	if name == "tc" {
		names = []string{"tc1", "tc2"}
	}
	for k, name := range names {
		if k > 0 && !c.isNumber() {
			break
		}
		v, err := c.value("the value of " + name)
		if err != nil {
			return err
		}
		q := d.passives()
		q.params = append(q.params, param{name, v})
	}
	return nil
}

// hasModel says whether a model may give the value.
func (d *device) hasModel() bool { return d.passive != nil && d.passive.modelName != "" }

// linkPassive finds the model, or takes its name for a parameter that is the value.
func (p *parser) linkPassive(s *scope, d *device) error {
	q, e := d.passive, &d.proto
	if q.modelName == "" {
		return nil
	}
	m := s.findModel(q.modelName)
	if m == nil && q.word != nil && !q.value {
		d.dynamic = append(d.dynamic, dynamic{atValue, q.word})
		q.value = true
		return nil
	}
	switch {
	case m == nil:
		return p.errorAt(e.File, e.Line, "%s: model %q is not defined", shorten(e.Name), shorten(q.modelName))
	case m.typ != passiveType(e.Kind):
		return p.errorAt(e.File, e.Line, "%s: got model %q of type %s, want %s", shorten(e.Name), shorten(q.modelName), m.typeName, passiveType(e.Kind))
	}
	q.model = m
	return nil
}

// passiveType returns the type of the models of a kind.
func passiveType(kind Kind) ModelType {
	return map[Kind]ModelType{Resistor: RES, Capacitor: CAP, Inductor: IND}[kind]
}

// isPassive says whether models of the type only give values.
func (t ModelType) isPassive() bool { return t == RES || t == CAP || t == IND }

// passive gives an element the value that its model, its size and its temperature make.
//
// Equations follow ngspice 39: sheet resistance or capacitance by area and perimeter,
// and a polynomial of second degree of the temperature.
func (x *expander) passive(f *frame, d *device, e *Element) error {
	q := d.passive
	if q == nil {
		return nil
	}
	own := map[string]float64{}
	for _, r := range q.params {
		v, err := r.v.eval(f)
		if err != nil {
			return err
		}
		own[r.name] = v
	}
	x.p.alterSize(e, own)
	model, err := x.passiveModel(f, q.model, e.Kind)
	if err != nil {
		return err
	}
	if !q.value {
		if e.Value, err = passiveValue(e.Kind, own, model); err != nil {
			return err
		}
	}
	e.Value *= x.p.heat(own, model)
	if v, ok := own["scale"]; ok {
		e.Value *= v
	}
	return nil
}

// passiveParameters are the parameters of models, with parameters that have no effect here.
var passiveParameters = map[Kind][]string{
	Resistor: {"rsh", "r", "defw", "w", "l", "narrow", "dw", "short", "dlr", "tc1", "tc2", "tce", "tnom", "tref", "kf", "af", "wf", "lf", "ef",
		"bv_max", "level"},
	Capacitor: {"cap", "c", "cj", "cox", "cjsw", "capsw", "defw", "w", "defl", "l", "narrow", "short", "tc1", "tc2", "tnom", "tref",
		"bv_max", "level"},
	Inductor: {"ind", "l", "tc1", "tc2", "tnom", "tref", "level"},
}

// passiveModel evaluates the parameters of a model, where the instance has one.
func (x *expander) passiveModel(f *frame, m *modelCard, kind Kind) (map[string]float64, error) {
	if m == nil {
		return nil, nil
	}
	g := f
	for g.caller != nil && g.scope != m.scope {
		g = g.caller
	}
	aliases := map[string]string{"dw": "narrow", "dlr": "short", "cox": "cj", "capsw": "cjsw", "tref": "tnom"}
	if kind != Inductor {
		aliases["w"], aliases["l"] = "defw", "defl"
	}
	out := map[string]float64{}
	for _, r := range m.params {
		v, err := r.v.eval(g)
		if err != nil {
			return nil, x.p.errorAt(m.file, m.line, "%s of model %s: %v", shorten(r.name), shorten(m.name), err)
		}
		if !slices.Contains(passiveParameters[kind], r.name) {
			return nil, x.p.errorAt(m.file, m.line, "%s: parameter %s is not supported", shorten(m.name), shorten(r.name))
		}
		name := r.name
		if other, ok := aliases[name]; ok {
			name = other
		}
		out[name] = v
	}
	if level, ok := out["level"]; ok && level != 1 {
		return nil, x.p.errorAt(m.file, m.line, "%s: level %g is not supported, want 1", shorten(m.name), level)
	}
	return out, nil
}

// defaultSize is the width of a resistor or a capacitor that has none, in m.
const defaultSize = 10e-6

// passiveValue returns the value that a model gives a size.
func passiveValue(kind Kind, own, model map[string]float64) (float64, error) {
	size := func(name string, otherwise float64) float64 {
		if v, ok := own[name]; ok {
			return v
		}
		if v, ok := model["def"+name]; ok {
			return v
		}
		return otherwise
	}
	w, l := size("w", defaultSize), size("l", 0)
	dw, dl := model["narrow"], model["short"]
	switch {
	case kind == Resistor && model["rsh"] != 0 && l > 0:
		if v := model["rsh"] * (l - 2*dl) / (w - 2*dw); v > 0 && finite(v) {
			return v, nil
		}
	case kind == Capacitor && l > 0 && (model["cj"] != 0 || model["cjsw"] != 0):
		return model["cj"]*(w-dw)*(l-dl) + model["cjsw"]*2*(w-dw+l-dl), nil
	}
	for _, name := range map[Kind][]string{Resistor: {"r"}, Capacitor: {"cap", "c"}, Inductor: {"ind", "l"}}[kind] {
		if v, ok := model[name]; ok {
			return v, nil
		}
	}
	return 0, fmt.Errorf("got neither a value nor a model with a value for its size")
}

// heat returns the factor of the temperature.
func (p *parser) heat(own, model map[string]float64) float64 {
	of := func(name string) float64 {
		if v, ok := own[name]; ok {
			return v
		}
		return model[name]
	}
	tc1, tc2, tce := of("tc1"), of("tc2"), of("tce")
	if tc1 == 0 && tc2 == 0 && tce == 0 {
		return 1
	}
	o := &p.out.Options
	t, nominal := float64(room), float64(room)
	if o.HasTemp {
		t = o.Temp
	}
	if o.HasTNom {
		nominal = o.TNom
	}
	if v, ok := model["tnom"]; ok {
		nominal = v
	}
	if v, ok := own["temp"]; ok {
		t = v
	} else {
		t += own["dtemp"]
	}
	dt := t - nominal
	if tce != 0 {
		return math.Pow(1.01, tce*dt)
	}
	return 1 + tc1*dt + tc2*dt*dt
}
