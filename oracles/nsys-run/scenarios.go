//go:build linux

package main

import (
	"syscall"
	"time"
)

// A scenario is a run and what has to come of it.
type scenario struct {
	name    string
	flags   []string
	command []string // "target", "my target" and "nrprof" are those programs

	prepare   []string       // files that are there before, in the directory
	mount     string         // size of a file system over the directory of the output
	scratch   string         // size of one over that for temporary files
	shell     string         // runs "$@"
	interrupt syscall.Signal // sent when the target says "waiting"
	during    string         // not then, but when a program with this in its command line runs
	killNsys  bool           // nsys itself is killed then

	code   int
	says   string         // pattern in what is said on standard error
	leaves []string       // files, in order; others must not be there
	ranges map[string]int // ranges of each name that the export has
	engine bool           // they are those that the engine counted
	maybe  bool           // it ends so abruptly that nsys may not have taken over all of them
}

// whole are the files of a run with ranges. Whether there are calls of the
// operating system depends on how long they took.
var whole = []string{"out.md", "out.nsys-rep", "out.sqlite", keys, "out_nvtx_sum.csv"}

// silent are those of a run without ranges.
var silent = []string{"out.md", "out.nsys-rep", "out.sqlite", keys}

// counted are the ranges of target.c.
var counted = map[string]int{"step": 100, "iteration": 1000}

// inside are those of target.c where it crashes inside two of them.
var inside = map[string]int{"step": 100, "iteration": 1100, "transient": 1, "linear_solve": 1}

// What is mounted, in a namespace of its own, over the directory of the check,
// or over that for temporary files in it.
const (
	fullOutput  = "64k"  // less than a report has
	fullExport  = "300k" // the report fits, its export does not
	fullScratch = "4m"   // less than nsys records of nothing
)

// scenarios are the checks.
func scenarios() []scenario {
	return []scenario{
		{name: "engine", command: []string{"nrprof", "run", "ring", "--nvtx", "--steps", "2000", "--sample", "1", "--json"}, leaves: whole, engine: true},
		{
			name: "engine, range", flags: []string{"--capture", "nvtx=transient"},
			command: []string{"nrprof", "run", "ring", "--nvtx", "--steps", "2000", "--sample", "1", "--json"}, leaves: whole, engine: true,
		},
		{
			name: "engine, domain", flags: []string{"--capture", "nvtx=transient@nrkit"},
			command: []string{"nrprof", "run", "ring", "--nvtx", "--steps", "2000", "--sample", "1", "--json"}, leaves: whole, engine: true,
		},
		{name: "ends", command: []string{"target", "exit"}, leaves: whole, ranges: counted},
		{name: "crash at exit", command: []string{"target", "segv-exit"}, says: `139 \(segmentation fault\), and its report is complete`, leaves: silent, ranges: counted, maybe: true},
		{name: "crash, strict", flags: []string{"--strict"}, command: []string{"target", "segv-exit"}, code: 139, says: "139", leaves: silent, ranges: counted, maybe: true},
		{
			name: "crash inside", command: []string{"target", "segv-inside"}, code: 139,
			says: `139 \(segmentation fault\) while the NVTX range "(linear_solve|iteration)" was open, .* counted as a failure`, leaves: silent, ranges: inside, maybe: true,
		},
		{
			name: "range, crash inside", flags: []string{"--capture", "nvtx=transient"}, command: []string{"target", "segv-inside"}, code: 139,
			says: `139 \(segmentation fault\) while the NVTX range "(linear_solve|iteration)" was open, .* counted as a failure`, leaves: silent, ranges: inside, maybe: true,
		},
		{name: "space in the name", command: []string{"my target", "exit"}, leaves: whole, ranges: counted},
		{name: "_exit", command: []string{"target", "_exit"}, code: 3, leaves: silent, ranges: counted, maybe: true},
		{name: "target killed", command: []string{"target", "kill"}, code: 137, leaves: silent, ranges: counted, maybe: true},
		{
			name: "range, crash", flags: []string{"--capture", "nvtx=step"}, command: []string{"target", "segv-exit"},
			says: "139", leaves: whole, ranges: map[string]int{"step": 1, "iteration": 10},
		},
		{name: "no NVTX", command: []string{"target", "none", "exit"}, leaves: silent},
		{
			name: "no NVTX, range", flags: []string{"--capture", "nvtx=step"}, command: []string{"target", "none", "exit"},
			code: 1, says: `the target never began the range "step" of --capture: no report`,
		},
		{name: "no program", command: []string{"./nothing"}, code: 1, says: `\./nothing: no such program`},
		{name: "output exists", prepare: []string{"out.sqlite"}, command: []string{"target", "exit"}, code: 1, says: `out\.sqlite exists`, leaves: []string{"out.sqlite"}},
		{name: "keys exist", prepare: []string{keys}, command: []string{"target", "exit"}, code: 1, says: `out_key\.json exists`, leaves: []string{keys}},
		{name: "output replaced", flags: []string{"-f"}, prepare: []string{"out.sqlite", keys, "out_cuda_api_sum.csv"}, command: []string{"target", "exit"}, leaves: whole, ranges: counted},
		{name: "full disk, output", mount: fullOutput, command: []string{"target", "exit"}, code: 1, says: `no space left on device.*kept as /\S+\.qdstrm`},
		{name: "full disk, recording", scratch: fullScratch, command: []string{"target", "exit"}, code: 1, says: "no space left on device in .*/tmp, where nsys records: no report"},
		{name: "full disk, export", mount: fullExport, command: []string{"target", "exit"}, code: 1, says: `out\.nsys-rep exists, but its export failed: no space left on device`, leaves: []string{"out.nsys-rep"}},
		{name: "limit of file size", shell: `ulimit -f 2000; exec "$@"`, command: []string{"target", "exit"}, code: 1, says: "nsys could not write its recording|no space left"},
		{name: "interrupt", interrupt: syscall.SIGINT, command: []string{"target", "sleep"}, code: 130, says: "interrupted: nsys ends the target", leaves: whole, ranges: counted},
		{name: "hangup", interrupt: syscall.SIGHUP, command: []string{"target", "sleep"}, code: 130, says: "interrupted: nsys ends the target", leaves: whole, ranges: counted},
		{name: "interrupt, deaf target", flags: []string{"--grace", "5s"}, interrupt: syscall.SIGINT, command: []string{"target", "deaf"}, code: 130, leaves: whole, ranges: counted},
		{name: "interrupt, import", interrupt: syscall.SIGINT, during: "QdstrmImporter\x00-i\x00", command: []string{"target", "exit"}, code: 130, says: "interrupted: no report", leaves: []string{"out.qdstrm"}},
		{name: "interrupt, export", interrupt: syscall.SIGINT, during: "\x00export\x00", command: []string{"target", "exit"}, code: 130, says: "interrupted: no export of out.nsys-rep, no summary", leaves: []string{"out.nsys-rep"}},
		{name: "interrupt, replaced", flags: []string{"-f"}, prepare: []string{"out.nsys-rep", "out.sqlite", keys}, interrupt: syscall.SIGINT, during: "\x00export\x00", command: []string{"target", "exit"}, code: 130, says: "interrupted: no export of out.nsys-rep, no summary", leaves: []string{"out.nsys-rep"}},
		{name: "nsys killed", killNsys: true, command: []string{"target", "sleep"}, code: 1, says: `nsys was killed by signal 9 \(killed\): no report`},
		{name: "unread output", shell: `set -o pipefail; "$@" | true`, command: []string{"target", "exit"}, leaves: whole, ranges: counted},
	}
}

// limit bounds a run.
const limit = 60 * time.Second
