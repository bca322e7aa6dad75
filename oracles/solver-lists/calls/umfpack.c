#include "calls.h"

#define NAME umfpack_int
#define P umfpack_di_
#define INT int
#define AP ap
#define AI ai
#define COMPLEX 0
#include "umfpack_calls.h"

#define NAME umfpack_long
#define P umfpack_dl_
#define INT Long
#define AP lp
#define AI li
#define COMPLEX 0
#include "umfpack_calls.h"

#define NAME umfpack_int_complex
#define P umfpack_zi_
#define INT int
#define AP ap
#define AI ai
#define COMPLEX 1
#include "umfpack_calls.h"

#define NAME umfpack_long_complex
#define P umfpack_zl_
#define INT Long
#define AP lp
#define AI li
#define COMPLEX 1
#include "umfpack_calls.h"
