package nvtx

import (
	"fmt"
	"runtime"
	"unsafe"
)

// A Thread pushes and pops ranges of a domain on one OS thread. One goroutine
// makes it, uses it and closes it. A nil Thread does nothing and allocates
// nothing.
type Thread struct {
	domain *Domain
	call   call
	depth  int
	bare   int // pops without a push
}

// Thread pins the goroutine to its OS thread until Close. A goroutine may have
// several Threads, of several domains.
func (d *Domain) Thread() *Thread {
	if d == nil {
		return nil
	}
	runtime.LockOSThread()
	return &Thread{domain: d}
}

// Domain returns the domain of the thread.
func (t *Thread) Domain() *Domain {
	if t == nil {
		return nil
	}
	return t.domain
}

// Push opens a range inside the open range.
//
// Cost: the tool, and a call of a C function from Go, some 30 ns.
func (t *Thread) Push(n *Name) {
	if t != nil {
		t.push(n, uintptr(unsafe.Pointer(&n.attr)))
	}
}

// PushValue is Push with a payload.
func (t *Thread) PushValue(n *Name, v Payload) {
	if t != nil {
		t.push(n, t.call.attributes(n, v))
	}
}

func (t *Thread) push(n *Name, attr uintptr) {
	d := t.domain
	if n.domain != d {
		panic(errDomain)
	}
	t.depth++
	if fn := d.in.slot(moduleCore2, domainRangePushEx); fn != 0 {
		t.call.do(fn, d.handle, attr)
		runtime.KeepAlive(n)
	}
}

// Pop closes the range that was opened last. A Pop without an open range is not
// passed on, and Close reports it.
func (t *Thread) Pop() {
	if t == nil {
		return
	}
	if t.depth == 0 {
		t.bare++
		return
	}
	t.depth--
	d := t.domain
	if fn := d.in.slot(moduleCore2, domainRangePop); fn != 0 {
		t.call.do(fn, d.handle, 0)
	}
}

// SetName names the OS thread.
func (t *Thread) SetName(name string) {
	if t == nil {
		return
	}
	if fn := t.domain.in.slot(moduleCore, coreNameOsThreadA); fn != 0 {
		s := cString(name)
		invoke(fn, uintptr(threadID()), uintptr(unsafe.Pointer(&s[0])))
		runtime.KeepAlive(s)
	}
}

// Close closes the ranges that are open and unpins the goroutine. The error says
// how many there were, or how many pops had no push. The Thread is of no use
// after it.
func (t *Thread) Close() error {
	if t == nil {
		return nil
	}
	open, bare := t.depth, t.bare
	for t.depth > 0 {
		t.Pop()
	}
	runtime.UnlockOSThread()
	if open > 0 || bare > 0 {
		return fmt.Errorf("nvtx: got %d ranges open at the end of a thread and %d pops without a push, want none", open, bare)
	}
	return nil
}
