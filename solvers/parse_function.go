package solvers

import (
	"slices"
	"strconv"
	"strings"
)

// statement parses a line that is neither for nor end.
func (p *parser) statement(raw []token, env map[string]string) error {
	tokens := make([]token, len(raw))
	for k, t := range raw {
		text, err := p.substitute(t, env)
		if err != nil {
			return err
		}
		tokens[k] = token{text, t.line, t.col}
	}
	if len(tokens) > 1 && tokens[1].text == "=" {
		return p.assignments(tokens)
	}
	if err := p.finish(); err != nil {
		return err
	}
	switch tokens[0].text {
	case "library":
		return p.libraryLine(tokens)
	case "soname":
		return p.sonameLine(tokens)
	case "function":
		return p.functionLine(tokens)
	}
	return p.errorAt(tokens[0], "want library, soname, for, end, function or FIELD = EXPRESSION, got %q", tokens[0].text)
}

func (p *parser) libraryLine(t []token) error {
	if len(t) != 2 || t[1].text == "" {
		return p.errorAt(t[0], "want library NAME")
	}
	p.library, p.sonames = t[1].text, []string{""}
	return nil
}

func (p *parser) sonameLine(t []token) error {
	if len(t) < 2 {
		return p.errorAt(t[0], "want soname FILE..., where FILE may end in *")
	}
	p.sonames = nil
	for _, s := range t[1:] {
		if s.text == "" || strings.Contains(strings.TrimSuffix(s.text, "*"), "*") {
			return p.errorAt(s, "soname %q: want a file name, with a * at its end only", s.text)
		}
		if s.text == "*" {
			s.text = ""
		}
		p.sonames = append(p.sonames, s.text)
	}
	return nil
}

func (p *parser) functionLine(t []token) error {
	if len(t) != 3 || t[1].text == "" {
		return p.errorAt(t[0], "want function SYMBOL PHASE")
	}
	if p.library == "" {
		return p.errorAt(t[0], "function without library before it")
	}
	phase, err := ParsePhase(t[2].text)
	if err != nil {
		return p.errorAt(t[2], "%v", err)
	}
	p.begin = t[1]
	for _, soname := range p.sonames {
		if len(p.list.Functions) == maxFunctions {
			return p.errorAt(t[0], "more than %d functions", maxFunctions)
		}
		if p.known(t[1].text, soname) {
			return p.errorAt(t[1], "function %s has a row for this soname before", t[1].text)
		}
		p.current = append(p.current, len(p.list.Functions))
		p.list.Functions = append(p.list.Functions, Function{Symbol: t[1].text, Library: p.library, Soname: soname,
			Phase: phase, Expressions: map[Field]Expression{}})
	}
	return nil
}

func (p *parser) known(symbol, soname string) bool {
	return slices.ContainsFunc(p.list.Functions, func(f Function) bool { return f.Symbol == symbol && f.Soname == soname })
}

// assignments parses NAME = VALUE…, several of them on a line, then @HEADER ITEM….
func (p *parser) assignments(t []token) error {
	if len(p.current) == 0 {
		return p.errorAt(t[0], "field without function before it")
	}
	var offsets []offset
	for len(t) > 0 && !strings.HasPrefix(t[0].text, "@") {
		end := 2
		for end < len(t) && !strings.HasPrefix(t[end].text, "@") && (end+1 == len(t) || t[end+1].text != "=") {
			end++
		}
		if len(t) < 3 || t[1].text != "=" || end == 2 {
			return p.errorAt(t[0], "want FIELD = EXPRESSION")
		}
		more, err := p.assign(t[0], t[2:end])
		if err != nil {
			return err
		}
		offsets, t = append(offsets, more...), t[end:]
	}
	if len(t) > 0 {
		return p.checks(offsets, t)
	}
	return nil
}

// An offset is a number of a list that a C header can confirm.
type offset struct {
	field             Field
	alternative, step int
}

