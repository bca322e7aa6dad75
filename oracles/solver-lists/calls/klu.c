#include "calls.h"

#define NAME klu_int
#define Z klu_
#define P klu_
#define INT int
#define AP ap
#define AI ai
#define AX x
#define COMPLEX 0
#include "klu_calls.h"

#define NAME klu_long
#define Z klu_l_
#define P klu_l_
#define INT Long
#define AP lp
#define AI li
#define AX x
#define COMPLEX 0
#include "klu_calls.h"

#define NAME klu_int_complex
#define Z klu_z_
#define P klu_
#define INT int
#define AP ap
#define AI ai
#define AX c
#define COMPLEX 1
#include "klu_calls.h"

#define NAME klu_long_complex
#define Z klu_zl_
#define P klu_l_
#define INT Long
#define AP lp
#define AI li
#define AX c
#define COMPLEX 1
#include "klu_calls.h"
