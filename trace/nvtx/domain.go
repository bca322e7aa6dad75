package nvtx

import (
	"runtime"
	"sync"
	"unsafe"
)

// A Domain separates the ranges of one library or program from other ranges.
type Domain struct {
	in     *instance
	handle uintptr

	mu         sync.Mutex
	names      map[string]*Name
	categories map[string]Category
	calls      sync.Pool // of *call
}

// A Category groups ranges and marks of a domain. The zero Category means no
// category.
type Category uint32

// Domain returns the domain called name, and makes it when it is new; "" is the
// default domain.
func (c *Client) Domain(name string) *Domain {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	d := c.domains[name]
	if d == nil {
		d = &Domain{in: c.in, names: map[string]*Name{}, categories: map[string]Category{}}
		d.calls.New = func() any { return &call{} }
		if name != "" {
			d.handle = d.in.text(domainCreateA, name)
		}
		c.domains[name] = d
	}
	return d
}

// text calls a function of CORE2 whose last argument is a text.
func (in *instance) text(function int, text string, before ...uintptr) uintptr {
	fn := in.slot(moduleCore2, function)
	if fn == 0 {
		return 0
	}
	s := cString(text)
	r := invoke(fn, append(before, uintptr(unsafe.Pointer(&s[0])))...)
	runtime.KeepAlive(s)
	return r
}

// Category returns the category called name, and makes it when it is new.
func (d *Domain) Category(name string) Category {
	if d == nil {
		return 0
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	c, ok := d.categories[name]
	if !ok {
		c = Category(len(d.categories) + 1)
		d.in.text(domainNameCategoryA, name, d.handle, uintptr(c))
		d.categories[name] = c
	}
	return c
}

// Mark shows an instant.
func (d *Domain) Mark(n *Name) { d.MarkValue(n, Payload{}) }

// MarkValue is Mark with a payload.
func (d *Domain) MarkValue(n *Name, v Payload) {
	if d != nil {
		d.event(domainMarkEx, n, v)
	}
}

// A Range is a range that Start has opened. The zero Range is no range.
type Range struct {
	d  *Domain
	id uintptr // 64 bits, as nvtxRangeId_t has
}

// Start opens a range that may end on another thread, and need not nest.
func (d *Domain) Start(n *Name) Range { return d.StartValue(n, Payload{}) }

// StartValue is Start with a payload.
func (d *Domain) StartValue(n *Name, v Payload) Range {
	if d == nil {
		return Range{}
	}
	return Range{d, d.event(domainRangeStartEx, n, v)}
}

// End closes the range. Each range ends once.
func (r Range) End() {
	if r.d == nil {
		return
	}
	if fn := r.d.in.slot(moduleCore2, domainRangeEnd); fn != 0 {
		c := r.d.calls.Get().(*call)
		c.do(fn, r.d.handle, r.id)
		r.d.calls.Put(c)
	}
}

// event calls a function that takes a domain and attributes.
func (d *Domain) event(function int, n *Name, v Payload) uintptr {
	if n.domain != d {
		panic(errDomain)
	}
	fn := d.in.slot(moduleCore2, function)
	if fn == 0 {
		return 0
	}
	c := d.calls.Get().(*call)
	r := c.do(fn, d.handle, c.attributes(n, v))
	d.calls.Put(c)
	runtime.KeepAlive(n)
	return r
}
