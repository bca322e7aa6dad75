// Package captured computes what the matrices of a recorded program say about its
// solver: how patterns differ, what orderings would cost, how well solutions fit, and
// which dense matrices are sparse. Package diagnose reads the results as plain data.
package captured
