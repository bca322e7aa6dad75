package main

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"time"

	_ "embed"

	"github.com/nrkit/nrkit/internal/legible"
)

// limit bounds how long a page may take to show itself.
const limit = 2 * time.Minute

// probe defines the object probe, whose functions return what is wrong with the page.
//
//go:embed probe.js
var probe string

// A page is a page in a tab.
type page struct {
	o       *oracle
	c       *testCase
	session string
}

// open opens the page of a case and waits until it has drawn.
func (o *oracle) open(c *testCase) (*page, error) {
	session, err := o.browser.Open("about:blank")
	if err != nil {
		return nil, err
	}
	p := &page{o, c, session}
	start := time.Now()
	if err := errors.Join(p.call("Network.enable", nil), p.call("Page.enable", nil), p.size(1280, "light"), p.call("Page.navigate", map[string]any{"url": "file://" + c.page})); err != nil {
		return nil, err
	}
	for end := time.Now().Add(limit); ; time.Sleep(50 * time.Millisecond) {
		ready, err := o.browser.Evaluate(session, "typeof nrprof")
		if err == nil && ready == "object" {
			break
		}
		if time.Now().After(end) {
			text, _ := o.browser.Evaluate(session, "document.getElementById('timeline')?.innerText")
			return nil, fmt.Errorf("the page does not draw: %q: %w", text, err)
		}
	}
	info, err := os.Stat(c.page)
	if err != nil {
		return nil, err
	}
	fmt.Printf("%-8s %8d ranges, page of %6.2f MB, shown after %.2f s\n", c.name, len(c.rows), float64(info.Size())/1e6, time.Since(start).Seconds())
	_, err = o.browser.Evaluate(session, probe)
	return p, err
}

func (p *page) close() { _ = p.call("Page.close", nil) } // the browser ends soon

func (p *page) call(method string, params map[string]any) error {
	if params == nil {
		params = map[string]any{}
	}
	return p.o.browser.Call(p.session, method, params, nil)
}

// right evaluates an expression that returns what is wrong, "" for nothing.
func (p *page) right(expression string) error {
	text, err := p.o.browser.Evaluate(p.session, expression)
	if err == nil && text != "" {
		err = errors.New(text)
	}
	return err
}

// size sets the size of the display and its colours.
func (p *page) size(width int, scheme string) error {
	return errors.Join(
		p.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}),
		p.call("Emulation.setEmulatedMedia", map[string]any{"features": []any{map[string]any{"name": "prefers-color-scheme", "value": scheme}}}))
}

// decoded compares the ranges that the page has with the rows of the export.
func (p *page) decoded() error {
	type total struct {
		Count int64 `json:"count"`
		NS    int64 `json:"ns"`
		Begin int64 `json:"begin"`
	}
	totals := map[string]*total{}
	for _, r := range p.c.rows {
		name := legible.Text(r.Name)
		if totals[name] == nil {
			totals[name] = &total{}
		}
		totals[name].Count++
		totals[name].NS += r.NS
		totals[name].Begin += r.Start - p.c.rows[0].Start
	}
	text, err := json.Marshal(totals)
	if err != nil {
		return err
	}
	return p.right("probe.decoded(" + string(text) + ")")
}

// drawn looks for single ranges on the canvas, by their colour and by hit tests.
func (p *page) drawn() error { return p.right("probe.drawn()") }

// levels compares the pixels of rows with all ranges, at several scales.
func (p *page) levels() error { return p.right("probe.levels()") }

// searches compares the matches of a search with the rows.
func (p *page) searches() error {
	wanted := legible.Text(p.c.rows[len(p.c.rows)/2].Name)
	n := 0
	for _, r := range p.c.rows {
		if strings.Contains(strings.ToLower(legible.Text(r.Name)), strings.ToLower(wanted)) {
			n++
		}
	}
	return p.right(fmt.Sprintf("probe.searches(%q, %d)", wanted, n))
}

