//go:build !nonvtx && ((linux && !android) || darwin || windows) && (amd64 || arm64)

package nvtx

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"unsafe"
)

// A fakeTool is a tool written in Go: it attaches as one in C does, and notes
// what it is called with.
type fakeTool struct {
	t      *testing.T
	answer uintptr // of InitializeInjectionNvtx2
	leave  []int   // functions of CORE2 it does not provide
	asked  []string

	mu    sync.Mutex
	calls []fakeCall
	next  uintptr // handle
}

// A fakeCall is what a function of the tool was called with.
type fakeCall struct {
	function string
	domain   uintptr
	id       uint64 // of a range, a category or a thread; a handle that was returned
	text     string
	attr     [48]byte
	thread   uint32
}

// at reads what C memory holds at an address.
func at[T any](address uintptr) T { return **(**T)(unsafe.Pointer(&address)) }

// goString reads a C string.
func goString(address uintptr) string {
	var b []byte
	for c := at[byte](address); c != 0; c = at[byte](address) {
		b = append(b, c)
		address++
	}
	return string(b)
}

// attached returns a client of the tool, nil when it refuses.
func (f *fakeTool) attached(t *testing.T) *Client {
	f.t, f.next = t, 0x1000
	return attach(newCallback(f.initialize))
}

// initialize is InitializeInjectionNvtx2.
func (f *fakeTool) initialize(getExportTable uintptr) uintptr {
	for _, id := range []uintptr{0, 2, 4} {
		if got := invoke(getExportTable, id); got != 0 {
			f.t.Errorf("export table %d: want none, got %#x", id, got)
		}
	}
	info := invoke(getExportTable, 3)
	f.asked = append(f.asked, fmt.Sprint("version ", at[uintptr](info), at[uint32](info+8)))
	invoke(at[uintptr](info+16), 1)
	callbacks := invoke(getExportTable, 1)
	f.asked = append(f.asked, fmt.Sprint("callbacks ", at[uintptr](callbacks)))
	getModule := at[uintptr](callbacks + 8)
	out := new(struct {
		table uintptr
		size  uint32
	})
	for module := range uintptr(8) {
		*out = struct {
			table uintptr
			size  uint32
		}{}
		r := invoke(getModule, module, uintptr(unsafe.Pointer(&out.table)), uintptr(unsafe.Pointer(&out.size)))
		f.asked = append(f.asked, fmt.Sprint("module ", module, r, out.size))
		if r == 0 {
			continue
		}
		if invoke(getModule, module, 0, 0) != 1 || at[uintptr](out.table) != 0 || at[uintptr](out.table+uintptr(out.size)*8) != 0 {
			f.t.Errorf("module %d: want a table that begins and ends with null", module)
		}
		switch module {
		case 1:
			f.fill(out.table, map[int]any{14: f.nameThread}, nil)
		case 5:
			f.fill(out.table, map[int]any{1: f.mark, 2: f.start, 3: f.end, 4: f.push, 5: f.pop, 8: f.category, 10: f.register, 12: f.create}, f.leave)
		}
	}
	return f.answer
}

// fill writes functions into the slots that a table points to.
func (f *fakeTool) fill(table uintptr, functions map[int]any, leave []int) {
	for id, fn := range functions {
		if !slices.Contains(leave, id) {
			slot := at[uintptr](table + uintptr(id)*8)
			**(**uintptr)(unsafe.Pointer(&slot)) = newCallback(fn)
		}
	}
}

func (f *fakeTool) note(c fakeCall) uintptr {
	f.mu.Lock()
	defer f.mu.Unlock()
	c.thread = threadID()
	f.next += 0x10
	f.calls = append(f.calls, c)
	return f.next
}

func (f *fakeTool) mark(domain uintptr, a *[48]byte) uintptr {
	return f.note(fakeCall{function: "mark", domain: domain, attr: *a})
}

func (f *fakeTool) start(domain uintptr, a *[48]byte) uintptr {
	return f.note(fakeCall{function: "start", domain: domain, attr: *a}) | 1<<60
}

func (f *fakeTool) end(domain uintptr, id uint64) uintptr {
	return f.note(fakeCall{function: "end", domain: domain, id: id})
}

func (f *fakeTool) push(domain uintptr, a *[48]byte) uintptr {
	return f.note(fakeCall{function: "push", domain: domain, attr: *a})
}

func (f *fakeTool) pop(domain uintptr) uintptr {
	return f.note(fakeCall{function: "pop", domain: domain})
}

func (f *fakeTool) category(domain uintptr, id uint32, text uintptr) uintptr {
	return f.note(fakeCall{function: "category", domain: domain, id: uint64(id), text: goString(text)})
}

func (f *fakeTool) register(domain, text uintptr) uintptr {
	return f.note(fakeCall{function: "register", domain: domain, text: goString(text)})
}

func (f *fakeTool) create(text uintptr) uintptr {
	return f.note(fakeCall{function: "create", text: goString(text)})
}

func (f *fakeTool) nameThread(id uint32, text uintptr) uintptr {
	return f.note(fakeCall{function: "thread", id: uint64(id), text: goString(text)})
}
