// Package matrix answers requests of the page of docs/site about matrices, as the
// program analyze does: JSON is the same byte for byte.
package matrix
