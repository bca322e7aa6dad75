// Package doctor says which of the programs and libraries that nrprof can make
// use of are here, in which version, what the system permits, and what installs
// what is missing on this distribution: [Examine] returns the document doctor/v1.
package doctor
