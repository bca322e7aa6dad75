// Package plot draws matrices, levels, trees and speed-ups with the canvases
// of gonum/plot, as SVG or PNG, and writes trees for Graphviz. The same input
// gives the same bytes.
//
// It is a package of its own so that programs that draw nothing link no fonts.
package plot
