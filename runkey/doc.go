// Package runkey is the identity of a run: the facts of the machine, its
// devices, the toolchain, the environment, the program and its inputs on which
// it depends what code a compiler makes, how long it takes, and what comes out.
//
// A [Key] is a set of named, typed parts with a hash. The parts are kept beside
// the hash, so that [Explain] says in what two keys differ and for what purpose
// that matters. docs/key.md describes every part and the document key/v1.
package runkey
