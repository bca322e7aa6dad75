/*
Nrprof says where the time of a Newton-Raphson solver goes: it solves circuits
with every phase timed, and reads, converts and shows captures.

	nrprof run [CIRCUIT|FILE.cir] [flags]
	nrprof record [flags] -- COMMAND [ARG...]
	nrprof nsys [flags] -- COMMAND [ARG...]
	nrprof stats FILE.sqlite [flags]
	nrprof doctor [flags]
	nrprof phases FILE... [flags]
	nrprof export FILE... -o OUT [flags]
	nrprof view FILE... [flags]
	nrprof compare OLD NEW [flags]
	nrprof sweep FILE.yaml [flags] -- COMMAND [ARG...]
	nrprof startup [flags] -- COMMAND [ARG...]
	nrprof diagnose FILE... [flags]
	nrprof xla-log FILE... [flags]
	nrprof hlo FILE... [flags]
	nrprof key [FILE...] [flags]
	nrprof key explain OLD NEW [flags]
	nrprof completion bash|zsh|fish|powershell
	nrprof version

Flags may stand anywhere on the line; nrprof COMMAND --help lists them. Each
command that has --json prints the JSON Schema of its document with --json-schema.

# Running a circuit

Run takes a built-in circuit or a netlist in the language of SPICE. A name with
a dot or a separator in it is a file.

	$ nrprof run
	rc      RC low pass driven by a pulse train: 3 unknowns, a million steps
	graetz  full-wave rectifier: 9 unknowns, a million steps
	mul     diode voltage multiplier: 10 unknowns, half a million steps
	ring    ring oscillator of nine CMOS inverters: 11 unknowns
	c6288   16×16 array multiplier of ISCAS-85 in CMOS: 5156 unknowns
	mulN    N×N array multiplier of the same kind, N from 2 to 128: mul8, mul64

It prints a report: what was run and what came of it, the phases as a tree, what
the evaluation of each model costs, how many iterations the time steps took and
which unknowns kept them from ending, the factors, and a verdict.

	nrprof run c6288
	nrprof run amplifier.cir --tran 1u,5m --method gear --waveform out.csv

--tran replaces the analysis of the netlist, --op finds the operating point
alone, --steps ends early. --ordering chooses that of the linear solver. --json
prints one document of schema run/v1, which docs/formats.md describes.

Calls, totals, shares and means are of the whole run: the mean times the calls is
the total. Median and p99 are of the steady regime alone. It is without the first
time step, which factors anew, without the steps until their time settles, and
without the steps in which other programs took the processor.

# What timing costs

A range costs some 50 ns. Every time step is timed from 500 unknowns on, where
that is less than 1 % of the time; of smaller circuits one step of 64, chosen at
random, which costs less than 2 % of ring and mul, and 7 % of rc, whose steps take
0.4 µs. Totals are estimates then, marked with ≈, and shares have their standard
error. Counts are always exact. --sample chooses otherwise: off, 1, 1/N. Time steps
in which other programs took the processor are reported, and no estimate is made
from them. If every step is timed, totals and shares contain the time that other
programs took. If the run took more than 1.1 times its CPU time, a warning says that
the machine was busy.

# Nsight Systems

	nsys profile -t nvtx nrprof run ring --nvtx

With --nvtx every phase is an NVTX range of domain nrkit, pushed and popped as it
happens, of every time step whatever --sample says; iterations and time steps
have their number as payload. The report counts the ranges. What nsys is to
capture can be told it by name, --capture-range=nvtx with
--nvtx-capture=transient@nrkit. Where no tool watches, --nvtx does nothing, and -v
says so. docs/nvtx.md says more.

# Other programs

	nrprof record -o sim.nrt -- ./simulator deck.cir
	nrprof nsys -o sim -- ./simulator deck.cir

Record captures the NVTX ranges of any program and its children into a capture,
without Nsight Systems: the program loads a small library instead, which is a part
of nrprof. What was captured stays when the program is killed, and what a full disk
has no room for is counted. docs/nvtx-record.md says more.

Nsys runs a program under Nsight Systems, where that is installed, and leaves its
report, the SQLite export, CSV files of the reports that matter for a solver, and
a summary in Markdown: all of them or none. The program's exit code becomes ours.
docs/nsys-run.md says more. Doctor says what is installed, what is missing, and
what installs it.

# Reports of Nsight Systems

Stats prints the reports of nsys stats from an SQLite export, without Nsight
Systems, under their names of 2022 and of today, and two of its own:
nr_iteration_gpu says what GPUs did in each iteration, nr_sync which calls waited
for GPUs and in which ranges. --list lists them; docs/nsys.md says more.

	$ nrprof stats testdata/nsys/newton.sqlite --report nr_sync --format csv
	Total Time (ns),Calls,Avg (ns),Max (ns),Scalar Reads,Scalar Time (ns),PID,API Name,Range Path
	1913400,6,318900.0,318900,6,1913400,4242,cuStreamSynchronize,nrkit:transient/nrkit:timestep/nrkit:nr_iteration/nrkit:convergence

# Captures

With -o NAME.nrt the capture stays. It is there before anything else happens and
can be read at any time, also after the program was killed. With another name it
is exported to the format of the name when the run ends.

An interrupted run ends with what it has: the report, the capture, and the
waveform up to there. So does one that finds no solution.

# Convergence

An iteration ends when its steps are within the tolerances, as in ngspice, and
each residual is small against the currents that it is the sum of, or no larger
than rounding leaves it. With --no-residual-test the residuals are not tested.

# Jacobians

	nrprof run mul8 --dump-mtx jacobians --iterations 1,5,800-802

writes mul8_it000001.mtx and so on with all structural entries, beside each the
right-hand side as mul8_it000001_b.mtx, the iterate as mul8_it000001_x.mtx, and
the names of rows and columns as mul8_it000001_rowname.txt and
mul8_it000001_colname.txt. The next iterate is x + d, where J d = b. Iterations
count from 1 over the whole run.

# Phases

Phases prints the table of phases of a capture, of Chrome JSON that any program
wrote, or of a report of Nsight Systems or its SQLite export, with what is
doubtful about it and what is lost.

	$ nrprof phases cmd/nrprof/testdata/steps.json --width 80
	steps.json: mysim
	  recorded    721 ranges in 98.2 ms
	  time steps  40
	  iterations  100
	  regimes     1 (median 5.60 ms) cold, 0 warm-up, 39 (median 2.74 ms) steady

	TIME
	  phase               calls    total   share     mean   median      p99
	  ---------------------------------------------------------------------
	  transient               1  98.2 ms   100 %  98.2 ms        –        –
	  · timestep             40  98.2 ms   100 %  2.45 ms  2.74 ms  2.91 ms
	  · · predict            40   400 µs  0.41 %  10.0 µs  10.0 µs  10.0 µs
	  · · nr_iteration      100  96.7 ms  98.5 %   967 µs   930 µs   958 µs
	  · · · build_system    100  62.0 ms  63.1 %   620 µs   620 µs   639 µs
	  · · · linear_solve    100  32.7 ms  33.3 %   327 µs   290 µs   300 µs
	  · · · · factor          1  4.00 ms   4.1 %  4.00 ms        –        –
	  · · · · refactor       99  24.7 ms  25.2 %   250 µs   250 µs   260 µs
	  · · · · solve         100  4.00 ms   4.1 %  40.0 µs  40.0 µs  40.0 µs
	  · · · convergence     100  2.00 ms   2.0 %  20.0 µs  20.0 µs  20.0 µs
	  · · lte                40  1.00 ms   1.0 %  25.0 µs  25.0 µs  25.0 µs
	  Unattributed 80.0 µs (0.081 %). Median, p99: over 39 steady time steps,
	  without 1 cold, 0 warm-up.

	ITERATIONS PER STEP
	  2 iterations  ████████████████████████ 20 steps, 50 %
	  3 iterations  ████████████████████████ 20 steps, 50 %

Where there is work on GPUs, two more columns say how long the work took that
each phase launched, and how long the phase waited for GPUs.

Several files are the ranks of one run: there is the table of all together, and
one of how they differ. Export and view make one trace of them, with tracks for
each. --align says how their clocks become one: --align end:MPI_Barrier takes the
ends of these ranges for one moment in all files.

# Exporting

Export writes a trace. The ending of the output name selects the format, such as
.pftrace for Perfetto or .pb.gz for go tool pprof; nrprof export --help lists all
endings.

	nrprof export rank0.sqlite rank1.sqlite -o both.pftrace
	nrprof export c6288.nrt --into gpu.nsys-rep -o both.nsys-rep

The second adds the ranges of a capture to a report of Nsight Systems, at the
times of day that both were made. With --perfetto-sql, export writes SQL tables of
phases, time steps and waits for Perfetto; docs/perfetto.md has queries for them.

	$ nrprof export cmd/nrprof/testdata/steps.json -o - --format bench.txt | tail -3
	BenchmarkPhase/phase=convergence 8 20000 ns/op 20000 self-ns/op
	BenchmarkPhase/phase=refactor 8 259000 ns/op 259000 self-ns/op
	BenchmarkPhase/phase=lte 3 25000 ns/op 25000 self-ns/op

# Viewing

View serves a page on this machine, prints its address, and opens it in the
browser. The page opens the Perfetto UI, https://ui.perfetto.dev, in another tab and
hands it the trace, which stays on this machine. If the browser blocks the tab,
press the button on the page. View ends when the Perfetto UI has the trace.

	nrprof view c6288.nrt

The browser may be on another machine:

	ssh -L 9001:127.0.0.1:9001 HOST nrprof view c6288.nrt --port 9001 --no-browser

The address has a random part, and the server answers that page alone: requests of
other pages, of images, or under another name for this machine get nothing.

# What a run depends on

Key prints what a run on this machine depends on: the CPU and its instructions,
GPUs and driver, system, toolchain, the variables of the environment that change
what compilers make, and digests of files. Captures have the same, from the start
and from the end of the run; what changed in between is warned of. Explain says
in what two of them differ, and whether that spoils compiled code, times or
numbers. docs/key.md says more.

	nrprof key --isa-hash
	nrprof key explain old.nrt new.nrt

The first prints 16 hexadecimal digits for the instructions of the CPU: a part of
the key of a cache of compiled code.

# Comparing

Compare says in what the runs of two sides differ. The sample is the run: some six
a side, taken in turns, are enough for a test. Sweep runs a command under many
configurations and compares them; startup says what the first runs of a program
cost, with empty caches, with full ones, and within one process.

	nrprof compare old/ new/ --fail-above 5%
	nrprof sweep orderings.yaml -- nrprof run c6288 -o {capture}

# What is wrong

Diagnose applies rules to a trace, and to logs, HLO and analyses where there are
some. A rule finds something, is clear, or says what it would have to see. Xla-log
and hlo read what XLA says of a program: loops that wait for the GPU in each
iteration, what is in no command buffer, what was compiled when.

	nrprof diagnose run.sqlite --xla-log run.log --hlo module.txt

# Mistakes

Errors and hints go to standard error; then nothing is printed on standard
output, unless a run got so far that there is a report.

	$ nrprof run c628
	nrprof: error: c628: no such circuit, want rc, graetz, mul, ring, c6288, mulN or a file
	hint: did you mean c6288?
	exit 1
	$ nrprof phases nothing.nrt --wdith 80
	nrprof: error: unknown flag: --wdith
	hint: did you mean --width?
	exit 2

# Outputs

An output file appears whole or not at all: nrprof writes a temporary file beside
it, .NAME.nrkit-0.tmp, and renames it. If NAME is a symbolic link, the link stays
and the file that it leads to is replaced. An interrupt removes the temporary file
at once. If the program is killed, the next one that writes NAME removes the
temporary file, except on network file systems.

If standard output is closed or full, the program fails with exit code 1. A pipe
that nobody reads any more, as after head, ends it by SIGPIPE and without a
message, as it ends other programs; shells report 141.

# Exit codes

	0    fine
	1    failed
	2    mistake on the command line
	3    a threshold that was given is crossed
	130  interrupted
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
