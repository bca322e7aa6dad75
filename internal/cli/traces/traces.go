package traces

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/merge"
	"github.com/nrkit/nrkit/internal/nsys/keys"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/input"
	"github.com/nrkit/nrkit/xla/phases"
)

// Flags are the flags of commands that read traces.
type Flags struct {
	align    string
	domains  []string
	noScopes bool
	scopes   []string // SEGMENT=PHASE

	// More are values of --align that the command itself understands, such as
	// iteration: Method returns them.
	More []string

	// GroupNumbers gives ranges of the program whose names differ in numbers alone
	// one name, as [trace.GroupNumbers] does. It is a flag of some commands alone:
	// Register does not add it.
	GroupNumbers bool
}

// Register adds the flags to cmd.
func (f *Flags) Register(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVar(&f.align, "align", "auto", "align the clocks of several files by `METHOD`: wall, start, end:RANGE or begin:RANGE; auto means wall if all files have their start time, otherwise start")
	_ = cmd.RegisterFlagCompletionFunc("align", cobra.FixedCompletions([]string{"wall", "start", "end:", "begin:"}, cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveNoSpace))
	f.RegisterNames(cmd)
}

// RegisterNames adds only the flags that say which names ranges have.
func (f *Flags) RegisterNames(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringArrayVar(&f.domains, "domain", nil, "take the ranges of the NVTX domain `NAME` as phases, without the domain in their names; may be given several times")
	fl.StringArrayVar(&f.scopes, "scope", nil, "count operations of XLA whose op_name has SEGMENT under PHASE, as `SEGMENT=PHASE`; segments such as nr_build_system count as before; may be given several times")
	fl.BoolVar(&f.noScopes, "no-scopes", false, "make no phases from the op_name of operations of XLA")
}

// method returns what --align says.
func (f *Flags) method() (merge.Options, error) {
	if o, ok := merge.Parse(f.align); ok {
		return o, nil
	}
	return merge.Options{}, cli.Unknown("--align", f.align, append(merge.Methods(), f.More...))
}

// Method returns the value of --align.
func (f *Flags) Method() string { return f.align }

// addTo adds what the flags say to the options of the program.
func (f *Flags) addTo(o *input.Options) error {
	if slices.Contains(f.domains, "") {
		return cli.Usage("--domain: want the name of a domain", "ranges of the default domain have no domain in their names")
	}
	if f.noScopes && len(f.scopes) > 0 {
		return cli.Usagef("--scope and --no-scopes exclude each other")
	}
	scopes, err := phases.ParseTable(f.scopes)
	if err != nil {
		return cli.Usagef("--scope: %v", err)
	}
	o.Domains, o.Scopes, o.NoScopes = f.domains, scopes, f.noScopes
	if f.GroupNumbers {
		o.Rename = trace.GroupNumbers
	}
	return nil
}

// Help says what the commands that read traces take.
func Help() string {
	var list strings.Builder
	for _, f := range input.Formats() {
		list.WriteString("  " + f.String())
		if f.Packed {
			list.WriteString(", also compressed with gzip")
		}
		if f.Needs != "" {
			list.WriteString(", which needs " + f.Needs)
		}
		list.WriteString("\n")
	}
	return `FILE is a trace of one of these formats; - is standard input. The first bytes of a
file say what it is. If they do not, its name does.

` + list.String() + `
For an export of more than about 100 MB, the folder that TMPDIR names (default /tmp)
needs up to four times the size of the export, for a temporary file.

Several files become one trace. Each file is one rank, numbered by its label rank if
all these labels differ, otherwise by its position on the command line. --align
aligns the clocks of the files:

  wall         by the time of day at which each file started
  start        as if all files started at the same time
  end:RANGE    as if RANGE ended at the same time in all files
  begin:RANGE  as if RANGE began at the same time in all files`
}

// Options returns how a program reads traces.
func Options(p *cli.Program) input.Options {
	return input.Options{Stdin: p.Stdin, Context: p.Ctx, TempDir: p.TempDir, Identify: keys.Identify}
}

// Open reads a trace, with the phases of operations of XLA.
func Open(p *cli.Program, cmd *cobra.Command, path string) (*input.File, error) {
	o := Options(p)
	over := reading(p, &o)
	f, err := input.OpenFile(path, o)
	over()
	return f, Error(cmd, []string{path}, err)
}

// Options returns how a program reads traces, with what the flags say of names.
func (f *Flags) Options(p *cli.Program) (input.Options, error) {
	o := Options(p)
	return o, f.addTo(&o)
}

// Alignment returns what --align says.
func (f *Flags) Alignment() (input.Alignment, error) { return f.method() }

// Common says whether the clocks become one by common ranges.
func (f *Flags) Common() bool {
	o, _ := merge.Parse(f.align)
	return o.Align == merge.End || o.Align == merge.Begin
}

// Names says whether a flag asks for other names of ranges.
func (f *Flags) Names() bool {
	return len(f.domains) > 0 || len(f.scopes) > 0 || f.noScopes || f.GroupNumbers
}

// Open reads traces and puts them into one.
func (f *Flags) Open(p *cli.Program, cmd *cobra.Command, paths []string) (*input.Set, error) {
	align, err := f.method()
	if err != nil {
		return nil, err
	}
	o, err := f.Options(p)
	if err != nil {
		return nil, err
	}
	over := reading(p, &o)
	s, err := input.OpenAll(paths, o, align)
	over()
	return s, Error(cmd, paths, err)
}

// OpenRun reads the trace of one run, whatever --align says.
func (f *Flags) OpenRun(p *cli.Program, cmd *cobra.Command, path string) (*input.Set, error) {
	o, err := f.Options(p)
	if err != nil {
		return nil, err
	}
	over := reading(p, &o)
	s, err := input.OpenAll([]string{path}, o, merge.Options{})
	over()
	return s, Error(cmd, []string{path}, err)
}

// Error gives an error of reading files its hint.
func Error(cmd *cobra.Command, paths []string, err error) error {
	var failure *input.Failure
	var document *input.DocumentError
	switch {
	case errors.As(err, &failure):
		return cli.WithHint(err, failure.Hint)
	case errors.As(err, &document):
		return cli.WithHint(err, documentHint(cmd, document.Schema))
	}
	return cli.FileError(cmd, paths, err)
}

// documentHint says what to give in the place of a document of ours.
func documentHint(cmd *cobra.Command, schema string) string {
	hint := "give the capture from which the document was made"
	if schema == "run/v1" {
		hint = "give the capture, which nrprof run -o FILE.nrt writes"
	}
	if flag, ok := map[string]string{"run/v1": "run", "analyze/v1": "analysis"}[schema]; ok && cmd.Flags().Lookup(flag) != nil {
		hint += "; --" + flag + " takes the document in addition"
	}
	return hint
}
