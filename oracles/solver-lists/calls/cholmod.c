#include "calls.h"

#define NAME cholmod_int
#define P cholmod_
#define ITYPE CHOLMOD_INT
#define AP ap
#define AI ai
#include "cholmod_calls.h"

#define NAME cholmod_long
#define P cholmod_l_
#define ITYPE CHOLMOD_LONG
#define AP lp
#define AI li
#include "cholmod_calls.h"
