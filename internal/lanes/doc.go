// Package lanes puts ranges that were found in any order, with begins and ends,
// onto tracks on which they nest, and makes events of them, for the importers
// whose formats promise no nesting.
package lanes