// uses clicks on ranges and presses keys.
func (p *page) uses() error {
	text, err := p.o.browser.Evaluate(p.session, "JSON.stringify(probe.target())")
	if err != nil {
		return err
	}
	var at struct {
		X, Y float64
		Name string
	}
	if err := json.Unmarshal([]byte(text), &at); err != nil {
		return err
	}
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		if err := p.call("Input.dispatchMouseEvent", map[string]any{"type": kind, "x": at.X, "y": at.Y, "button": "left", "clickCount": 1}); err != nil {
			return err
		}
	}
	if err := p.right("probe.clicked()"); err != nil {
		return err
	}
	for _, key := range []string{"w", "d", "a", "s", "+", "-", "f", "z", ".", ",", "]", "[", "ArrowLeft", "ArrowRight", "Home", "End", "n"} {
		text := key
		if len(key) > 1 {
			text = ""
		}
		if err := errors.Join(p.right("probe.before()"), p.o.browser.Press(p.session, key, text, 0), p.right(fmt.Sprintf("probe.pressed(%q)", key))); err != nil {
			return err
		}
	}
	if err := p.call("Input.dispatchMouseEvent", map[string]any{"type": "mouseWheel", "x": at.X, "y": at.Y, "deltaX": 0, "deltaY": -200}); err != nil {
		return err
	}
	return p.right("probe.wheeled()")
}

// looks measures the page, and takes pictures.
func (p *page) looks() error {
	var errs []error
	for _, width := range []int{1280, 390} {
		for _, scheme := range []string{"light", "dark"} {
			err := errors.Join(p.size(width, scheme), p.right("probe.looks()"))
			if err != nil {
				err = fmt.Errorf("%d pixels, %s: %w", width, scheme, err)
			}
			errs = append(errs, err, p.shoot(fmt.Sprintf("%s-%d-%s.png", p.c.name, width, scheme)))
		}
	}
	return errors.Join(append(errs, p.size(1280, "light"))...)
}

// shoot takes a picture of the page.
func (p *page) shoot(name string) error {
	if p.o.shots == "" {
		return nil
	}
	var shot struct{ Data string }
	if err := p.o.browser.Call(p.session, "Page.captureScreenshot", map[string]any{"captureBeyondViewport": true,
		"clip": map[string]any{"x": 0, "y": 0, "width": 1280, "height": 3000, "scale": 1}}, &shot); err != nil {
		return err
	}
	image, err := base64.StdEncoding.DecodeString(shot.Data)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(p.o.shots, name), image, 0o666)
}

// frames measures frames while the timeline moves, at several scales. Times of the clock
// depend on what else runs on the machine; the CPU time of all processes of the browser
// hardly does.
func (p *page) frames() error {
	for _, scale := range []int{1, 10, 100, 10000} {
		before, err := p.cpu()
		if err != nil {
			return err
		}
		text, err := p.o.browser.Evaluate(p.session, fmt.Sprintf("probe.frames(%d).then(JSON.stringify)", scale))
		if err != nil {
			return err
		}
		var r struct{ Frames, Script, Frame, Late float64 }
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			return err
		}
		after, err := p.cpu()
		if err != nil {
			return err
		}
		fmt.Printf("1/%-5d of the trace: %.1f ms of CPU per frame; median script %.1f ms, median frame %.1f ms (99 %%: %.1f ms), %.0f frames/s\n",
			scale, 1000*(after-before)/r.Frames, r.Script, r.Frame, r.Late, 1000/r.Frame)
	}
	return nil
}

// cpu returns the CPU time of all processes of the browser, in seconds.
func (p *page) cpu() (sum float64, err error) {
	var info struct{ ProcessInfo []struct{ CPUTime float64 } }
	err = p.o.browser.Call("", "SystemInfo.getProcessInfo", map[string]any{}, &info)
	for _, process := range info.ProcessInfo {
		sum += process.CPUTime
	}
	return sum, err
}

// confined checks that the page requested only itself, and that its policy forbids
// requests, pictures and other scripts.
func (p *page) confined() error {
	asked := make(chan string, 10)
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- r.URL.Path
		w.Header().Set("Access-Control-Allow-Origin", "*")
	}))
	defer elsewhere.Close()
	for _, e := range p.o.browser.Events() {
		if e.Session == p.session && e.Method == "Network.requestWillBeSent" && !strings.Contains(string(e.Params), `"url":"file://`+p.c.page+`"`) {
			return fmt.Errorf("the page requested something: %.300s", e.Params)
		}
	}
	if err := p.right(fmt.Sprintf("probe.confined(%q)", elsewhere.URL)); err != nil {
		return err
	}
	select {
	case path := <-asked:
		return fmt.Errorf("another server was asked for %s", path)
	default:
		return nil
	}
}
