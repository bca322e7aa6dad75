/*
Analyze reads a sparse matrix, such as the Jacobian of a Newton solve, and says
how parallel a direct solver is on it.

	analyze FILE... [flags]
	analyze compare A B [flags]
	analyze compare A [B] --orderings X,Y [flags]
	analyze order FILE [flags]
	analyze convert IN OUT [flags]
	analyze plot spy|levels|tree|speedup FILE [flags]
	analyze completion bash|zsh|fish|powershell
	analyze help orderings
	analyze version

FILE is Matrix Market, Rutherford-Boeing, Harwell-Boeing, SciPy .npz, a binary
matrix of PETSc or a MATLAB .mat file, also compressed; - is standard input.
Flags may stand anywhere on the line.

# The report

Without a command, analyze prints what it found as text. The verdict is first:
what to use, what that costs, how parallel it is, what explains it, and what was
not verified. Then follow the structure of the matrix, the orderings side by side,
the supernodes and the triangular solves under the best of them, and the exact fill
of a numeric LU.

On a terminal the text keeps within its width; --width sets another. Sentences have
100 columns at most. Where a table is wider than the text may be, it loses columns,
the least important first. The table of the orderings loses tree, T∞ by columns,
profile, bandwidth, leaves, widest, memory, panels, on 8, fill, height, on 64 and
T1/T∞, in this order. At 60 columns no figure is cut. In a pipe tables lose nothing.

"Too small for threads" means: at 1 Gflop/s, a common rate of one core on circuits,
the whole factorization takes no longer than 10 µs, which is about what it costs
to start one parallel region. "Too small for a parallel region per level" is
the same for as many regions as the elimination tree has levels.

	$ analyze testdata/bridge.mtx --ordering natural,amd --width 80
	bridge.mtx: 10 × 10, 29 entries

	VERDICT
	  - Use amd: 35 entries in L+U (1.21 times the matrix), 51 flop per
	    factorization and 596 B of factors. A numeric LU with pivot threshold 0.001
	    found these figures. The order of the file is predicted to need 58 entries
	    and 172 flop.
	  - The numeric LU under amd has 2.8 % fewer entries than predicted; 1 of its 10
	    pivots is off the diagonal. It has the fewest entries of 2 candidates: 1 was
	    factored, 1 was stopped with more entries.
	  - Too small for threads or a GPU: one core takes about 51 ns for a
	    factorization (1 Gflop/s) and 70 ns for a triangular solve (2 ns an entry).
	    To start a parallel region or a kernel takes about 10 µs.
	  - The matrix is irreducible: block triangular form does not help.
	  - Not verified: whether one symbolic analysis serves all Newton iterations,
	    because there is one file. Not verified: times and speed-ups, which follow
	    from counts; nothing ran in parallel or on a GPU.

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
	  model. Recommended: amd, with the fewest entries by numeric LU; the rows are
	  predictions for pivots from the diagonal. nnz(L+U) includes the entries
	  between blocks. T1/T∞ is work by critical path, the least and the most of the
	  task models; on 8 and on 64 workers, the predicted speed-up in the best of
	  them. Memory is for L and U.

	TASK MODELS
	  ordering  task model               T1        T∞  T1/T∞     on 8    on 64
	  ------------------------------------------------------------------------
	  amd       columns             55 flop   39 flop   1.41    1.41×    1.41×
	  amd       pipelined columns   55 flop   31 flop   1.77    1.77×    1.77×
	  amd       panels in tiles    615 flop  615 flop   1.00  0.0894×  0.0894×
	  What a task is. Columns: a column and all updates that it sends, when its
	  children are done. Pipelined columns: a worker has a column and applies each
	  update as soon as its source is finished. Panels: relaxed supernodes in tiles
	  of 48, a task for each operation on a tile. T1 is the work of all tasks, on
	  zeros of panels too; T∞ is the critical path. T1/T∞ is a limit for its own
	  model only. On 8 and on 64 workers a schedule is so many times as fast as one
	  worker without zeros.

	SUPERNODES UNDER AMD
	  panels       count  largest  mean  median  flops ≥ 4    ≥ 8  ≥ 32 columns
	  -------------------------------------------------------------------------
	  fundamental      9        2  1.11       1        0 %    0 %           0 %
	  relaxed          1       10  10.0      10      100 %  100 %           0 %
	  Share of the flops in panels of so many columns or more. Relaxed with nrelax
	  4, 16, 48 and zrelax 0.8, 0.1, 0.05.

	TRIANGULAR SOLVES
	  solve         steps  mean width  median  widest  of one  under 32
	  -----------------------------------------------------------------
	  amd              14        1.43       1       3      10        14
	  – L               7        1.43       1       3       5         7
	  – U               7        1.43       1       3       5         7
	  amd, pivoted     14        1.43       1       4      10        14
	  – L               6        1.67       1       4       4         6
	  – U               8        1.25       1       2       6         8

	EXACT FILL
	  numeric LU  threshold  nnz(L)  nnz(U)  nnz(L+U)   fill    flops  off-diagonal
	  -----------------------------------------------------------------------------
	  amd             0.001      23      22        35  1.21×  51 flop             1
	  nnz(L+U) counts the diagonal once, and the entries between blocks.

With --json it prints one document of schema analyze/v1 and nothing else;
docs/formats.md in the repository describes every key, and --json-schema prints
its JSON Schema, here and in compare and order. --markdown prints the report for
the summary of a CI job. With -o DIR everything is written as files too, drawings
included, all of them or none.

# Matrix files

The content of a file decides its format, not its name. Of a MATLAB file the only
sparse variable is read; if there are several, --variable names one. A file that
may mean another matrix than the one that would be read is refused with its line
or byte. --lenient reads Matrix Market files that the format forbids and that SciPy,
fast_matrix_market and CHOLMOD read: both triangles of a symmetric matrix, values
in a pattern, real Hermitian, a diagonal in a skew-symmetric matrix. Each has a
warning, which says what becomes of the entries.

Convert rewrites a matrix as .mtx, .mtx.gz, .mtx.zst, .rb or .npz.

	analyze convert Problem.mat jacobian.mtx.zst --variable Problem.A
	analyze convert jacobian.petsc jacobian.rb

# Which orderings

--ordering takes names, several with commas, or all. Run analyze help orderings for
a line on each name, and on btf+, +lower and +shorter, with where to take it;
docs/orderings.md in the repository has measurements.

By default natural, rcm, amd and colamd run; btf+amd where the matrix is
reducible; btf+colamd where, besides, less than nine tenths of the pattern is
symmetric; ammf, or btf+ammf where blocks help. A method whose estimated work is
above 2e10 operations runs only when asked for.

--ordering best runs those that may win, on all processors, and stops minimum fill
once it has more entries and more flops than amd and btf+amd. Where one of these
fills nothing, none is better by either, and only what may have a shorter critical
path runs. search, the slowest, runs where the matrix has no more than 400,000 rows
and entries. With --ordering-budget 2s those that are not done by then are named and
left out. docs/orderings.md says how long each takes.

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
	  T1 is the work and T∞ the critical path with columns as tasks; T1/T∞ is the
	  least and the most of all task models. States: the fewest entries (fill), the
	  fewest flops, and the least predicted time on 64 workers in the best task
	  model (parallel). Recommended: btf+mmf+shorter, with the fewest entries by
	  prediction. nnz(L+U) includes the entries between blocks. amd and btf+amd set
	  the limits: others stop where they can win no more. --timings adds the time
	  that each takes. btf+mmf+shorter has no more entries than btf+mmf, 24 levels
	  instead of 33 levels, and 639 flop instead of 871 flop on the critical path by
	  columns. By Graham's bound T1/p + (1 − 1/p)·T∞ in the best task model, the
	  fastest on p workers is btf+mmf+shorter on 2, btf+nd on 4 to 64.

--matching product moves the rows first, so that the product of the diagonal is as
large as can be, and scales rows and columns; structural looks at the pattern
alone. A diagonal with holes, as voltage sources leave it, has none then. The
default auto tries product where pivots leave the diagonal, and takes it where
it saves 1 % of the entries: the report is then one of the matrix so matched.

--levels lu adds the levels in which solvers for circuits eliminate columns: left-
looking ones such as KLU and NICSLU, and GLU on GPUs.

# Exact fill

A numeric LU with threshold partial pivoting decides which ordering is
recommended: the one whose factors have the fewest entries. Candidates are the
orderings in the table and, on matrices of up to 500,000 rows, columns and
entries, the others that may win. An LU stops once it is certain to have more
entries than the best so far, and a candidate that cannot have fewer is not
factored. A list of names after --ordering leaves no other candidate.

--exact names orderings that are factored to their end besides; with none, the
predictions for pivots from the diagonal decide. An LU also ends when it has used
up --exact-budget: by default 5e8 flops and 1 GiB, both of which end it at the
same column on every machine; all candidates together have four times that. A
budget may also be a time, at the price that two runs may differ. What was not
computed is absent, and a warning or the verdict says why.

	$ analyze testdata/bridge.mtx --exact-budget 20flops --width 80 | sed -n '/WARNINGS/,/^$/p'
	WARNINGS
	  - no exact fill for ammf: the budget of flops ended it after 7 of 10 columns,
	    with 25 entries in the factors; --exact-budget raises it

# Several files

Several files are iterations of one Newton solve: the first is analyzed, and the
series says whether the pattern stays the same, so that the symbolic analysis
can be done once, and how the values move. With --series a directory stands for
all matrices in it, in the order of the numbers in their names.

	$ analyze testdata/mul4_it1.mtx testdata/mul4_it2.mtx testdata/mul4_it3.mtx --width 80 | sed -n '/SERIES/,/^$/p'
	SERIES
	  files               3
	  symbolic analysis   once
	  pattern             fixed
	  union               2,379 entries; common to all 2,379
	  values              49.8 % of the entries never change
	  relative variation  mean 0.331, median 2.18e-06, 90 % up to 0.975, largest
	                      1.96

# Devices

With --stamps the report says where the devices of the circuit add to the matrix:
how many write one position, in how many passes they can be assembled without
atomics, what that moves through memory, and how many configurations of static
parameters there are; with supply rails and without. The file is nr-devices,
which docs/formats.md describes. Without a matrix, the union of the positions is
analyzed.

	analyze jacobian.mtx --stamps devices.json
	analyze --stamps devices.json --json | jq .assembly.without_rails.colouring

With --circuit both come from a simulation that runs here: of a built-in circuit
(rc, graetz, mul, ring, c6288, mulN for an N×N multiplier) or of a SPICE
netlist. The Jacobians of the Newton iterations that --iterations lists, by
default the first twenty, become the series.

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
	    done once.
	  - Not verified: times and speed-ups, which follow from counts; nothing ran in
	    parallel or on a GPU.

# Comparing

Compare lists what the second of two matrices, or of two documents that --json
printed, differs in from the first. With --fail-above it ends with exit code 3
when the best fill, flops or predicted parallel time grew by more.

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

With --orderings it compares two orderings, of one matrix or of one each, and says
where the difference comes from.

	$ analyze compare testdata/mul4_it1.mtx --orderings amd,btf+amd --width 80 | sed -n '/EXPLAINS/,/^$/p'
	WHAT EXPLAINS IT
	  - btf+amd has 0.812 times as many entries in L and U as amd, and needs 0.371
	    times as many flops.
	  - With columns as tasks, its critical path has 0.197 times as many flops, in a
	    tree of 44 levels instead of 39 levels: T1/T∞ is 6.18 instead of 3.28.
	  - The supernode with the most work has 16.8 % under amd, in 19 columns with 19
	    rows, and 6.9 % under btf+amd, in 16 columns with 20 rows.
	  - By flops btf+amd is 2.70 times faster than amd on one worker and 2.51 times
	    on 64. Each is taken in the task model where its bound is least.

# Permutations

Order writes the permutation of a method, and with --matrix the permuted matrix:
element k is the original index, from 0, that is placed k-th. Without --ordering it
is that of the best one; --for fill, flops or parallel says best at what.

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

Errors and hints go to standard error; then nothing is printed on standard
output, and no file is left half-written.

	$ analyze testdata/brigde.mtx
	analyze: error: testdata/brigde.mtx: no such file or directory
	hint: did you mean testdata/bridge.mtx?
	exit 1
	$ analyze testdata/bridge.mtx --orderings amd
	analyze: error: unknown flag: --orderings
	hint: did you mean --ordering?
	exit 2

# Outputs

An output file appears whole or not at all: analyze writes a temporary file beside
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
	3    fine, but above the threshold of --fail-above
	130  interrupted

Two runs on one file print the same bytes, on every machine and with any number
of --workers, unless --timings or a budget in seconds is given, for --exact-budget or
--ordering-budget.
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
	limitThreads(os.Args[1:])
	held := hold()
	code := run(os.Args[1:], os.Stdin, cli.Stdout(), os.Stderr)
	runtime.KeepAlive(held)
	os.Exit(code)
}
