package main

// wrong says what the model does not see.
const wrong = `## What the model does not see

* Interchanges of rows. KLU and newton/lu have 1.2 to 1.9 times the predicted entries on ACTIVSg200 and bayer10 after a
  matching by pattern alone. SuperLU interchanges 210 rows of hangGlider_2 and then stores four times the predicted entries.
* Supernodes of SuperLU. On rails_200 SuperLU stores up to five times the predicted entries, and on rails_60 three times,
  without a single interchange.
* Singletons. UMFPACK eliminates chains of singletons first: nr_c6288_op has a third of the predicted entries.
* Fronts of UMFPACK. Its factorization has the right number of entries on banded matrices and on the arrow, but takes half
  of the predicted time. The figures of panels are of the tree of A+Aᵀ, and UMFPACK forms its fronts in another way.
* Numbering. Columns that are far apart in memory count, but not the vectors: a shuffled matrix (blocks, ktree) is slower.
* Branches. A circuit of ten unknowns is repeated until the processor has learned each branch, and is twice as fast as predicted.
* Orderings. Times depend on how the elimination graph shrinks. The model knows graph and fill only, which suffices for
  a decision between milliseconds and seconds.

One machine was measured. How far the coefficients carry over to another processor is not known: without calibration an
interval is wider by a factor of 1.5 at both ends, which is an assumption.
`
