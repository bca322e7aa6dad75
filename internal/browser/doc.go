// Package browser is what the page of docs/site and the programs that it runs agree
// on: a [Request] from the page, and the [Result] that the page shows. Packages matrix
// and capture answer requests, by the calls of the programs analyze and nrprof; each
// has a command that scripts/site builds as WebAssembly, so that a visitor loads only
// what the files need.
//
// Files are paths, so that all readers of the programs serve. In a browser they lie in
// a file system in memory, which docs/site/memory.js provides.
package browser
