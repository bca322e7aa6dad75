// Package doctor finds the programs and libraries that nrprof can use: which are
// installed, in which version, what the system permits, and how to install what is
// missing on this distribution. [Examine] returns the document doctor/v1.
package doctor
