// Package orderpipe answers requests for orderings on a pair of pipes, so that a program
// in another language orders many matrices with one process.
//
// Format: docs/formats-order-pipe.md. A request is a line of JSON and the arrays of a
// matrix by columns, in the byte order little-endian. A reply is a line of JSON and
// permutations. A request that cannot be met has a reply with an error and a hint, and
// the next request follows. A request whose arrays cannot be read ends the pipe.
//
// Memory: the matrix of one request. It grows with the bytes that were read, never with
// the sizes that a request claims.
package orderpipe
