package circuit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/newton/netlist"
)

// params are the values of a model's parameters: those given, else defaults.
type params struct {
	v     map[string]float64
	given map[string]bool
}

// parameters returns what a model gives over what it defaults to. A parameter
// that is neither understood nor silent is an error: to ignore one is to
// simulate something else.
func parameters(m *netlist.Model, defaults map[string]float64, aliases map[string]string, silent []string) (params, error) {
	p := params{make(map[string]float64, len(defaults)), map[string]bool{}}
	for name, v := range defaults {
		p.v[name] = v
	}
	for _, given := range sortedNames(m) {
		name := given
		if other, ok := aliases[name]; ok {
			name = other
		}
		if slices.Contains(silent, name) {
			continue
		}
		if _, ok := defaults[name]; !ok {
			return p, modelError(m, "parameter %s is not supported", given)
		}
		if p.given[name] {
			return p, modelError(m, "parameter %s is given twice, possibly under an alias", given)
		}
		p.v[name], p.given[name] = m.Param[given], true
	}
	return p, nil
}

// A parameter is a model parameter that is understood.
type parameter struct {
	name  string
	value float64 // default
	unit  string
	says  string
}

// readParameters is parameters for a table, of a model that may have any of levels.
func readParameters(m *netlist.Model, table []parameter, aliases map[string]string, silent []string, levels ...float64) (params, error) {
	if level, ok := m.Param["level"]; ok && !slices.Contains(levels, level) {
		name := netlist.Equations(m.Type, level)
		if name != "" {
			name = " (" + name + ")"
		}
		return params{}, modelError(m, "level %g%s is not supported, want %s", level, name, strings.Trim(fmt.Sprint(levels), "[]"))
	}
	defaults := make(map[string]float64, len(table))
	for _, q := range table {
		defaults[q.name] = q.value
	}
	return parameters(m, defaults, aliases, silent)
}

// valueOr returns a parameter of an instance, or otherwise.
func valueOr(e *netlist.Element, name string, otherwise float64) float64 {
	if v, ok := e.Param(name); ok {
		return v
	}
	return otherwise
}

// sortedNames returns the names of the parameters of m in order, so that the
// first error is always the same.
func sortedNames(m *netlist.Model) []string {
	names := make([]string, 0, len(m.Param))
	for name := range m.Param {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
