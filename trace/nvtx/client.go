package nvtx

import (
	"fmt"
	"os"
	"sync"
	"sync/atomic"
)

// Environment is the variable that names the library of a tool.
const Environment = "NVTX_INJECTION64_PATH"

// A Client is the connection to a tool. A nil Client is no connection: its methods,
// and the methods of everything that they return, do nothing. All methods except the
// methods of [Thread] may be called by several goroutines at a time.
type Client struct {
	in      *instance
	library string

	mu      sync.Mutex
	domains map[string]*Domain
}

// process is the client of this process. NVTX attaches a tool once, and no tool
// can be detached.
var process struct {
	once   sync.Once
	client atomic.Pointer[Client]
	err    error
}

// Open attaches the tool that [Environment] names and returns the client of the
// process. Without a tool the client is nil. The error says why a named tool cannot
// be used, in a sentence for a warning: the program can go on with the nil client.
// Further calls return the same.
func Open() (*Client, error) {
	process.once.Do(func() {
		c, err := open(os.Getenv(Environment))
		process.err = err
		process.client.Store(c)
	})
	return process.client.Load(), process.err
}

// open attaches the tool in library.
func open(library string) (*Client, error) {
	if library == "" {
		return nil, nil
	}
	initialize, unload, err := load(library)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", Environment, err)
	}
	c := attach(initialize)
	if c == nil {
		unload()
		return nil, fmt.Errorf("%s: %s: the tool refuses to start: InitializeInjectionNvtx2 returned 0", Environment, library)
	}
	c.library = library
	return c, nil
}

// attach calls the InitializeInjectionNvtx2 of a tool, and returns nil when it
// fails.
func attach(initialize uintptr) *Client {
	in, getExportTable := newInstance()
	if int32(invoke(initialize, getExportTable)) == 0 {
		return nil
	}
	return &Client{in: in, domains: map[string]*Domain{}}
}

// Library returns the path of the tool's library, "" without one.
func (c *Client) Library() string {
	if c == nil {
		return ""
	}
	return c.library
}

// Exit ends the process as os.Exit does. If Open has loaded a tool, Exit calls
// libc's exit, so that the tool writes the data that it holds back. Exit does not
// return. When Exit is called, no goroutine should be in a range.
func Exit(code int) {
	if process.client.Load() != nil {
		exit(code)
	}
	os.Exit(code)
}
