/*
Nrprof measures where the time of a Newton-Raphson solver goes. It solves circuits
with every phase timed, records other programs, and reads, converts, compares and
shows their traces.

	nrprof COMMAND [ARG...] [flags]

Flags may stand anywhere on the line. nrprof COMMAND --help lists the flags of a
command, and says what the command reads and writes. docs/nrprof.md says more of
runs, captures and outputs; docs/README.md lists the pages about each command.

# Commands

	compare          compare two sets of runs: what became faster, and what slower
	completion       Generate the autocompletion script for the specified shell
	diagnose         find what is wrong with a run, with evidence and cost
	doctor           list which tools are installed, and how to install the missing ones
	export           convert a trace to another format, or several traces to one
	hlo              count the operations, loops and launches of an XLA program
	key              print what a run on this machine depends on
	key explain      list the parts in which two keys differ, and what each difference affects
	mcp              serve analyses to an assistant, by the Model Context Protocol
	merge            add up summaries
	nsys             run a program under Nsight Systems, and summarise the report
	phases           print the table of phases of a trace
	record           record the NVTX ranges and solver calls of a program
	report           write one HTML page with findings, timeline and tables
	run              solve a circuit, and measure where the time goes
	slurm            add up captures on the nodes of a cluster, with Slurm
	startup          measure the time before and in the first runs of a program
	startup compare  compare the start-up times of several programs in one table
	stats            print the reports of nsys stats, without Nsight Systems
	summarize        add up captures to a small file that adds up further
	sweep            run a command under several configurations, and compare the runs
	version          print the version of this program
	view             show a trace in the Perfetto UI, or offline
	xla-log          list what logs of XLA and JAX say about compilation and command buffers

# Built-in circuits

	$ nrprof run
	rc      RC low pass driven by a pulse train: 3 unknowns, a million steps
	graetz  full-wave rectifier: 9 unknowns, a million steps
	mul     diode voltage multiplier: 10 unknowns, half a million steps
	ring    ring oscillator of nine CMOS inverters: 11 unknowns
	c6288   16×16 array multiplier of ISCAS-85 in CMOS: 5156 unknowns
	mulN    N×N array multiplier of the same kind, N from 2 to 128: mul8, mul64

# Results and messages

The result goes to standard output. Errors, warnings and hints go to standard error.
If a command fails, it prints nothing on standard output, unless a run came so far
that there is a report. Each command with --json prints the JSON Schema of its
document with --json-schema.

	$ nrprof run c628
	nrprof: error: c628: no such circuit, want rc, graetz, mul, ring, c6288, mulN or a file
	hint: did you mean c6288?
	exit 1
	$ nrprof phases nothing.nrt --wdith 80
	nrprof: error: unknown flag: --wdith
	hint: did you mean --width?
	exit 2

# Exit codes

	0    the command succeeded
	1    the command failed
	2    the command line has a mistake
	3    a threshold that the command line gives is crossed
	130  the command was interrupted

The commands nsys and record end with the exit code of the program that they run.

# Environment

	NSYS                 the nsys that runs programs and reads reports
	PATH                 where nsys is otherwise looked for
	NVTX_INJECTION64_PATH
	                     the tool that nrprof run --nvtx shows its ranges to
	CC                   the C compiler that nrprof record may need
	TMPDIR               the folder for temporary files (default /tmp)
	GITHUB_STEP_SUMMARY  the file to which nrprof nsys adds its summary
*/
package main

import (
	"os"

	"github.com/nrkit/nrkit/internal/childusage"
	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/trace/nvtx"
)

// main ends by nvtx.Exit, since a tool that watches would lose its last events
// in os.Exit.
func main() {
	childusage.Main()
	reports.DropCaches()
	nvtx.Exit(run(os.Args[1:], os.Stdin, cli.Stdout(), os.Stderr))
}
