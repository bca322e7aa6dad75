// Package lanes puts ranges that were found in any order onto tracks on which they
// nest, and makes events of the ranges. Importers use it if their formats do not
// promise nesting.
package lanes
