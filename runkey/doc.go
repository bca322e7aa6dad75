// Package runkey is the identity of a run: facts about the machine, its devices, the
// toolchain, the environment, the program and its inputs. These facts decide which
// code a compiler makes, how long the code takes, and what the results are.
//
// A [Key] is a set of named, typed parts with a hash. The key keeps the parts beside
// the hash, so that [Explain] says in which parts two keys differ and for which
// purpose each difference matters. docs/key.md describes every part and the document
// key/v1.
package runkey
