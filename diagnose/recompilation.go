package diagnose

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/xla/log/jaxlog"
)

// recompilation finds functions that are compiled again and again.
func recompilation() Rule {
	return Rule{
		ID:      "recompilation-per-run",
		Meaning: "A function is compiled again during one run, for example because shapes of its arguments change",
		Needs:   "a log of JAX (--jax-log, JAX_LOG_COMPILES=1), or ranges of XLA in the trace (domain TSL)",
		Parts:   []Part{PartJAX},
		Check:   checkRecompilation,
	}
}

// A compiledAgain is a function, or module, that was compiled several times.
type compiledAgain struct {
	name    string
	times   int64 // beyond the first
	ns      int64 // of these
	changed int64 // of them with other types of arguments than the time before
	example string
}

func checkRecompilation(in *Input) Outcome {
	if in.JAX != nil && in.JAX.Messages > 0 {
		return in.recompiled(in.loggedAgain(), in.JAXSource+": xlalog/v1 .files[].jax.functions[]", true)
	}
	list, known := in.tracedCompilations()
	if !known {
		return Abstain("there is no log of JAX (--jax-log), and the trace has no ranges of XLA")
	}
	return in.recompiled(again(list), in.Source+": ranges XlaCompile (domain TSL)", false)
}

// recompiled says what the functions mean that were compiled again.
func (in *Input) recompiled(list []compiledAgain, source string, logged bool) Outcome {
	slices.SortFunc(list, func(a, b compiledAgain) int {
		return cmp.Or(-cmp.Compare(a.ns, b.ns), cmp.Compare(a.name, b.name))
	})
	var sum compiledAgain
	for _, c := range list {
		sum.times, sum.ns, sum.changed = sum.times+c.times, sum.ns+c.ns, sum.changed+c.changed
	}
	if in.small(sum.ns) {
		return Clear(fmt.Sprintf("compiling functions again took %s, %s", units.Duration(sum.ns), in.shareText(sum.ns)))
	}
	worst := list[0]
	f := Finding{Severity: in.losing(), Cost: in.saving(sum.ns),
		Title: fmt.Sprintf("%s compiled again, for %s in total; %s took the longest", units.Plural(len(list), "function")+" "+was(len(list)), units.Duration(sum.ns), worst.name),
		Evidence: []Evidence{
			{Text: "compilations of functions whose name had been compiled before", Value: float64(sum.times), Unit: "compilations", Source: source},
			{Text: "time of these compilations", Value: float64(sum.ns), Unit: UnitNS, Source: source},
			{Text: "compilations of " + worst.name + " after its first compilation", Value: float64(worst.times), Unit: "compilations", Source: source},
		}}
	if logged {
		text := "part of these compilations with other argument types than the previous compilation"
		if worst.example != "" {
			text += ", such as " + worst.example
		}
		f.Evidence = append(f.Evidence, Evidence{Text: text, Value: float64(sum.changed), Unit: "compilations", Source: in.JAXSource + ": xlalog/v1 .files[].jax.compilations[].changed"})
	}
	f.Try = []string{
		"keep shapes constant: pad arrays to a few sizes, and pass numbers that vary as arrays, not as static arguments",
		"create functions once: jax.jit of a lambda or partial inside a loop makes a new function each time",
		"run with JAX_EXPLAIN_CACHE_MISSES=1, which reports what differs; functions of the same name count as one function",
	}
	return Found(f)
}

// was returns the verb of n things.
func was(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

// loggedAgain returns the functions that a log of JAX has recompilations of.
func (in *Input) loggedAgain() []compiledAgain {
	var list []compiledAgain
	for _, fn := range in.JAX.Functions {
		if fn.Recompilation.Count == 0 {
			continue
		}
		c := compiledAgain{name: fn.Name, times: fn.Recompilation.Count, ns: fn.Recompilation.NS}
		for _, x := range in.JAX.Compilations {
			if x.Function == fn.Name && x.Class == jaxlog.Recompilation && x.ChangedCount > 0 {
				c.changed++
				if c.example == "" && len(x.Changed) > 0 {
					c.example = fmt.Sprintf("%s instead of %s", orNone(x.Changed[0].Now), orNone(x.Changed[0].Before))
				}
			}
		}
		list = append(list, c)
	}
	return list
}

// orNone names a type that may be missing.
func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}

// again returns the modules that were compiled more than once, those without a
// name left out.
func again(list []compilation) []compiledAgain {
	byName := map[string]*compiledAgain{}
	for _, c := range list {
		name := strings.TrimPrefix(c.name, "jit_")
		switch known := byName[name]; {
		case name == "":
		case known == nil:
			byName[name] = &compiledAgain{name: name}
		default:
			known.times++
			known.ns += c.End - c.Start
		}
	}
	var some []compiledAgain
	for _, c := range byName {
		if c.times > 0 {
			some = append(some, *c)
		}
	}
	return some
}