// assign sets one property or field of the current functions.
func (p *parser) assign(name token, values []token) ([]offset, error) {
	if name.text == "flags" {
		return nil, p.setFlags(values)
	}
	if name.text == "stack" {
		words, err := strconv.ParseUint(values[0].text, 10, 8)
		if err != nil || len(values) > 1 {
			return nil, p.errorAt(values[0], "stack = %q: want the number of words, at most 255", values[0].text)
		}
		p.each(func(f *Function) { f.Stack = uint8(words) })
		return nil, nil
	}
	field, ok := parseField(name.text)
	if !ok {
		return nil, p.errorAt(name, "unknown field %q; the fields are stack, flags, %s", name.text, strings.Join(knownFields(), ", "))
	}
	e, offsets, err := p.expression(field, values)
	if err != nil {
		return nil, err
	}
	if done, err := p.setFixed(field, e, values[0]); done || err != nil {
		return nil, err
	}
	if _, twice := p.list.Functions[p.current[0]].Expressions[field]; twice {
		return nil, p.errorAt(name, "%s is set twice", name.text)
	}
	p.each(func(f *Function) { f.Expressions[field] = e })
	return offsets, nil
}

func knownFields() []string {
	return slices.DeleteFunc(slices.Clone(fieldNames[:]), func(n string) bool { return n == "" })
}

// setFixed sets the fixed layout, index type, value type or base, if the expression is
// a number.
func (p *parser) setFixed(field Field, e Expression, at token) (bool, error) {
	if e.Base != BaseConstant || e.Otherwise != nil {
		return false, nil
	}
	limit := map[Field]int{FieldLayout: len(layoutNames), FieldIndex: len(indexNames), FieldValue: len(valueNames), FieldBase: 2}
	if limit[field] == 0 {
		return false, nil
	}
	if e.Constant < 0 || int(e.Constant) >= limit[field] {
		return false, p.errorAt(at, "%v = %s is out of range", field, at.text)
	}
	v := uint8(e.Constant)
	p.each(func(f *Function) {
		switch field {
		case FieldLayout:
			f.Layout = Layout(v)
		case FieldIndex:
			f.Index = IndexType(v)
		case FieldValue:
			f.Value = ValueType(v)
		case FieldBase:
			f.Base = v
		}
	})
	return true, nil
}

func (p *parser) setFlags(values []token) error {
	for _, v := range values {
		flag, ok := parseFlag(v.text)
		if !ok {
			return p.errorAt(v, "unknown flag %q; the flags are %s", v.text, strings.Join(flagNames, ", "))
		}
		p.each(func(f *Function) { f.Flags |= flag })
	}
	return nil
}

// each changes the current functions.
func (p *parser) each(change func(*Function)) {
	for _, k := range p.current {
		change(&p.list.Functions[k])
	}
}

// finish checks the current functions, whose fields are complete.
func (p *parser) finish() error {
	for _, k := range p.current {
		if err := p.list.Functions[k].check(); err != nil {
			return p.errorAt(p.begin, "%v", err)
		}
	}
	p.current = nil
	return nil
}

// checks parses @HEADER[+HEADER…] ITEM…, with an item for each offset of the line.
func (p *parser) checks(offsets []offset, t []token) error {
	headers := strings.Split(t[0].text[1:], "+")
	if slices.Contains(headers, "") {
		return p.errorAt(t[0], "want @HEADER or @HEADER+HEADER")
	}
	items := t[1:]
	if len(items) != len(offsets) {
		return p.errorAt(t[0], "%d items after @HEADER, and %d offsets before it", len(items), len(offsets))
	}
	for k, item := range items {
		constant := strings.HasPrefix(item.text, "=") && len(item.text) > 1
		if item.text != "-" && !constant && !strings.Contains(item.text, ".") {
			return p.errorAt(item, "%q: want TYPE.MEMBER, =EXPRESSION or -", item.text)
		}
		if offsets[k].step < 0 && !constant && item.text != "-" {
			return p.errorAt(item, "%q: want =EXPRESSION or - for a number", item.text)
		}
		for _, f := range p.current {
			p.list.Checks = append(p.list.Checks, Check{Function: f, Field: offsets[k].field,
				Alternative: offsets[k].alternative, Step: offsets[k].step, Headers: headers, Item: item.text, Line: item.line})
		}
	}
	return nil
}
