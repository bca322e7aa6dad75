// Package windows improves an elimination order by local search.
//
// A window is a connected part of the elimination tree of at most some hundred
// columns. In whatever order they are eliminated, what is below stays as it is,
// and what is above meets the same clique. So a window is a small problem of its
// own: its order is replaced by one with fewer entries, where one is found, and
// the entries of L become exactly as many fewer.
package windows
