package matrix

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/prediction"
)

// optionNames returns the names of the options: flags of analyze, without dashes. Those
// that are switches have the value yes.
func optionNames() []string {
	return []string{"ordering", "exact", "matching", "levels", "machine", "lenient", "variable", "drop-zeros"}
}

// defaultMachine is the machine for which times are predicted: a browser does not say
// which processor it runs on.
const defaultMachine = "generic"

// machine returns the name of the machine of the options.
func machine(options map[string]string) string { return cmp.Or(options["machine"], defaultMachine) }

// flags returns the options that are set, as arguments of analyze.
func flags(options map[string]string) []string {
	var args []string
	for _, name := range optionNames() {
		switch value := options[name]; {
		case name == "machine":
			args = append(args, "--machine", machine(options))
		case value == "":
		case name == "lenient" || name == "drop-zeros":
			args = append(args, "--"+name)
		default:
			args = append(args, "--"+name, value)
		}
	}
	return args
}

// analysisOptions returns the options of an analysis. An error says which option has a
// wrong value: a link may have been written by hand.
func analysisOptions(options map[string]string) (analysis.Options, error) {
	opt := analysis.Options{
		Matching: options["matching"], LULevels: options["levels"] != "", DropZeros: options["drop-zeros"] != "",
		Factorizations: analysis.DefaultFactorizations, Solves: analysis.DefaultSolves, Keep: true,
	}
	for _, name := range slices.Sorted(maps.Keys(options)) {
		if !slices.Contains(optionNames(), name) {
			return opt, fmt.Errorf("unknown option %q, want %s", name, strings.Join(optionNames(), ", "))
		}
	}
	for name, known := range map[string][]string{"matching": analysis.Matchings(), "levels": {"lu"}, "machine": prediction.ShippedNames(), "lenient": {"yes"}, "drop-zeros": {"yes"}} {
		if value := options[name]; value != "" && !slices.Contains(known, value) {
			return opt, fmt.Errorf("%s: want %s, got %q", name, strings.Join(known, ", "), value)
		}
	}
	opt.Machine, _ = prediction.Shipped(machine(options)) // is one of the names
	var err error
	if opt.Orderings, err = methods("ordering", options["ordering"], analysis.BestOf, "all"); err != nil {
		return opt, err
	}
	if opt.Exact, err = methods("exact", options["exact"], "best", "all", "none"); err != nil {
		return opt, err
	}
	if slices.Contains(opt.Exact, "none") && len(opt.Exact) > 1 {
		return opt, fmt.Errorf("exact: none excludes other names, got %s", options["exact"])
	}
	return opt, nil
}

// methods returns the names of orderings in a list with commas, in which the given
// words may be, too.
func methods(option, list string, words ...string) ([]string, error) {
	if list == "" {
		return nil, nil
	}
	known := append(analysis.Methods(), words...)
	names := strings.Split(list, ",")
	for _, name := range names {
		if !slices.Contains(known, name) && !analysis.Known(name) {
			return nil, fmt.Errorf("%s: unknown ordering %q, want %s", option, name, strings.Join(known, ", "))
		}
	}
	return names, nil
}
