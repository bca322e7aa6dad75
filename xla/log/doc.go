// Package log reads a log in which XLA and JAX write one after the other, and
// anything else in between: what package vlog and package jaxlog say of it, from
// one pass.
//
// Together they know more than each alone: when JAX says that a compilation has
// ended, a module of the same name that XLA compiles next is another one, and not
// a part of the first.
package log
