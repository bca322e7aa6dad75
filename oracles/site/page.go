package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nrkit/nrkit/internal/testkit/chromium"
)

// A page is the page of docs/site in a browser, with the server that it comes from.
type page struct {
	browser   *chromium.Browser
	session   string
	server    *httptest.Server
	downloads string // folder for what is saved

	mu       sync.Mutex
	requests []string // to the server
}

// openPage starts a browser and opens the page. The browser finds no other server.
func (o *oracle) openPage(fragment string) (*page, error) {
	p := &page{downloads: filepath.Join(o.dir, "downloads")}
	files := http.FileServer(http.Dir(o.site))
	p.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		p.requests = append(p.requests, r.URL.Path)
		p.mu.Unlock()
		files.ServeHTTP(w, r)
	}))
	profile, err := os.MkdirTemp(o.dir, "profile")
	if err != nil {
		return nil, err
	}
	if p.browser, err = chromium.Start(o.chromium, profile, "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"); err != nil {
		return nil, err
	}
	if p.session, err = p.browser.Open("about:blank"); err != nil {
		return nil, err
	}
	for _, call := range []struct {
		session, method string
		params          any
	}{
		{"", "Browser.setDownloadBehavior", map[string]any{"behavior": "allow", "downloadPath": p.downloads, "eventsEnabled": true}},
		{p.session, "Network.enable", nil},
		{p.session, "Log.enable", nil},
		{p.session, "Runtime.enable", nil},
		{p.session, "Page.enable", nil},
		{p.session, "Page.navigate", map[string]any{"url": p.server.URL + "/" + fragment}},
	} {
		if err := p.browser.Call(call.session, call.method, call.params, nil); err != nil {
			return nil, err
		}
	}
	return p, p.until("document.readyState === 'complete' && location.protocol === 'http:'")
}

// close ends the browser and the server.
func (p *page) close() {
	p.browser.End()
	p.server.Close()
}

// value returns the value of an expression of JavaScript.
func (p *page) value(format string, args ...any) (string, error) {
	return p.browser.Evaluate(p.session, fmt.Sprintf(format, args...))
}

// until waits until an expression is true.
func (p *page) until(format string, args ...any) error {
	got := ""
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		var err error
		if got, err = p.value(format, args...); err != nil {
			return err
		}
		if got == "true" {
			return nil
		}
	}
	return fmt.Errorf("%s: got %s", fmt.Sprintf(format, args...), got)
}

// is checks that an expression has a value.
func (p *page) is(want, format string, args ...any) error {
	got, err := p.value(format, args...)
	if err == nil && got != want {
		err = fmt.Errorf("%s: got %q, want %q", fmt.Sprintf(format, args...), got, want)
	}
	return err
}

// give gives files to the page, as the dialog of the browser does.
func (p *page) give(paths []string) error {
	var absolute []string
	for _, path := range paths {
		path, err := filepath.Abs(path)
		if err != nil {
			return err
		}
		absolute = append(absolute, path)
	}
	var document struct{ Root struct{ NodeID int } }
	if err := p.browser.Call(p.session, "DOM.getDocument", nil, &document); err != nil {
		return err
	}
	var input struct{ NodeID int }
	if err := p.browser.Call(p.session, "DOM.querySelector", map[string]any{"nodeId": document.Root.NodeID, "selector": "#files"}, &input); err != nil {
		return err
	}
	return p.browser.Call(p.session, "DOM.setFileInputFiles", map[string]any{"nodeId": input.NodeID, "files": absolute}, nil)
}

// ended is true when the page shows an answer.
const ended = "!document.body.hasAttribute('aria-busy') && (!document.getElementById('result').hidden || !document.getElementById('problem').hidden)"

// answered returns the files of the answer that c wants, or the error.
func (p *page) answered(c *testCase) (files map[string][]byte, message string, err error) {
	if err := p.until(ended); err != nil {
		return nil, "", err
	}
	if message, err = p.value("document.getElementById('problem').hidden ? '' : document.getElementById('problem').textContent"); err != nil || message != "" {
		return nil, message, err
	}
	files = map[string][]byte{}
	for name := range c.want {
		if files[name], err = p.save(name); err != nil {
			return nil, "", err
		}
	}
	return files, "", nil
}

// save presses the link of a file and returns what the browser saves.
func (p *page) save(name string) ([]byte, error) {
	path := filepath.Join(p.downloads, name)
	completed := func() int {
		n := 0
		for _, e := range p.browser.Events() {
			if e.Method == "Browser.downloadProgress" && strings.Contains(string(e.Params), `"state":"completed"`) {
				n++
			}
		}
		return n
	}
	before := completed()
	if err := p.is("1", "[...document.querySelectorAll('#save a')].filter((a) => a.textContent === %q && (a.click(), true)).length", name); err != nil {
		return nil, err
	}
	for end := time.Now().Add(limit); completed() == before; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			return nil, fmt.Errorf("%s was not saved", name)
		}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return text, os.Remove(path)
}

// link sets the options and the example of the address.
func (p *page) link(example string, options map[string]string) error {
	values := url.Values{}
	for name, value := range options {
		values.Set(name, value)
	}
	if example != "" {
		values.Set("example", example)
	}
	_, err := p.value("location.hash = %q", values.Encode())
	return err
}

// parts are the files that the page loads, once each.
var parts = []string{"/", "/capture.wasm.gz", "/matrix.wasm.gz", "/page.js", "/report.css", "/site.css", "/worker.js"}

// quiet checks that the page asked for its parts and for nothing else, and that the
// browser logged no error, such as a violation of the policy of the page.
func (p *page) quiet(parts []string) error {
	p.mu.Lock()
	got := slices.Sorted(slices.Values(p.requests))
	p.mu.Unlock()
	if !slices.Equal(got, parts) {
		return fmt.Errorf("the page asked for %q, want %q", got, parts)
	}
	for _, e := range p.browser.Events() {
		text := string(e.Params)
		switch e.Method {
		case "Network.requestWillBeSent":
			if !strings.Contains(text, `"url":"`+p.server.URL+"/") && !strings.Contains(text, `"url":"data:`) && !strings.Contains(text, `"url":"blob:`) {
				return fmt.Errorf("the page sent a request: %s", text)
			}
		case "Log.entryAdded", "Runtime.exceptionThrown", "Runtime.consoleAPICalled":
			return fmt.Errorf("the browser says %s: %s", e.Method, text)
		}
	}
	return nil
}
