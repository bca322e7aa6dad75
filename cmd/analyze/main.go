/*
Analyze reports which ordering suits a sparse matrix, such as the Jacobian of a
Newton solve, and how parallel its LU factorization is.

	analyze FILE... [flags]
	analyze compare A B [flags]
	analyze compare A [B] --orderings X,Y [flags]
	analyze order FILE [flags]
	analyze convert IN OUT [flags]
	analyze plot spy|levels|tree|speedup FILE [flags]
	analyze calibrate [flags]
	analyze slurm --matrices DIR --out DIR [flags]
	analyze completion bash|zsh|fish|powershell
	analyze help orderings
	analyze version

FILE is Matrix Market, Rutherford-Boeing, Harwell-Boeing, SciPy .npz, PETSc
binary or MATLAB .mat, and may be compressed. The name - means standard input.
Flags may stand anywhere on the line.

# The report

Without a command, analyze prints a report as text. The verdict comes first. It
recommends an ordering and names its cost, how parallel the factorization is, what
limits it, and what was not verified. The next sections describe the structure of
the matrix, the orderings side by side, the supernodes and triangular solves under
the recommended ordering, and the exact fill of a numeric LU.

On a terminal the text is as wide as the terminal; --width sets another width.
Sentences have at most 100 columns. If a table is wider than the text, it loses
columns, the least important first. The table of the orderings loses them in this
order: tree, T∞ by columns, profile, bandwidth, leaves, widest, memory, panels,
on 8, fill, height, on 64, T1/T∞. At 60 columns no figure is cut. In a pipe, tables
keep all columns.

A parallel region takes about 10 µs to start. A factorization is "too small for a
parallel region per level" if one core is predicted to need at most 10 µs per level of
the elimination tree. Without predicted times, one core does 1 Gflop/s. A factorization
of at most 10,000 flops is too small for threads.

	$ analyze testdata/bridge.mtx --ordering natural,amd --width 80 | sed -n '/bridge/,/speed-up on 8/p'
	bridge.mtx: 10 × 10, 29 entries

	VERDICT
	  - Use newton/lu with amd: by prediction the cheapest for 1,000 factorizations
	    with 1 solve each. It takes 126 ns a refactorization (75.1 ns to 215 ns in
	    80 of 100 cases) and 86.3 ns a solve on a generic CPU. The Go package
	    newton/lu takes the ordering as its Plan; analyze order FILE --ordering amd
	    -o plan.json writes this ordering. Runner-up: KLU with amd, 1.45× in total,
	    which is within the intervals. Other solvers, each with its best ordering:
	    SuperLU 20.2× and UMFPACK 23.9×.
	  - Use amd: 35 entries in L+U (1.21 times as many as the matrix), 51 flop per
	    factorization and 596 B of factors. A numeric LU with pivot threshold 0.001
	    found these figures. The order of the file is predicted to need 58 entries
	    and 172 flop.
	  - The numeric LU under amd has 2.8 % fewer entries than predicted; 1 of its 10
	    pivots is off the diagonal. Of 2 candidates, amd has the fewest entries: 1
	    was factored, 1 was stopped with more entries.
	  - Too small for threads or a GPU: starting a parallel region or a kernel takes
	    about 10 µs. Compare: one core takes 126 ns for a refactorization
	    (newton/lu, predicted), and 86 ns for a triangular solve (newton/lu,
	    predicted).
	  - The matrix is irreducible: block triangular form does not help.
	  - Not verified: whether one symbolic analysis serves all Newton iterations,
	    because there is only one matrix. Not verified: times and speed-ups. They
	    follow from counts, and nothing ran in parallel or on a GPU.

	STRUCTURE
	  file             matrix-market coordinate real general
	  entries          29, 29.0 % of all positions
	  bandwidth        7 below, 7 above the diagonal; profile 35
	  per row          2 to 4 entries (row 1), mean 2.90, median 3
	  per column       2 to 4 entries (column 1), mean 2.90, median 3
	  symmetry         100 % of the pattern, 100 % of the values
	  diagonal         1 missing; dominates 50 % of the rows and 50 % of the columns
	  structural rank  10 of 10
	  graph            1 component, 1 strongly connected
	  blocks           1 in block triangular form, the largest of 10 rows

	ORDERINGS
	  ordering  nnz(L+U)   fill     flops  height      T1/T∞   on 8  on 64  panels
	  ----------------------------------------------------------------------------
	  natural         58  2.00×  172 flop       7  1.00–3.02  3.02×  3.02×       1
	  amd             36  1.24×   55 flop       7  1.00–1.77  1.77×  1.77×       1
	  Best by prediction: amd in entries, flops, time on 64 workers in the best task
	  model. Recommended: amd, with the fewest entries by numeric LU. The rows of
	  the table are predictions for pivots from the diagonal. nnz(L+U) includes the
	  entries between blocks. T1/T∞ is work divided by critical path: the smallest
	  and the largest value of the task models. On 8 and on 64: the predicted

With --json, analyze prints one document of schema analyze/v1 and nothing more.
docs/formats.md in the repository describes every key. --json-schema prints the
JSON Schema of the document; compare and order have this flag too. --markdown
prints the report for the summary of a CI job. With -o DIR, analyze also writes
every result and every drawing as a file. It writes all files or none.

# Matrix files

The content of a file decides its format; the name does not. If a MATLAB file has
one sparse variable, analyze reads it; if there are several, --variable names one.
Analyze refuses a file that could mean two different matrices. The error names the
line or the byte.

--lenient reads Matrix Market files that break the format but that SciPy,
fast_matrix_market and CHOLMOD read. They are symmetric matrices with both
triangles, patterns with values, real Hermitian matrices, and skew-symmetric
matrices with a diagonal. A warning reports how analyze read the entries.

Convert rewrites a matrix as .mtx, .mtx.gz, .mtx.zst, .rb or .npz.

	analyze convert Problem.mat jacobian.mtx.zst --variable Problem.A

# Which orderings

--ordering takes names, separated by commas, or best, or all. Run analyze help
orderings for the meaning of each name and when to use it. docs/orderings.md in the
repository has measurements, and the time that each ordering takes.

By default analyze runs natural, rcm, amd and colamd, and ammf, or btf+ammf if blocks
help. If the matrix is reducible, it also runs btf+amd. If less than nine tenths of
the pattern of a reducible matrix is symmetric, it also runs btf+colamd. An ordering
whose estimated work is above 2e10 operations runs only if --ordering asks for it.

--ordering best runs the orderings that may win, on all processors. It stops minimum
fill as soon as it has more entries and more flops than amd and btf+amd. If amd or
btf+amd fills nothing, no ordering has fewer entries or flops, and only orderings
that may have a shorter critical path run. The slowest ordering, search, runs if the
matrix has at most 400,000 rows and entries. With --ordering-budget 2s, orderings
that are not finished after 2 s are ignored, and a warning names them.

	$ analyze testdata/mul4_it1.mtx --ordering best --exact none --width 80 | sed -n '/ORDERINGS/,/^$/p'
	ORDERINGS
	  ordering         nnz(L+U)  × best   flops, T1      T1/T∞  height  state
	  -----------------------------------------------------------------------------
	  natural            79,668    27.8  11.0 Mflop  1.00–92.2     370
	  amd                 3,560    1.24  19.9 kflop  3.28–8.67      39
	  btf+amd             2,889    1.01  7.37 kflop  1.41–8.00      44
	  btf+ammf            2,887    1.01  7.38 kflop  1.81–8.25      43
	  btf+mmf             2,865    1.00  7.21 kflop  1.58–9.66      33  fill, flops
	  btf+mmf+shorter     2,865    1.00  7.21 kflop  3.41–17.5      24  recommended
	  btf+nd              2,889    1.01  7.37 kflop  5.35–20.9      28  parallel
	  btf+search          2,865    1.00  7.21 kflop  1.58–9.66      33
	  T1 is the work and T∞ the critical path with columns as tasks. T1/T∞ is the
	  smallest and the largest value of the task models. State: fill has the fewest
	  entries, flops has the fewest flops, and parallel has the least predicted time
	  on 64 workers in the best task model. Recommended: btf+mmf+shorter, with the
	  fewest entries by prediction. nnz(L+U) includes the entries between blocks.
	  amd and btf+amd set the limits: other orderings stop as soon as they cannot
	  win. --timings adds the time of each ordering. btf+mmf+shorter has no more
	  entries than btf+mmf, 24 levels instead of 33 levels, and 639 flop instead of
	  871 flop on the critical path with columns as tasks. By Graham's bound T1/p +
	  (1 − 1/p)·T∞ in the best task model, the fastest ordering on p workers is
	  btf+mmf+shorter on 2, btf+nd on 4 to 64.

Voltage sources leave holes in the diagonal. --matching structural moves the rows so
that the diagonal is full; it uses the pattern only. --matching product makes the
product of the diagonal as large as possible, and scales rows and columns. The
default auto tries product if pivots leave the diagonal, and uses it if it saves 1 %
of the entries. The report then describes the matched matrix.

--levels lu adds the levels in which circuit solvers eliminate columns: left-looking
solvers such as KLU and NICSLU, and GLU on GPUs.

# Exact fill

Numeric LUs with threshold partial pivoting decide the recommendation: analyze
recommends the ordering whose factors have the fewest entries. Candidates are the
orderings in the table and, on matrices of up to 500,000 rows, columns and entries,
the other orderings that may win. An LU stops as soon as it is certain to have more
entries than the best LU so far. A candidate that cannot have fewer entries is not
factored. If --ordering lists names, no other ordering is a candidate.

--exact names more orderings to factor to the end. With --exact none, predictions
for pivots from the diagonal decide. An LU also stops at --exact-budget, by default
5e8 flops and 1 GiB; all candidates share four times the budget. Limits of flops and
bytes stop an LU at the same column on every machine. A limit of time does not, so
two runs may differ. If a figure was not computed, a warning or the verdict
reports why.

# Predicted times

Analyze predicts how long newton/lu, KLU, UMFPACK, SuperLU and CHOLMOD take on one core:
analysis, factorization, refactorization and solve, under each ordering that analyze
order can hand over. UMFPACK, SuperLU and CHOLMOD are predicted with the reference BLAS.
The choice is the solver, ordering and matching with the least total for --factorizations
matrices of the pattern, with --solves right-hand sides each. CHOLMOD is listed for
symmetric values that may be positive definite; it is the choice only if a numeric LU
has found that they are. --solvers lists the solvers that you have. An ordering that is
not predicted to pay for itself in that many factorizations does not run.

	analyze jacobian.mtx --factorizations 1
	analyze jacobian.mtx --factorizations 50000 --solves 2 --solvers klu,umfpack

The verdict also has estimates for more threads and for a GPU. Without a calibration, times come from a table by microarchitecture, with wider
intervals. --machine predicts for another machine; NRKIT_MACHINE has its default.
docs/orderings.md in the repository has the rules.

# Several files

Several files are iterations of one Newton solve. Analyze reports the first matrix.
The section SERIES reports whether the pattern stays the same, so that one symbolic
analysis is enough, and how much the values change. With --series, a directory
stands for all matrices in it, sorted by the numbers in their names. A folder of
matrices that nrprof record wrote needs no --series.

	$ analyze testdata/mul4_it1.mtx testdata/mul4_it2.mtx testdata/mul4_it3.mtx --width 80 | sed -n '/SERIES/,/^$/p'
	SERIES
	  files               3
	  symbolic analysis   once
	  pattern             fixed
	  union               2,379 entries; common to all 2,379
	  values              49.8 % of the entries never change
	  relative variation  mean 0.331, median 2.18e-06, 90 % up to 0.975, largest
	                      1.96
	  The relative variation of an entry is its range over the files, divided by its
	  largest magnitude.

The section PIVOTS reports how long the pivots of a factorization hold. The first
matrix is factored with pivoting, the others with the same pivots. If the backward
error of a solution is above 1e-8, new pivots are chosen. The table also has the
growth of the pivots, as klu_rgrowth computes it, and an estimate of the condition
number.

	$ analyze testdata/mul4_it1.mtx testdata/mul4_it2.mtx testdata/mul4_it3.mtx --width 80 | sed -n '/PIVOTS/,/^$/p'
	PIVOTS
	  matrix        pivots of     backward error  1/growth  condition  new pivots
	  ---------------------------------------------------------------------------
	  mul4_it1.mtx  itself               < 1e-11   8.7e-01    2.5e+05
	  mul4_it2.mtx  mul4_it1.mtx         < 1e-11   1.0e+00    1.8e+05
	  mul4_it3.mtx  mul4_it1.mtx         < 1e-11   1.0e+00    1.8e+05
	  The backward error is componentwise, for a solution with the pivots of the
	  matrix in the second column. If it is above 1e-08, new pivots are chosen: the
	  last column has the backward error with new pivots. 1/growth is klu_rgrowth.
	  The ordering is btf+amd.

# Devices

With --stamps FILE, analyze also reports how the devices of a circuit write into the
matrix, with supply rails and without them. The report says how many devices write
one position, how many passes an assembly without atomics takes, and how many bytes
it moves. It also counts the configurations of static parameters. FILE has the format
nr-devices, which docs/formats.md describes. Without a matrix, analyze takes the
union of the positions that the devices write.

	analyze jacobian.mtx --stamps devices.json

With --circuit, analyze runs a simulation and takes the matrices and the devices from
it. It simulates a built-in circuit (rc, graetz, mul, ring, c6288, or mulN for an N×N
multiplier) or a SPICE netlist. The series has the Jacobians of the Newton iterations
that --iterations lists, by default the first twenty.

	$ analyze --circuit rc --iterations 1-4 --ordering amd --width 80 | sed -n '/devices write/,/^$/p'
	  - 3 devices write 7 slots into 6 positions, 1.17 per position on average.
	    71.4 % of the slots are in the rows and columns of 1 rail: with them up to 2
	    devices write one position, and assembly without atomics takes 2 colours.
	    Without rails, whose voltages are known, no position has more than 2
	    writers; assembly without atomics takes 2 colours, one pass per colour, the
	    fewest possible.
	  - The static parameters have 3 configurations in 3 models: with one version of
	    the code per configuration, the warps are 3.1 % full.
	  - The 4 matrices have one fixed pattern of 6 entries: symbolic analysis can be
	    done once. The pivots of rc_it000001 under btf+amd hold for all 4 matrices:
	    solutions have backward errors below 1e-11, and the limit is 1e-08. The test
	    klu_rgrowth ≥ 1.49e-08 would choose no new pivots either.
	  - Not verified: times and speed-ups. They follow from counts, and nothing ran
	    in parallel or on a GPU.

# Comparing

Compare lists the differences between two matrices, or between two documents that
--json printed. With --fail-above PERCENT, it ends with exit code 3 if the best fill,
flops or predicted parallel time grew by more than PERCENT.

	$ analyze compare testdata/ladder.mtx testdata/mul4_it1.mtx --ordering amd --fail-above 5% --width 80
	ladder.mtx → mul4_it1.mtx

	STRUCTURE
	  figure                         a       b    change
	  --------------------------------------------------
	  rows                          64     370  +478.1 %
	  cols                          64     370  +478.1 %
	  nnz                          424   2,379  +461.1 %
	  bandwidth lower               62     369  +495.2 %
	  bandwidth upper               62     369  +495.2 %
	  structural rank               64     370  +478.1 %
	  profile                    2,014  39,649     19.7×
	  block triangular, blocks       5      19    +280 %
	  block triangular, largest     60     352  +486.7 %

	BEST ORDERINGS
	  figure           a           b    change
	  ----------------------------------------
	  fill           424       3,453  +714.4 %
	  flops     413 flop  14.9 kflop     36.1×
	  parallel  551 flop  2.57 kflop  +366.4 %

	AMD
	  figure                     a           b    change
	  --------------------------------------------------
	  nnz total                428       3,560  +731.8 %
	  flops             1.26 kflop  19.9 kflop     15.8×
	  height                    62          39   −37.1 %
	  T∞, columns       1.25 kflop  6.07 kflop  +384.7 %
	  T1/T∞, columns          1.00        3.28  +226.3 %
	  T∞, pipelined       540 flop  2.30 kflop  +325.2 %
	  T1/T∞, pipelined        2.33        8.67  +272.0 %
	  T∞, tiles         14.5 kflop  35.9 kflop  +148.1 %
	  T1/T∞, tiles            1.00        3.43  +242.6 %
	  panels                     6          83     13.8×
	exit 3

With --orderings X,Y, compare lists the differences between two orderings of one
matrix, or between X on one matrix and Y on another, and explains them.

	$ analyze compare testdata/mul4_it1.mtx --orderings amd,btf+amd --width 80 | sed -n '/EXPLAINS/,/^$/p'
	WHAT EXPLAINS IT
	  - btf+amd has 0.812 times as many entries in L and U as amd, and needs 0.371
	    times as many flops.
	  - With columns as tasks, the critical path of btf+amd has 0.197 times as many
	    flops, in a tree of 44 levels instead of 39 levels: T1/T∞ is 6.18 instead of
	    3.28.
	  - The supernode with the most work has 16.8 % of the flops under amd (19
	    columns, 19 rows), and 6.9 % under btf+amd (16 columns, 20 rows).
	  - By flops, btf+amd is 2.70 times as fast as amd on one worker and 2.51 times
	    on 64. For each ordering, the figure is from the task model with the least
	    bound.

# Permutations

Order writes the permutation of an ordering, and with --matrix the permuted matrix.
Element k is the original index, counted from 0, of the column that comes k-th.
Without --ordering, order takes the ordering with the fewest entries. The verdict
names the ordering with the least predicted time. With --goal fill, flops or
parallel, it takes the ordering that is best in this figure. With --for SOLVER, order
writes what the solver takes, such as P, Q and the blocks for klu_analyze_given.

	$ analyze order testdata/bridge.mtx --ordering amd
	8
	7
	3
	9
	2
	5
	0
	1
	6
	4

# Mistakes

Analyze prints errors and hints to standard error. After an error it prints nothing
to standard output, and leaves no incomplete file.

	$ analyze testdata/brigde.mtx
	analyze: error: testdata/brigde.mtx: no such file or directory
	hint: did you mean testdata/bridge.mtx?
	exit 1

# Outputs

An output file is complete or absent: analyze writes a temporary file,
.NAME.nrkit-0.tmp, beside NAME and renames it. If NAME is a symbolic link, the link
stays and analyze replaces its target. After an interrupt, analyze removes the
temporary file at once. If analyze is killed, the next program that writes NAME
removes the temporary file, except on network file systems.

If standard output is closed or full, analyze fails with exit code 1. If nobody reads
the pipe any more, for example after head, SIGPIPE ends analyze without a message,
and shells report 141.

# Exit codes

	0    success
	1    failure
	2    mistake on the command line
	3    success, but a figure is above the threshold of --fail-above
	130  interrupted

Two runs on one file print the same bytes, on every machine and with any number of
--workers. The exceptions are predicted times, which are the same with the same
--machine, then --timings, and a time in --exact-budget or --ordering-budget.
*/
package main

import (
	"os"
	"runtime"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/reports"
)

func main() {
	reports.DropCaches()
	limit(os.Args[1:])
	held := hold()
	code := run(os.Args[1:], os.Stdin, cli.Stdout(), os.Stderr)
	runtime.KeepAlive(held)
	os.Exit(code)
}
