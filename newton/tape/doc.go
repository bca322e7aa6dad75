// Package tape has programs that compute an expression of several variables with its
// exact derivatives: an expression of a netlist, compiled once, is evaluated in every
// Newton iteration.
//
// A [Builder] makes a [Program]: instructions in the order of evaluation, each of which
// names the results that it uses. Equal instructions are built once. The builder
// computes instructions whose arguments are all constants. A [Machine] runs a program forward for the
// value and backward for the derivatives by all variables: one pass in each direction.
//
// Functions are defined everywhere, with the values of ngspice 39's parse trees: a
// quotient by 0 is a quotient by 1e-32, the logarithm of 0 is -1e99, exponentials end
// at 1e99, and powers take the absolute value of their base. Logarithms and roots of
// negative numbers are not a number. A derivative that would be infinite is 1e32 of the
// same sign.
package tape
