//go:build !nonvtx && ((linux && !android) || darwin || windows) && (amd64 || arm64)

package nvtx

import (
	"encoding/binary"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
)

// layout returns the bytes of nvtxEventAttributes_t, field by field at the
// offsets that the header gives them on 64-bit systems.
func layout(category uint32, colorType int32, color uint32, payloadType int32, payload uint64, messageType int32, message uint64) (b [48]byte) {
	le := binary.LittleEndian
	le.PutUint16(b[0:], 3)
	le.PutUint16(b[2:], 48)
	le.PutUint32(b[4:], category)
	le.PutUint32(b[8:], uint32(colorType))
	le.PutUint32(b[12:], color)
	le.PutUint32(b[16:], uint32(payloadType))
	le.PutUint64(b[24:], payload)
	le.PutUint32(b[32:], uint32(messageType))
	le.PutUint64(b[40:], message)
	return b
}

// The tool sees two export tables and six modules of the sizes in the headers.
func TestHandshake(t *testing.T) {
	f := fakeTool{answer: 1}
	if f.attached(t) == nil {
		t.Fatal("want a client")
	}
	want := []string{"version 24 3", "callbacks 16", "module 0 0 0", "module 1 1 16", "module 2 1 9", "module 3 1 15",
		"module 4 1 7", "module 5 1 16", "module 6 1 7", "module 7 0 0"}
	if !slices.Equal(f.asked, want) {
		t.Errorf("want %q, got %q", want, f.asked)
	}
}

// Every function of the tool gets its arguments as C would pass them.
func TestCalls(t *testing.T) {
	f := fakeTool{answer: 1}
	c := f.attached(t)
	d := c.Domain("solver")
	cat := d.Category("newton")
	step, iteration := d.Register("timestep").WithColor(0xff76b900), d.Register("nr_iteration").WithCategory(cat)
	th := d.Thread()
	th.SetName("main loop")
	th.Push(step)
	th.PushValue(iteration, Int64(-2))
	th.Pop()
	th.Pop()
	if err := th.Close(); err != nil {
		t.Error(err)
	}
	d.Mark(step)
	d.MarkValue(step, Float64(0.5))
	r := d.StartValue(iteration, Uint64(1<<63))
	r.End()
	d.Start(step).End()
	plain := c.Domain("").Register("plain")
	c.Domain("").Mark(plain)

	const domain, stepText, iterationText, plainText = 0x1010, 0x1030, 0x1040, 0x1000 + 0x10*16
	stepAttr := layout(0, 1, 0xff76b900, 0, 0, 3, stepText)
	want := []fakeCall{
		{function: "create", text: "solver"},
		{function: "category", domain: domain, id: 1, text: "newton"},
		{function: "register", domain: domain, text: "timestep"},
		{function: "register", domain: domain, text: "nr_iteration"},
		{function: "thread", id: uint64(f.calls[4].thread), text: "main loop"},
		{function: "push", domain: domain, attr: stepAttr},
		{function: "push", domain: domain, attr: layout(1, 0, 0, 2, 1<<64-2, 3, iterationText)},
		{function: "pop", domain: domain},
		{function: "pop", domain: domain},
		{function: "mark", domain: domain, attr: stepAttr},
		{function: "mark", domain: domain, attr: layout(0, 1, 0xff76b900, 3, math.Float64bits(0.5), 3, stepText)},
		{function: "start", domain: domain, attr: layout(1, 0, 0, 1, 1<<63, 3, iterationText)},
		{function: "end", domain: domain, id: 1<<60 | 0x1000 + 0x10*12},
		{function: "start", domain: domain, attr: stepAttr},
		{function: "end", domain: domain, id: 1<<60 | 0x1000 + 0x10*14},
		{function: "register", text: "plain"},
		{function: "mark", attr: layout(0, 0, 0, 0, 0, 3, plainText)},
	}
	if len(f.calls) != len(want) {
		t.Fatalf("want %d calls, got %+v", len(want), f.calls)
	}
	for k, w := range want {
		got := f.calls[k]
		got.thread = 0
		if got != w {
			t.Errorf("call %d: want\n%+v, got\n%+v", k, w, got)
		}
	}
	for _, c := range f.calls[4:9] {
		if c.thread != f.calls[4].thread {
			t.Errorf("want the calls of a thread on one, got %d and %d", f.calls[4].thread, c.thread)
		}
	}
}

// Numbers have the type and the bits that the header gives them.
func TestPayload(t *testing.T) {
	for _, c := range []struct {
		got  Payload
		kind int32
		bits uint64
	}{
		{Payload{}, 0, 0}, {Uint64(math.MaxUint64), 1, math.MaxUint64}, {Int64(-1), 2, math.MaxUint64}, {Float64(-2), 3, 0xc000000000000000},
		{Uint32(7), 4, 7}, {Int32(-1), 5, math.MaxUint32}, {Float32(1), 6, 0x3f800000},
	} {
		if c.got.kind != c.kind || c.got.bits != c.bits {
			t.Errorf("want %d, %#x, got %+v", c.kind, c.bits, c.got)
		}
	}
}

// Texts, domains and categories are made once.
func TestOnce(t *testing.T) {
	f := fakeTool{answer: 1}
	c := f.attached(t)
	d := c.Domain("a")
	x := d.Register("x")
	if c.Domain("a") != d || c.Domain("b") == d || d.Register("x") != x || d.Category("k") != 1 || d.Category("l") != 2 || d.Category("k") != 1 {
		t.Error("want one of each")
	}
	if len(f.calls) != 5 {
		t.Errorf("want 5 calls, got %+v", f.calls)
	}
	if x.WithColor(1) == x || x.attr.color != 0 {
		t.Error("a colour changes the name it was asked of")
	}
}

