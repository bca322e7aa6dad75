package main

// wrong says what the model does not see.
const wrong = `## What the model does not see

* Interchanges of rows. KLU and newton/lu have 1.2 to 1.9 times the predicted entries on ACTIVSg200 and bayer10 after a matching by pattern alone. SuperLU
  interchanges rows of hangGlider_2, ACTIVSg200 and olm1000, and then stores up to six times the predicted entries.
* Values that are zero. UMFPACK drops them: on nr_c6288_op, whose pattern has many, it stores a third of the predicted entries.
* Fronts of UMFPACK. On small banded matrices and on the arrow its factorization takes 0.6 of the predicted time, on circuits 1.3 to 1.7 times. How
  UMFPACK assembles fronts of unsymmetric matrices is not modelled.
* Factorizations of SuperLU with the right counts: banded matrices take 0.5 to 0.7 of the predicted time, bricks_4 twice and can_24_hb four times the
  predicted time. The cause was not found.
* Numbering, and caches. Jumps in the vectors count, but not which data are in the caches: solves of newton/lu and KLU take 1.6 to 2.7 times the predicted
  time on grid2d_250, grid9_180 and blocks_60000.
* Branches. A circuit of ten unknowns is repeated until the processor has learned each branch, and is twice as fast as predicted.
* Orderings. Times depend on how the elimination graph shrinks. The model knows graph, joined rows and fill only, which suffices for a decision
  between milliseconds and seconds. KLU's own analysis contains an ordering, and is predicted as badly.

What is wanted and missed: p90 of factorizations (SuperLU and UMFPACK miss it most) and of solves. The intervals hold 80 % over all families, but half of the
times in the families banded and blocks, and two thirds in flow, ktree, transistors and graphs.

One machine was measured. How far the coefficients carry over to another processor is not known: an interval is wider by a factor of 1.5 at both ends
unless the machine is calibrated and of the microarchitecture of the fit. Beyond the largest matrices of the fit it is wider by a factor of 3. Both factors
are assumptions. No prediction is shorter than reading the factors takes at the rate of the machine.
`
