package browser

import (
	"context"
	"encoding/json"
	"runtime/debug"
	"syscall/js"

	"github.com/nrkit/nrkit/internal/hint"
)

// A collection of garbage takes time from the only thread. So there are few, while
// there is memory, of which a browser gives at most 4 GiB.
const (
	garbage     = 400     // percent of what is in use, before a collection
	memoryLimit = 3 << 30 // bytes from which on collections are more frequent
)

// Serve does one request of the page. The object nrkit of the global scope has the
// request as JSON, and functions that take what comes of it: progress(done, total,
// step), verdict(body) and file(name, type, bytes), and at the end report(command, body)
// or failed(message, advice).
func Serve(run func(context.Context, *Request, Page) (*Result, error)) {
	debug.SetGCPercent(garbage)
	debug.SetMemoryLimit(memoryLimit)
	page := js.Global().Get("nrkit")
	var request Request
	err := json.Unmarshal([]byte(page.Get("request").String()), &request)
	var result *Result
	if err == nil {
		result, err = run(context.Background(), &request, Page{
			Progress: func(done, total int, step string) { page.Call("progress", done, total, step) },
			Verdict:  func(body string) { page.Call("verdict", body) },
		})
	}
	if err != nil {
		page.Call("failed", err.Error(), hint.Of(err))
		return
	}
	for _, f := range result.Files {
		bytes := js.Global().Get("Uint8Array").New(len(f.Bytes))
		js.CopyBytesToJS(bytes, f.Bytes)
		page.Call("file", f.Name, f.Type, bytes)
	}
	page.Call("report", result.Command, result.Body)
}
