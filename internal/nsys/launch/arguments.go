package launch

import (
	"fmt"
	"slices"
	"strings"
)

// A Choice says what nsys is asked to record.
type Choice struct {
	Trace   string // APIs, separated by commas; "" for the APIs of a capture of phases
	Sample  string // process-tree, system-wide, none; "" for none
	Capture Capture
	Graph   string   // graph or node: how CUDA graphs are traced; "" for the choice of nsys
	Args    []string // further arguments of nsys profile, which replace arguments of the same option
}

// DefaultTrace are the APIs of a capture of phases. CUDA is always among them:
// where there is no driver nsys records the rest and says nothing.
const DefaultTrace = "cuda,nvtx,osrt"

// reserved are the options that decide where the report goes.
var reserved = []string{"output", "force-overwrite"}

// Check returns the mistake in the further arguments.
func (c Choice) Check() error {
	for _, arg := range c.Args {
		if name := (Help{}).name(arg); slices.Contains(reserved, name) {
			return fmt.Errorf("got %s for nsys, want -o and -f of nrprof: nsys writes to another file if the file exists", arg)
		}
	}
	return nil
}

// EndsTarget reports whether the further arguments may have nsys end the target,
// after some time or at the end of a capture: it sends SIGTERM then.
func (c Choice) EndsTarget() bool {
	return slices.ContainsFunc(c.Args, func(arg string) bool {
		return slices.Contains([]string{"duration", "kill", "capture-range-end", "stop-on-range-end"}, (Help{}).name(arg))
	})
}

// arguments returns the arguments of nsys up to the command, with notes about
// what this version of nsys does not know and is left out. env are settings of
// the target's environment, A=B, without commas.
//
// The session has a name of its own: nsys would name it after the program, and
// does not find it again where that name has a space.
func (c Choice) arguments(h Help, output, session string, env []string) (args, notes []string) {
	b := &builder{help: h, given: map[string]bool{}}
	for _, arg := range c.Args {
		if name := h.name(arg); name != "" {
			b.given[name] = true
		}
	}
	b.trace(c.Trace)
	sample := c.Sample
	if sample == "" {
		sample = "none"
	}
	b.option("sample", sample)
	if sample == "none" {
		b.option("cpuctxsw", "none")
	}
	env = append(b.capture(c.Capture), env...)
	if c.Graph != "" {
		b.option("cuda-graph-trace", c.Graph)
	}
	rest, merged := mergeEnv(h, c.Args, env)
	if !merged && len(env) > 0 {
		b.option("env-var", strings.Join(env, ","))
	}
	if h.Knows("session-new") {
		b.option("session-new", session)
	}
	b.option("output", strings.ReplaceAll(output, "%", "%%"))
	b.option("force-overwrite", "true")
	return append(append([]string{"profile"}, b.args...), rest...), b.notes
}

// A builder collects arguments.
type builder struct {
	help        Help
	given       map[string]bool // options that the user sets
	args, notes []string
}

// option adds an option unless the user sets it or nsys does not know it.
func (b *builder) option(name, value string) {
	switch {
	case b.given[name]:
	case !b.help.Knows(name):
		b.notes = append(b.notes, fmt.Sprintf("this nsys has no option --%s: option omitted", name))
	default:
		b.args = append(b.args, "--"+name+"="+value)
	}
}

// trace adds the APIs to trace; of the default those that nsys knows.
func (b *builder) trace(list string) {
	if list == "" {
		var known []string
		for _, api := range strings.Split(DefaultTrace, ",") {
			if b.help.Takes("trace", api) {
				known = append(known, api)
			} else {
				b.notes = append(b.notes, fmt.Sprintf("this nsys does not trace %s: omitted", api))
			}
		}
		list = strings.Join(known, ",")
	}
	b.option("trace", list)
}

// capture adds the part of the run to record and returns what the environment
// of the target needs for it.
//
// At the end of the range nsys stops recording and leaves the target alone; by
// default it would end the target, and report that as status 143. Of names
// that are not registered as strings nsys takes notice only when told so.
func (b *builder) capture(c Capture) (env []string) {
	switch c.Kind {
	case CaptureAll:
		return nil
	case CaptureRange:
		b.option("capture-range", "nvtx")
		b.option("nvtx-capture", c.nvtx())
		env = []string{"NSYS_NVTX_PROFILER_REGISTER_ONLY=0"}
	case CaptureProfilerAPI:
		b.option("capture-range", "cudaProfilerApi")
	}
	b.option("capture-range-end", "stop")
	return env
}

// mergeEnv adds settings to the option of the user that sets some, since nsys
// takes that option once. They go before those of the user: 2022.4 refuses some
// lists that start with a name of one letter.
func mergeEnv(h Help, args, env []string) (merged []string, found bool) {
	merged = slices.Clone(args)
	for k, arg := range merged {
		if len(env) == 0 || h.name(arg) != "env-var" {
			continue
		}
		ours := strings.Join(env, ",") + ","
		switch name, value, inline := strings.Cut(arg, "="); {
		case strings.HasPrefix(arg, "--") && inline:
			merged[k] = name + "=" + ours + value
		case !strings.HasPrefix(arg, "--") && len(arg) > 2:
			merged[k] = arg[:2] + ours + arg[2:]
		case k+1 < len(merged):
			merged[k+1] = ours + merged[k+1]
		}
		return merged, true
	}
	return merged, false
}
