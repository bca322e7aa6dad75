// Package xlalog words the logs of XLA and JAX: [Report] makes a document of package
// reports.
package xlalog
