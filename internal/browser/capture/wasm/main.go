//go:build js && wasm

// Wasm answers a request of the page of docs/site for captures: package capture in a browser.
package main

import (
	"github.com/nrkit/nrkit/internal/browser"
	"github.com/nrkit/nrkit/internal/browser/capture"
)

func main() { browser.Serve(capture.Run) }
