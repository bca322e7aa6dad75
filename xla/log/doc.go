// Package log reads a log in which both XLA and JAX write, with any other text in
// between. One pass gives the results of package vlog and of package jaxlog.
//
// The two together know more than each alone. If JAX logs the end of a compilation,
// the next module of the same name that XLA compiles is a new module, not a part of
// the first.
package log
