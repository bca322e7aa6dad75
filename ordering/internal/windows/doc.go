// Package windows improves an elimination order by local search.
//
// A window is a connected part of the elimination tree with at most some hundred
// columns. In whatever order the window is eliminated, the columns below it stay as
// they are, and the columns above it meet the same clique. A window is therefore a
// small problem of its own. If an order with fewer entries is found, it replaces the
// order of the window, and L loses exactly that many entries.
package windows
