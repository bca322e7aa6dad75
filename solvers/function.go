package solvers

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Function is one row of a table: a symbol that is watched in some libraries.
type Function struct {
	Symbol  string // as the dynamic linker knows it; mangled for C++
	Library string // name of the library in output
	Soname  string // file name of the library; a * at its end stands for any rest, "" for any file
	Phase   Phase
	Layout  Layout
	Index   IndexType
	Value   ValueType
	Base    uint8 // number of the first row and column: 0 or 1
	Stack   uint8 // 8-byte words of arguments on the stack
	Flags   Flags

	// Expressions says where the fields of a call are. An expression for FieldIndex,
	// FieldValue, FieldLayout or FieldBase replaces the fixed value above.
	Expressions map[Field]Expression
}

// Flags are facts about a function.
type Flags uint16

// The flags.
const (
	FlagPointers       Flags = 1 << iota // arguments are pointers, as in Fortran
	FlagTransposed                       // the library receives rows where it says columns
	FlagOverwrites                       // the solution replaces the right-hand side
	FlagStatusReturned                   // the value that the function returns is the status
)

var flagNames = []string{"pointers", "transposed", "overwrites", "status-returned"}

// String returns the names of the flags in lists, with blanks between them.
func (f Flags) String() string {
	var names []string
	for k, n := range flagNames {
		if f&(1<<k) != 0 {
			names = append(names, n)
		}
	}
	if rest := f &^ (1<<len(flagNames) - 1); rest != 0 {
		names = append(names, fmt.Sprintf("flags %#x", uint16(rest)))
	}
	return strings.Join(names, " ")
}

func parseFlag(name string) (Flags, bool) {
	k := slices.Index(flagNames, name)
	return 1 << max(k, 0), k >= 0
}

// wrapStack is how many words of the stack a call of a wrapped function copies. Nobody
// declares the arguments of such a function.
const wrapStack = 32

// Wrap returns the row for SYMBOL=PHASE: a function that no list has. Its calls have a
// phase and no fields. An error for an unknown phase lists the phases.
func Wrap(definition string) (Function, error) {
	symbol, name, ok := cutLast(definition, "=")
	if !ok || symbol == "" || name == "" || strings.ContainsAny(symbol, " \t\n\x00") {
		return Function{}, fmt.Errorf("%q: want SYMBOL=PHASE", definition)
	}
	phase, err := ParsePhase(name)
	if err != nil {
		return Function{}, fmt.Errorf("%q: %w", definition, err)
	}
	return Function{Symbol: symbol, Library: "wrap", Phase: phase, Stack: wrapStack,
		Expressions: map[Field]Expression{}}, nil
}

func cutLast(s, sep string) (before, after string, found bool) {
	if k := strings.LastIndex(s, sep); k >= 0 {
		return s[:k], s[k+len(sep):], true
	}
	return s, "", false
}

// Matches reports whether the function is watched in a library with this file name,
// without folders.
func (f Function) Matches(file string) bool {
	if prefix, ok := strings.CutSuffix(f.Soname, "*"); ok {
		return strings.HasPrefix(file, prefix)
	}
	return f.Soname == "" || f.Soname == file
}

// Fields returns the fields of the function in order.
func (f Function) Fields() []Field {
	return slices.Sorted(maps.Keys(f.Expressions))
}

// check returns an error if a table cannot hold the function, or if a call through it
// would be wrong.
func (f Function) check() error {
	switch {
	case f.Symbol == "":
		return fmt.Errorf("a function has no symbol")
	case !f.Phase.valid():
		return fmt.Errorf("%s: %v is not a phase", f.Symbol, f.Phase)
	case int(f.Layout) >= len(layoutNames):
		return fmt.Errorf("%s: %v is not a layout", f.Symbol, f.Layout)
	case int(f.Index) >= len(indexNames):
		return fmt.Errorf("%s: %v is not an index type", f.Symbol, f.Index)
	case int(f.Value) >= len(valueNames):
		return fmt.Errorf("%s: %v is not a value type", f.Symbol, f.Value)
	case f.Base > 1:
		return fmt.Errorf("%s: base %d, want 0 or 1", f.Symbol, f.Base)
	case f.Flags>>len(flagNames) != 0:
		return fmt.Errorf("%s: unknown %v", f.Symbol, f.Flags)
	case strings.Contains(strings.TrimSuffix(f.Soname, "*"), "*"):
		return fmt.Errorf("%s: soname %q has a * that is not at its end", f.Symbol, f.Soname)
	case strings.ContainsRune(f.Symbol+f.Library+f.Soname, 0):
		return fmt.Errorf("%q: a name has a NUL byte", f.Symbol)
	}
	for _, field := range f.Fields() {
		if err := f.checkExpression(field); err != nil {
			return fmt.Errorf("%s: field %v: %w", f.Symbol, field, err)
		}
	}
	return nil
}

func (f Function) checkExpression(field Field) error {
	if field >= fields || fieldNames[field] == "" {
		return fmt.Errorf("unknown")
	}
	alternatives := f.Expressions[field].Alternatives()
	if len(alternatives) > maxAlternatives {
		return fmt.Errorf("%d alternatives, want at most %d", len(alternatives), maxAlternatives)
	}
	for _, e := range alternatives {
		if err := e.check(int(f.Stack)); err != nil {
			return err
		}
		if (e.Base == BaseReturn || e.Base == BaseFloatReturn) && !field.after() {
			return fmt.Errorf("%s is evaluated before the call returns", e.term())
		}
	}
	return nil
}

// check checks a term, for a function with so many words of arguments on the stack.
func (e Expression) check(stack int) error {
	switch {
	case e.Base < BaseArgument || e.Base > BaseFloatReturn:
		return fmt.Errorf("unknown base %d", e.Base)
	case len(e.Steps) > maxSteps || len(e.Maps) > maxMaps:
		return fmt.Errorf("%d steps and %d maps, want at most %d and %d", len(e.Steps), len(e.Maps), maxSteps, maxMaps)
	case e.Base == BaseArgument && int(e.K) >= registerArguments+stack:
		return fmt.Errorf("argument a%d is beyond the %d words of the stack: want stack = %d or more",
			e.K, stack, int(e.K)-registerArguments+1)
	case e.Guard && e.Otherwise == nil:
		return fmt.Errorf("%s guards nothing", e.term())
	case e.Base == BaseConstant && e.Scale != 0, e.Base != BaseConstant && e.Constant != 0:
		return fmt.Errorf("%s has both a number and a factor", e.term())
	}
	for _, step := range e.Steps {
		if step.Type < LoadI32 || int(step.Type) >= len(loadNames) {
			return fmt.Errorf("unknown %v", step.Type)
		}
	}
	return nil
}

// registerArguments is how many integer arguments are in registers (System V, amd64).
const registerArguments = 6
