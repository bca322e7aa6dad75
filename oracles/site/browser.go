package main

import (
	"cmp"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// inChromium compares all cases on the page, and looks at the page.
func (o *oracle) inChromium() error {
	p, err := o.openPage("")
	if err != nil {
		return err
	}
	defer p.close()
	start := time.Now()
	errs := []error{}
	for _, c := range o.cases {
		begin := time.Now()
		err := p.answers(c)
		errs = append(errs, c.report("chromium", time.Since(begin), err))
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	fmt.Printf("chromium: %d requests have the answers of the programs, in %.0f s\n", len(o.cases), time.Since(start).Seconds())
	if err := errors.Join(o.hostile(p), o.drops(p), p.keyboard(), p.cancels(), o.looks(p)); err != nil {
		return err
	}
	if err := p.quiet(parts); err != nil {
		return err
	}
	fmt.Printf("chromium: the page loaded %s, once each, and nothing else\n", strings.Join(parts, " "))
	if err := p.confined(); err != nil {
		return err
	}
	verdict, whole, err := o.firstVerdict(true)
	fmt.Printf("chromium: the first verdict, of c6288, after %.2f s, with tables and drawings after %.2f s\n", verdict.Seconds(), whole.Seconds())
	return err
}

// answers compares one case.
func (p *page) answers(c *testCase) error {
	if err := p.link(c.example, c.options); err != nil {
		return err
	}
	if c.example == "" {
		if err := p.give(c.paths); err != nil {
			return err
		}
	}
	files, message, err := p.answered(c)
	if err != nil {
		return fmt.Errorf("%s: %w", c, err)
	}
	// Advice of the page follows the message.
	if c.want == nil && strings.HasPrefix(message, c.message) {
		message = c.message
	}
	return c.judge(files, message)
}

// hostile checks that the name of a file is text on the page.
func (o *oracle) hostile(p *page) error {
	path := filepath.Join(o.dir, `<img src=x onerror="document.title=1">.mtx`)
	text, err := os.ReadFile("testdata/bridge.mtx")
	if err != nil {
		return err
	}
	if err := os.WriteFile(path, text, 0o666); err != nil {
		return err
	}
	if err := errors.Join(p.link("", nil), p.give([]string{path}), p.until(ended)); err != nil {
		return err
	}
	return errors.Join(p.is("0", "document.querySelectorAll('img').length"),
		p.is("true", "document.querySelector('#report h1').textContent.startsWith('<img src=x')"),
		p.is(`analyze '<img src=x onerror="document.title=1">.mtx' --machine generic`, "document.getElementById('command').textContent"))
}

// drops lets go of a file over the page.
func (o *oracle) drops(p *page) error {
	path, err := filepath.Abs("testdata/ladder.mtx")
	if err != nil {
		return err
	}
	for _, kind := range []string{"dragEnter", "dragOver", "drop"} {
		if err := p.browser.Call(p.session, "Input.dispatchDragEvent", map[string]any{"type": kind, "x": 200, "y": 300,
			"data": map[string]any{"items": []any{}, "files": []string{path}, "dragOperationsMask": 1}}, nil); err != nil {
			return err
		}
	}
	return p.until(ended + " && document.querySelector('#report h1').textContent.startsWith('ladder.mtx')")
}

// keyboard goes through the page with keys.
func (p *page) keyboard() error {
	if _, err := p.value("document.activeElement.blur(); scrollTo(0, 0)"); err != nil {
		return err
	}
	if err := p.link("", map[string]string{"exact": "none"}); err != nil {
		return err
	}
	if _, err := p.value("document.getElementById('files').focus()"); err != nil {
		return err
	}
	for _, want := range []string{"c6288", "grid", "arrow"} {
		if err := errors.Join(p.browser.Press(p.session, "Tab", "", 9), p.is(want, "document.activeElement.value")); err != nil {
			return err
		}
	}
	if err := errors.Join(p.browser.Press(p.session, "Enter", "\r", 13),
		p.until(ended+" && document.querySelector('#report h1')?.textContent.startsWith('arrow')"),
		p.is("#example=arrow&exact=none", "location.hash")); err != nil {
		return err
	}
	if _, err := p.value("document.querySelector('#report nav li:nth-child(3) a').focus()"); err != nil {
		return err
	}
	return errors.Join(p.browser.Press(p.session, "Enter", "\r", 13), p.until("document.activeElement.id === 's3'"),
		p.is("#example=arrow&exact=none", "location.hash"))
}

// cancels ends a long run by a key, and starts another.
func (p *page) cancels() error {
	if err := errors.Join(p.link("c6288", map[string]string{"ordering": "all", "exact": "all"}), p.until("!document.getElementById('running').hidden"),
		p.browser.Press(p.session, "Escape", "", 27), p.is("Cancelled.", "document.getElementById('status').textContent"),
		p.is("true", "document.getElementById('running').hidden")); err != nil {
		return err
	}
	return errors.Join(p.link("arrow", nil), p.until(ended+" && document.querySelector('#report h1').textContent.startsWith('arrow')"))
}

// looks measures the page 1280 and 390 pixels wide, light and dark, before and after
// an answer, with open options, and with an error.
func (o *oracle) looks(p *page) error {
	bad := filepath.Join(o.dir, "bad.mtx")
	if err := os.WriteFile(bad, []byte("%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 1\n"), 0o666); err != nil {
		return err
	}
	for state, reach := range map[string]func() error{
		"arrow":   func() error { return errors.Join(p.link("arrow", nil), p.until(ended)) },
		"options": func() error { return errors.Join(p.link("grid", map[string]string{"ordering": "amd"}), p.until(ended)) },
		"error":   func() error { return errors.Join(p.link("", nil), p.give([]string{bad}), p.until(ended)) },
		"capture": func() error {
			return errors.Join(p.link("", nil), p.give([]string{"testdata/nsys/newton.sqlite"}), p.until(ended))
		},
	} {
		if err := reach(); err != nil {
			return fmt.Errorf("%s: %w", state, err)
		}
		for _, width := range []int{1280, 390} {
			for _, scheme := range []string{"light", "dark"} {
				name := fmt.Sprintf("%s-%d-%s", state, width, scheme)
				if err := o.look(p, name, width, scheme); err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
			}
		}
	}
	return nil
}

// look measures the page as it is.
func (o *oracle) look(p *page, name string, width int, scheme string) error {
	if err := errors.Join(
		p.browser.Call(p.session, "Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}, nil),
		p.browser.Call(p.session, "Emulation.setEmulatedMedia", map[string]any{"features": []any{map[string]any{"name": "prefers-color-scheme", "value": scheme}}}, nil)); err != nil {
		return err
	}
	if bad, err := p.value("%s", probe); err != nil || bad != "" {
		return cmp.Or(err, errors.New(bad))
	}
	if o.shots == "" {
		return nil
	}
	var shot struct{ Data string }
	if err := p.browser.Call(p.session, "Page.captureScreenshot", map[string]any{"captureBeyondViewport": true}, &shot); err != nil {
		return err
	}
	image, err := base64.StdEncoding.DecodeString(shot.Data)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(o.shots, name+".png"), image, 0o666)
}

// probe is an expression that measures the page; it returns what is wrong.
//
//go:embed probe.js
var probe string

// confined checks that the policy of the page keeps everything on this machine, also
// what a worker would send. The browser logs these violations, so this comes last.
func (p *page) confined() error {
	asked := make(chan string, 10)
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- r.URL.Path
		w.Header().Set("Access-Control-Allow-Origin", "*")
	}))
	defer elsewhere.Close()
	const worker = "new Promise((done) => { new Worker(URL.createObjectURL(new Blob([`fetch('%s/worker').then(() => postMessage('sent'), () => postMessage('refused'))`]))).onmessage = (e) => done(e.data); })"
	if err := errors.Join(
		p.is("refused", "fetch('%s/page').then(() => 'sent', () => 'refused')", elsewhere.URL),
		p.is("refused", worker, elsewhere.URL),
		p.is("refused", "new Promise((done) => { const i = new Image(); i.onload = () => done('loaded'); i.onerror = () => done('refused'); i.src = '%s/image'; })", elsewhere.URL),
		p.is("undefined", "(() => { const s = document.createElement('script'); s.textContent = 'globalThis.bad = 1'; document.head.append(s); return typeof globalThis.bad; })()")); err != nil {
		return err
	}
	select {
	case path := <-asked:
		return fmt.Errorf("another server was asked for %s", path)
	default:
		return nil
	}
}

