package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/clipperhouse/displaywidth"

	"github.com/nrkit/nrkit/internal/hostile"
)

// hostileRuns is how many runs TestHostileNames makes.
const hostileRuns = 1500

// TestHostileNames runs every command on names that attack a terminal, Markdown and
// JSON, as names of whatever there is, and as names of files and arguments: there
// is nothing in standard output and standard error that is not printed, and no name begins a
// line.
//
// Commands that start programs are run with arguments that end them before: what
// the programs print is theirs.
func TestHostileNames(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	t.Setenv("XLA_FLAGS", "--x=\x1b[31m\u202e\n"+hostile.Forged)
	t.Setenv("CUDA_VISIBLE_DEVICES", "\x1b[31m")
	t.Chdir(t.TempDir())
	runs := map[string]int{}
	for seed := range uint64(hostileRuns) {
		n := &nest{t: t, rng: rand.New(rand.NewPCG(seed, 12)), dir: t.TempDir()}
		list := hostileCommands(n)
		args := list[seed%uint64(len(list))]()
		var stdout, stderr bytes.Buffer
		code := run(args, strings.NewReader(hostile.Name(n.rng)), &stdout, &stderr)
		runs[args[0]]++
		for _, out := range []struct{ name, text string }{{"stdout", stdout.String()}, {"stderr", stderr.String()}} {
			if exact(args) && out.name == "stdout" {
				continue
			}
			if bad := hostile.Unquoted(out.text); len(bad) > 0 {
				t.Errorf("%d: %q: %s, exit %d: %d unquoted, the first %s", seed, args, out.name, code, len(bad), bad[0])
			}
			if bad := hostile.ForgedLines(out.text); len(bad) > 0 && !slices.Contains(args, "--width=70") {
				t.Errorf("%d: %q: %s: a name begins the line %q", seed, args, out.name, bad[0])
			}
		}
		if slices.Contains(args, "--markdown") {
			if bad := hostile.Tables(stdout.String()); len(bad) > 0 {
				t.Errorf("%d: %q: a name has cells of its own: %q", seed, args, bad[0])
			}
		}
		if slices.Contains(args, "--width=70") && slices.Contains([]string{"phases", "diagnose", "compare", "hlo", "xla-log", "key", "run", "doctor"}, args[0]) {
			for line := range strings.Lines(stdout.String()) {
				if line = strings.TrimSuffix(line, "\n"); displaywidth.String(line) > 70 {
					t.Errorf("%d: %q: %d columns in %q", seed, args, displaywidth.String(line), line)
				}
			}
		}
		os.RemoveAll(n.dir)
	}
	t.Log(runs)
}

// exact reports whether standard output is a format that has names exactly; a
// terminal gets it with escapes, as TestHostileTerminal checks.
func exact(args []string) bool {
	return slices.Contains(args, "csv") || args[0] == "export" && slices.Contains(args, "json")
}

// hostileCommands returns what makes the arguments of one run, for every
// command, with the files that they take.
func hostileCommands(n *nest) []func() []string {
	// format returns one of the formats of reports.
	format := func() string { return []string{"--width=0", "--width=70", "--markdown", "--json"}[n.rng.IntN(4)] }
	name := func() string { return strings.ReplaceAll(hostile.Name(n.rng), "\x00", "") }
	with := func(command string, more ...func() string) func() []string {
		return func() []string {
			args := strings.Fields(command)
			for _, f := range more {
				args = append(args, f())
			}
			return args
		}
	}
	return []func() []string{
		with("phases", n.trace, format), with("phases", n.trace, format), with("phases", n.any, format),
		with("phases", n.trace, n.trace, format), with("phases --group-numbers", n.trace, format),
		with("phases --iterations", n.trace, format), with("phases --csv", n.trace), with("phases --steps 1-3", n.trace, format), with("phases --steps", name, n.trace),
		with("diagnose --xla-log", n.log, format), with("diagnose --analysis", n.analysis, format), with("startup compare", n.analysis, format),
		with("phases --domain", name, n.sqlite, format), with("phases --scope", name, n.xplane, format), with("phases --align", name, n.capture, n.capture),
		with("diagnose", n.trace, format), with("diagnose", n.any, format), with("diagnose", n.sqlite, format),
		with("diagnose", n.trace, func() string { return "--xla-log" }, n.log, func() string { return "--hlo" }, n.hlo, format),
		with("diagnose", n.trace, func() string { return "--analysis" }, n.analysis, format),
		with("compare", n.trace, n.trace, format), with("compare --force", n.capture, n.capture, format), with("compare", n.any, n.any, format),
		with("compare --force", n.bench, n.bench, format),
		with("stats", n.sqlite), with("stats --format json", n.sqlite), with("stats", n.any), with("stats --report nvtx_sum,cuda_gpu_kern_sum,nr_sync", n.sqlite),
		with("stats --format csv", n.sqlite), with("stats --report", name, n.sqlite),
		with("hlo", n.hlo, format), with("hlo", n.hlo, n.hlo, format), with("xla-log", n.log, format), with("xla-log", n.any, format), with("hlo", n.any),
		with("run --steps 3", n.circuit, format), with("run --steps 3", n.circuit, format), with("run", n.any), with("run rc --steps 2 --tran", name), with("run", name),
		with("export --format", name, n.trace), with("export -o", n.missing, n.trace), with("export --format nvtxt -o -", n.trace), with("export --format bench.txt -o -", n.trace),
		with("export --format csv -o -", n.trace), with("export --format json -o -", n.trace), with("export --format nrt -o", n.missing, n.any),
		with("view --no-browser --port", name, n.trace), with("view --no-browser", n.missing), with("view --no-browser", n.hlo),
		with("report -o", n.missing, n.trace), with("report -o -", n.trace), with("report -o", n.missing, n.any), with("view --offline --no-browser", n.missing),
		with("sweep", n.sweep), with("sweep", n.sweep, func() string { return "-o" }, n.missing, func() string { return "--" }, n.missing), with("sweep", n.any),
		with("startup --from", name, func() string { return "--" }, n.missing), with("startup --", n.missing), with("startup --cache-env", name, func() string { return "--" }, n.missing),
		with("record -o", n.missing, func() string { return "--" }, n.missing), with("record --recover", n.missing), with("record --gpu-telemetry", name, func() string { return "--" }, n.missing),
		with("nsys --nsys", n.missing, func() string { return "--" }, n.missing), with("nsys --import", n.missing), with("nsys --trace", name, func() string { return "--" }, n.missing),
		with("key", n.any, format), with("key", format), with("key explain", n.capture, n.capture), with("key explain", n.key, n.key, format), with("key explain", n.any, n.any), with("key --hash", name),
		with("help", name), with("", name, name), with("phases", func() string { return "--" + name() }), with("run", func() string { return "--sample=" + name() }),
		with("phases", n.trace, func() string { return "--width=" + name() }), with("completion", name), with("version", name), with("__complete phases", name), with("diagnose --fail-on", name, n.trace),
		with("doctor --output-dir", n.missing, format), with("run --list", name), with("stats --list", name),
	}
}
