//go:build !nonvtx && ((linux && !android && arm64) || (darwin && arm64) || (windows && (amd64 || arm64)))

package nvtx

// run makes the call.
func (c *call) run() { c.result = invoke(c.fn, c.a, c.b) }