// watch is an expression that notes when the page shows a part of a report, and whether the
// part has drawings.
const watch = `(() => {
  globalThis.seen = [];
  globalThis.begun = performance.now();
  const report = document.getElementById("report");
  new MutationObserver(() => { if (report.querySelector("h2")) seen.push([performance.now() - begun, report.querySelectorAll("svg").length > 0]); }).observe(report, { childList: true });
})()`

// firstVerdict returns how long a visitor waits for the verdict and for the whole answer,
// on a page that has loaded: of c6288 as a file, or without the data of the example. The
// verdict must come before the rest. A visitor who waits lets the page rehearse, which
// must not show.
func (o *oracle) firstVerdict(waits bool) (verdict, whole time.Duration, err error) {
	p, err := o.openPage("")
	if err != nil {
		return 0, 0, err
	}
	defer p.close()
	if err := p.until("programs.matrix().then(() => true)"); err != nil {
		return 0, 0, err
	}
	if waits {
		const silent = "['result', 'problem', 'running'].every((id) => document.getElementById(id).hidden)"
		if _, err := p.value("rehearsed.then(() => { globalThis.ready = true; }), 0"); err != nil {
			return 0, 0, err
		}
		if err := errors.Join(p.until("globalThis.ready === true"), p.is("true", silent)); err != nil {
			return 0, 0, err
		}
	}
	path := filepath.Join(o.data, "mtx", "nr_c6288_op_it0001.mtx")
	give := func() error { return p.give([]string{path}) }
	if _, err := os.Stat(path); err != nil {
		give = func() error { return p.link("c6288", nil) }
	}
	if _, err := p.value("%s", watch); err != nil {
		return 0, 0, err
	}
	if err := errors.Join(give(), p.until(ended), p.is("false,true", "seen.map((part) => part[1]).join()")); err != nil {
		return 0, 0, err
	}
	for k, took := range []*time.Duration{&verdict, &whole} {
		text, err := p.value("String(Math.round(seen[%d][0]))", k)
		if err != nil {
			return 0, 0, err
		}
		ms, err := strconv.Atoi(text)
		if err != nil {
			return 0, 0, err
		}
		*took = time.Duration(ms) * time.Millisecond
	}
	return verdict, whole, nil
}

// measure compares the first verdict with analyze in turns: of a visitor who lets the page
// rehearse, and of one who does not.
func (o *oracle) measure(turns int) error {
	columns := []string{"verdict, rehearsed", "verdict, at once", "all, rehearsed", "all, at once", "analyze -o"}
	took := make([][]float64, len(columns))
	for range turns {
		for k, waits := range []bool{true, false} {
			verdict, whole, err := o.firstVerdict(waits)
			if err != nil {
				return err
			}
			took[k], took[k+2] = append(took[k], verdict.Seconds()), append(took[k+2], whole.Seconds())
		}
		cmd := exec.Command(filepath.Join(o.programs, "analyze"), "--machine", "generic", "-o", filepath.Join(o.dir, "report"), filepath.Join(o.data, "mtx", "nr_c6288_op_it0001.mtx"))
		start := time.Now()
		if text, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("analyze: %w: %s", err, text)
		}
		took[4] = append(took[4], time.Since(start).Seconds())
	}
	fmt.Printf("c6288, %d turns, least and median\n", turns)
	for k, name := range columns {
		slices.Sort(took[k])
		fmt.Printf("%-20s %.2f s %.2f s\n", name, took[k][0], took[k][turns/2])
	}
	return nil
}
