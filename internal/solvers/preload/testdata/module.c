/* A library that a program opens when it runs: it calls toy_factor when it is loaded, by
 * its table of procedures, and by a pointer in its data. */
#include "toy.h"

static int (*in_data)(int, double) = toy_factor;
static int at_load;

__attribute__((constructor)) static void load(void) { at_load = toy_factor(5, 0) + in_data(6, 0); }

int run_module(void) { return at_load + toy_factor(7, 0) + in_data(8, 0); }
