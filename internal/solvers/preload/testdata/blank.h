/*
 * A call of which nothing is known, as the core makes it.
 */
#define BLANK .status = INT64_MIN, .selector = INT64_MIN, .n = -1, .rows = -1, .nnz = -1, .nrhs = -1, \
	.lnz = NAN, .unz = NAN, .flops = NAN, .rcond = NAN, .rgrowth = NAN, .pivots = NAN, .memory = NAN, .iterations = NAN

#ifndef NAN
#define NAN __builtin_nanf("")
#endif
