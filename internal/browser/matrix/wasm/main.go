//go:build js && wasm

// Wasm answers a request of the page of docs/site for matrices: package matrix in a browser.
package main

import (
	"github.com/nrkit/nrkit/internal/browser"
	"github.com/nrkit/nrkit/internal/browser/matrix"
)

func main() { browser.Serve(matrix.Run) }
