package main

// wrong says what the model does not see.
const wrong = `## What the model does not see

* Memory that the C library gives back. Predictions of UMFPACK and SuperLU are for a program that keeps freed memory. In a program with the defaults of the C library, each page of 4 KiB that a
  factorization gets anew adds 1 to 2 µs on these virtual machines. mallopt(M_MMAP_MAX, 0) and mallopt(M_TRIM_THRESHOLD, -1), or MALLOC_TRIM_THRESHOLD_ and MALLOC_MMAP_THRESHOLD_ set to a large
  number, keep the memory: SuperLU then factors can_24_hb in 10 to 16 instead of 33 to 36 µs on xeon.
* Interchanges of rows by SuperLU, which does not scale: on hangGlider_2, ACTIVSg200 and olm1000 it stores up to six times the counted entries.
* Values that are zero. UMFPACK drops them: on nr_c6288_op, whose pattern has many, it stores a third of the counted entries.
* Numbering, and caches. Jumps in the vectors count, but not which data are in the caches: on grid2d_250, grid9_180 and blocks_60000, solves of newton/lu and
  KLU take 1.3 to 3.0 times the predicted time on epyc, and 0.6 to 1.9 times on xeon.
* Orderings. Times depend on how the elimination graph shrinks. The model knows graph, joined rows and fill only, which suffices for a decision
  between milliseconds and seconds. KLU's own analysis contains an ordering, and is predicted as badly.

Which unit does not carry over: column_ns, the time of a short column, is 2.3 times as long on xeon, because it is mostly a mispredicted branch; most phases take
1.3 to 1.5 times as long. So coefficients of epyc alone, with the calibration of xeon, predict too long times, and the derived row of the table, whose
column_ns is shorter, predicts better. In the joint fit a count may have the time of a short column and of an update. With two passes on xeon, this changed p90 on
epyc from 1.34, 1.37 and 1.47 to 1.28, 1.29 and 1.42 for factorization, refactorization and solve of newton/lu.

Beyond the largest matrices of the fit an interval is wider by a factor of 3, which is an assumption. No prediction is shorter than reading the
factors takes at the rate of the machine.
`
