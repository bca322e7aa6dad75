package nvtx

import "unsafe"

// A call is memory for the arguments of a function of a tool: such memory must
// not lie on the stack of a goroutine, which moves. One goroutine uses it at a
// time.
type call struct {
	fn, a, b, result uintptr // in the order that the trampoline reads
	attr             attributes
}

// attributes returns the address of attributes that are good for one call.
func (c *call) attributes(n *Name, v Payload) uintptr {
	c.attr = n.attr
	c.attr.payloadType, c.attr.payload = v.kind, v.bits
	return uintptr(unsafe.Pointer(&c.attr))
}

// do calls a C function with two arguments, of which it may take fewer.
func (c *call) do(fn, a, b uintptr) uintptr {
	c.fn, c.a, c.b = fn, a, b
	c.run()
	return c.result
}