// A tool that registers no texts gets the text itself, and one that creates no
// domains the default domain.
func TestPoorTool(t *testing.T) {
	f := fakeTool{answer: 1, leave: []int{domainRegisterStringA, domainCreateA, domainNameCategoryA}}
	c := f.attached(t)
	d := c.Domain("solver")
	n := d.Register("grüße").WithCategory(d.Category("none")).WithColor(2)
	runtime.GC()
	d.Mark(n)
	if len(f.calls) != 1 || f.calls[0].domain != 0 {
		t.Fatalf("want one mark in the default domain, got %+v", f.calls)
	}
	b := f.calls[0].attr
	if got := goString(uintptr(binary.LittleEndian.Uint64(b[40:]))); got != "grüße" || b[32] != 1 {
		t.Errorf("want the text as ASCII, got %q of type %d", got, b[32])
	}
	runtime.KeepAlive(n)
}

// A tool that provides nothing is called with nothing.
func TestEmptyTool(t *testing.T) {
	f := fakeTool{answer: 1, leave: []int{1, 2, 3, 4, 5, 8, 10, 12}}
	d := f.attached(t).Domain("solver")
	th, n := d.Thread(), d.Register("x")
	th.Push(n)
	th.PushValue(n, Int64(1))
	th.Pop()
	d.Mark(n)
	d.Start(n).End()
	if err := th.Close(); err == nil {
		t.Error("want an error, a range is open")
	}
	if len(f.calls) != 0 {
		t.Errorf("want no call, got %+v", f.calls)
	}
}

// A tool that refuses is none, whatever it has put into the slots.
func TestRefusal(t *testing.T) {
	for _, answer := range []uintptr{0, 1 << 32} { // the result has 32 bits
		f := fakeTool{answer: answer}
		if c := f.attached(t); c != nil {
			t.Errorf("%#x: want no client", answer)
		}
	}
}

// Close ends what is open, and says what was wrong with the nesting.
func TestNesting(t *testing.T) {
	f := fakeTool{answer: 1}
	d := f.attached(t).Domain("solver")
	n := d.Register("x")
	th := d.Thread()
	th.Pop()
	th.Push(n)
	th.Push(n)
	th.Push(n)
	th.Pop()
	f.calls = nil
	err := th.Close()
	if err == nil || !strings.Contains(err.Error(), "2 ranges open at the end of a thread and 1 pops") {
		t.Errorf("want an error about 2 ranges and 1 pop, got %v", err)
	}
	if len(f.calls) != 2 || f.calls[0].function != "pop" || f.calls[1].function != "pop" {
		t.Errorf("want 2 pops, got %+v", f.calls)
	}
}

// A name of another domain is a mistake of the program.
func TestOtherDomain(t *testing.T) {
	f := fakeTool{answer: 1}
	c := f.attached(t)
	n := c.Domain("a").Register("x")
	th := c.Domain("b").Thread()
	defer th.Close()
	for _, call := range []func(){func() { th.Push(n) }, func() { th.PushValue(n, Int64(1)) }, func() { c.Domain("b").Mark(n) }, func() { c.Domain("b").Start(n) }} {
		func() {
			defer func() {
				if got := recover(); got != errDomain {
					t.Errorf("want a panic with %q, got %v", errDomain, got)
				}
			}()
			call()
		}()
	}
}

// Threads push at the same time, each on its own OS thread, and a range may end
// on another.
func TestThreads(t *testing.T) {
	const threads, ranges = 8, 50
	f := fakeTool{answer: 1}
	d := f.attached(t).Domain("solver")
	var wg sync.WaitGroup
	started := make(chan Range, threads)
	for k := range threads {
		wg.Go(func() {
			th := d.Thread()
			n := d.Register("work")
			started <- d.Start(n)
			for range ranges {
				th.PushValue(n, Int64(int64(k)))
				runtime.Gosched()
				th.Pop()
			}
			if err := th.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	for range threads {
		(<-started).End()
	}
	wg.Wait()
	depth, of := map[uint32]int{}, map[uint64]uint32{}
	count := map[string]int{}
	for _, c := range f.calls {
		count[c.function]++
		switch c.function {
		case "push":
			depth[c.thread]++
			k := binary.LittleEndian.Uint64(c.attr[24:])
			if of[k] == 0 {
				of[k] = c.thread
			}
			if of[k] != c.thread || depth[c.thread] != 1 {
				t.Fatalf("worker %d pushes on thread %d to depth %d, and on %d before", k, c.thread, depth[c.thread], of[k])
			}
		case "pop":
			depth[c.thread]--
		}
	}
	if count["push"] != threads*ranges || count["pop"] != threads*ranges || count["start"] != threads || count["end"] != threads || count["register"] != 1 {
		t.Errorf("want each push, pop, start and end, got %v", count)
	}
}

// Without a tool nothing happens, and nothing is allocated.
func TestNil(t *testing.T) {
	var c *Client
	if c.Library() != "" {
		t.Error("want no library")
	}
	if n := testing.AllocsPerRun(100, func() { useAll(t, c) }); n != 0 {
		t.Errorf("want no allocation, got %v", n)
	}
}

// useAll calls everything a client has.
func useAll(t *testing.T, c *Client) {
	d := c.Domain("solver")
	n := d.Register("x").WithColor(1).WithCategory(d.Category("k"))
	th := d.Thread()
	th.SetName("main")
	th.Push(n)
	th.PushValue(n, Int64(1))
	th.Pop()
	th.Pop()
	th.Domain().Mark(n)
	d.MarkValue(n, Float64(1))
	d.Start(n).End()
	d.StartValue(n, Uint32(1)).End()
	if err := th.Close(); err != nil {
		t.Error(err)
	}
}
