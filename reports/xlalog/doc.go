// Package xlalog words what logs of XLA and JAX say, as documents of package
// reports.
package xlalog
