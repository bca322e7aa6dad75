package viewer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"
)

const text = "the trace"

func newServer() *Server { return New("a b.pftrace", strings.NewReader(text), int64(len(text))) }

// ask lets the server answer a request with headers, as name and value in turn;
// that of the host is Host.
func ask(s *Server, method, path string, headers ...string) *http.Response {
	r := httptest.NewRequest(method, path, nil)
	r.Host = "127.0.0.1:5000"
	for k := 0; k < len(headers); k += 2 {
		if headers[k] == "Host" {
			r.Host = headers[k+1]
		} else {
			r.Header.Set(headers[k], headers[k+1])
		}
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Result()
}

func TestSegment(t *testing.T) {
	a, b := newServer(), newServer()
	address := a.Address("127.0.0.1:5000")
	if !regexp.MustCompile(`^http://127\.0\.0\.1:5000/[A-Z2-7]{26,}/$`).MatchString(address) {
		t.Errorf("the address is %s", address)
	}
	if a.segment == b.segment {
		t.Error("two servers have the same segment")
	}
}

// The page, and what it asks for, are answered as Chromium and Firefox ask; a
// program that is no browser may read as well.
func TestAnswers(t *testing.T) {
	own := []string{"Sec-Fetch-Site", "same-origin", "Sec-Fetch-Dest"}
	for _, c := range []struct {
		path    string
		headers []string
		kind    string
		want    string
	}{
		{"", []string{"Sec-Fetch-Site", "none", "Sec-Fetch-Dest", "document", "Sec-Fetch-Mode", "navigate"}, "text/html; charset=utf-8", "view.js"},
		{"", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Dest", "document"}, "text/html; charset=utf-8", "view.css"}, // a link in a chat
		{"", nil, "text/html; charset=utf-8", "Perfetto"},
		{"", []string{"Host", "localhost:8080"}, "text/html; charset=utf-8", "Perfetto"}, // a tunnel
		{"", []string{"Host", "[::1]:8080"}, "text/html; charset=utf-8", "Perfetto"},
		{"view.js", append(own, "script"), "text/javascript; charset=utf-8", "PING"},
		{"view.css", append(own, "style"), "text/css; charset=utf-8", "color-scheme"},
		{"about.json", append(own, "empty"), "application/json", `"a b.pftrace"`},
		{"trace", append(own, "empty"), "application/octet-stream", text},
		{"trace", nil, "application/octet-stream", text},
	} {
		s := newServer()
		res := ask(s, "GET", "/"+s.segment+"/"+c.path, c.headers...)
		body, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		if res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != c.kind || !strings.Contains(string(body), c.want) {
			t.Errorf("%q %v: got %s, %q, %.80q", c.path, c.headers, res.Status, res.Header.Get("Content-Type"), body)
		}
		if c.path == "about.json" {
			var about struct {
				Name  string
				Bytes int64
			}
			if err := json.Unmarshal(body, &about); err != nil || about.Bytes != int64(len(text)) || about.Name != "a b.pftrace" {
				t.Errorf("got %+v, %v", about, err)
			}
		}
		if c.path == "trace" && (string(body) != text || res.ContentLength != int64(len(text))) {
			t.Errorf("the trace is %q of %d bytes", body, res.ContentLength)
		}
		if s.Stage() == Posted {
			t.Errorf("%q ends the server", c.path)
		}
	}
}

// What another origin, an image, a frame or another name for this machine asks
// for gets no trace and ends nothing, and neither does another method or path.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		method, path string // SEGMENT is that of the server
		headers      []string
		status       int
	}{
		{"GET", "/SEGMENT/trace", []string{"Host", "evil.example:5000"}, 403},
		{"GET", "/SEGMENT/trace", []string{"Host", "127.0.0.1.evil.example"}, 403},
		{"GET", "/SEGMENT/trace", []string{"Host", "localhost@evil.example"}, 403},
		{"GET", "/SEGMENT/trace", []string{"Host", ""}, 403},
		{"GET", "/SEGMENT/trace", []string{"Host", "127.0.0.2"}, 403},
		{"POST", "/SEGMENT/posted", []string{"Host", "evil.example", "Origin", "http://evil.example", "Sec-Fetch-Site", "same-origin"}, 403},
		{"GET", "/SEGMENT/", []string{"Host", "evil.example"}, 403},

		{"GET", "/SEGMENT/trace", []string{"Origin", "https://evil.example"}, 403},
		{"GET", "/SEGMENT/trace", []string{"Origin", Origin}, 403}, // it is given the trace, and does not take it
		{"GET", "/SEGMENT/trace", []string{"Origin", "null"}, 403},
		{"GET", "/SEGMENT/trace", []string{"Origin", "http://127.0.0.1:5001"}, 403},
		{"GET", "/SEGMENT/trace", []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{"GET", "/SEGMENT/trace", []string{"Sec-Fetch-Site", "same-site"}, 403},
		{"GET", "/SEGMENT/trace", []string{"Sec-Fetch-Site", "none", "Sec-Fetch-Dest", "document"}, 403},
		{"POST", "/SEGMENT/posted", nil, 403},
		{"POST", "/SEGMENT/posted", []string{"Origin", "https://evil.example"}, 403},
		{"POST", "/SEGMENT/posted", []string{"Origin", "null"}, 403},
		{"POST", "/SEGMENT/posted", []string{"Origin", "http://127.0.0.1:5000", "Sec-Fetch-Site", "cross-site"}, 403},

		{"GET", "/SEGMENT/trace", []string{"Sec-Fetch-Dest", "image"}, 403},
		{"GET", "/SEGMENT/trace", []string{"Sec-Fetch-Dest", "image", "Sec-Fetch-Site", "same-origin"}, 403},
		{"GET", "/SEGMENT/", []string{"Sec-Fetch-Dest", "image"}, 403},
		{"GET", "/SEGMENT/", []string{"Sec-Fetch-Dest", "iframe", "Sec-Fetch-Site", "cross-site"}, 403},
		{"GET", "/SEGMENT/view.js", []string{"Sec-Fetch-Dest", "script", "Sec-Fetch-Site", "cross-site"}, 403},
		{"GET", "/favicon.ico", []string{"Sec-Fetch-Dest", "image"}, 404},

		{"HEAD", "/SEGMENT/", nil, 405},
		{"HEAD", "/SEGMENT/trace", nil, 405},
		{"HEAD", "/SEGMENT/posted", []string{"Origin", "http://127.0.0.1:5000"}, 405},
		{"GET", "/SEGMENT/posted", nil, 405},
		{"OPTIONS", "/SEGMENT/trace", []string{"Origin", "https://evil.example", "Access-Control-Request-Private-Network", "true"}, 405},
		{"POST", "/SEGMENT/trace", []string{"Origin", "http://127.0.0.1:5000"}, 405},
		{"DELETE", "/SEGMENT/trace", nil, 405},

		{"GET", "/", nil, 404}, {"GET", "/trace", nil, 404}, {"GET", "/SEGMENT", nil, 404},
		{"POST", "/posted", []string{"Origin", "http://127.0.0.1:5000"}, 404},
		{"POST", "/segment/posted", []string{"Origin", "http://127.0.0.1:5000"}, 404},
		{"GET", "/SEGMENT/view.html", nil, 404}, {"GET", "/SEGMENT/../trace", nil, 404}, {"GET", "/SEGMENT/server.go", nil, 404},
		{"GET", "//SEGMENT/trace", nil, 404},
	} {
		s := newServer()
		res := ask(s, c.method, strings.ReplaceAll("http://x"+c.path, "SEGMENT", s.segment), c.headers...)
		body, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		if res.StatusCode != c.status {
			t.Errorf("%s %s %q: got %s, want %d", c.method, c.path, c.headers, res.Status, c.status)
		}
		if strings.Contains(string(body), text) {
			t.Errorf("%s %s %q: gets the trace", c.method, c.path, c.headers)
		}
		if s.Stage() != Waiting {
			t.Errorf("%s %s %q: brings the server to stage %d", c.method, c.path, c.headers, s.Stage())
		}
		for name := range res.Header {
			if strings.HasPrefix(name, "Access-Control-") {
				t.Errorf("%s %s %q: answers with %s", c.method, c.path, c.headers, name)
			}
		}
	}
}

// Nothing on the page comes from elsewhere, and the answers say so.
func TestPolicy(t *testing.T) {
	s := newServer()
	res := ask(s, "GET", "/"+s.segment+"/")
	policy := res.Header.Get("Content-Security-Policy")
	if !strings.HasPrefix(policy, "default-src 'none'; ") || strings.Contains(policy, "unsafe") || !strings.Contains(policy, "frame-ancestors 'none'") {
		t.Errorf("the policy is %q", policy)
	}
	for name, want := range map[string]string{"Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin", "X-Content-Type-Options": "nosniff", "Cross-Origin-Opener-Policy": ""} {
		if got := res.Header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	external := regexp.MustCompile(`(https?:)?//[a-z]`)
	for _, name := range []string{"view.html", "view.css", "view.js"} {
		b, err := page.ReadFile("page/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if b = bytes.ReplaceAll(b, []byte(Origin), nil); external.Match(b) {
			t.Errorf("%s: has %q", name, external.Find(b))
		}
	}
}

// A serving is a server at work behind a real listener.
type serving struct {
	*Server
	address string
	clock   chan time.Time
	hints   chan Stage
	ended   chan error
	cancel  context.CancelFunc
}

func serve(t *testing.T) *serving {
	t.Helper()
	l, err := Listen(0)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	v := &serving{newServer(), "", make(chan time.Time), make(chan Stage, 2), make(chan error, 1), cancel}
	v.address = v.Address(l.Addr().String())
	go func() { v.ended <- v.Serve(ctx, l, v.clock, func(s Stage) { v.hints <- s }) }()
	return v
}

// get asks over the network.
func (v *serving) get(t *testing.T, path string) {
	t.Helper()
	res, err := http.Get(v.address + path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, res.Body); err != nil {
		t.Error(err)
	}
	res.Body.Close()
	if res.StatusCode != http.StatusOK {
		t.Errorf("%s: %s", path, res.Status)
	}
}

// post says that the viewer has the trace, from the page of that origin.
func (v *serving) post(t *testing.T, origin string, status int) {
	t.Helper()
	r, err := http.NewRequest("POST", v.address+"posted", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Origin", origin)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != status {
		t.Errorf("got %s, want %d", res.Status, status)
	}
}

// The server ends when the page says that the viewer has the trace, and not when
// the trace was read: the viewer may not be there.
func TestServeEnds(t *testing.T) {
	v := serve(t)
	for _, path := range []string{"", "view.js", "view.css", "about.json", "trace", "trace"} {
		v.get(t, path)
	}
	v.post(t, "https://evil.example", http.StatusForbidden)
	select {
	case err := <-v.ended:
		t.Fatalf("ended before the trace was posted: %v", err)
	default:
	}
	own := strings.TrimSuffix(v.address, "/"+v.segment+"/")
	v.post(t, own, http.StatusNoContent)
	if err := <-v.ended; err != nil {
		t.Error(err)
	}
	if _, err := http.Get(v.address); err == nil {
		t.Error("it serves still")
	}
	if len(v.hints) > 0 {
		t.Error("gives a hint")
	}
}

func TestServeInterrupted(t *testing.T) {
	v := serve(t)
	v.get(t, "")
	v.cancel()
	if err := <-v.ended; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if _, err := http.Get(v.address); err == nil {
		t.Error("it serves still")
	}
}

// When patience is over, there is one hint, which depends on what has happened.
func TestServeHint(t *testing.T) {
	for _, c := range []struct {
		paths []string
		want  Stage
	}{{nil, Waiting}, {[]string{""}, Opened}, {[]string{"", "trace"}, Fetched}, {[]string{"trace", ""}, Fetched}} {
		v := serve(t)
		for _, path := range c.paths {
			v.get(t, path)
		}
		v.clock <- time.Time{}
		if got := <-v.hints; got != c.want {
			t.Errorf("%q: got a hint of stage %d, want %d", c.paths, got, c.want)
		}
		v.get(t, "") // the server goes on
		v.cancel()
		<-v.ended
	}
}

// After the end of patience nothing is said of a trace that was posted.
func TestServeNoHint(t *testing.T) {
	v := newServer()
	patience, hinted := make(chan time.Time, 1), false
	patience <- time.Time{}
	v.reach(Posted)
	if err := v.wait(context.Background(), nil, patience, func(Stage) { hinted = true }); err != nil || hinted {
		t.Errorf("got %v, hint %v", err, hinted)
	}
}

// A server of a page has nothing else, and is done when the page was sent.
func TestPage(t *testing.T) {
	s := NewPage(strings.NewReader(text), int64(len(text)))
	for _, name := range []string{"view.js", "about.json", "trace", "posted"} {
		if res := ask(s, "GET", "/"+s.segment+"/"+name); res.StatusCode != http.StatusNotFound {
			t.Errorf("%s: got %s", name, res.Status)
		}
	}
	if res := ask(s, "GET", "/"+s.segment+"/", "Host", "evil.example"); res.StatusCode != http.StatusForbidden || s.Stage() != Waiting {
		t.Errorf("another host gets %s, stage %d", res.Status, s.Stage())
	}
	res := ask(s, "GET", "/"+s.segment+"/", "Sec-Fetch-Dest", "document")
	body, err := io.ReadAll(res.Body)
	if err != nil || string(body) != text || res.Header.Get("Content-Type") != "text/html; charset=utf-8" || res.Header.Get("Content-Security-Policy") != "frame-ancestors 'none'" {
		t.Errorf("got %q, %v, %v", body, res.Header, err)
	}
	if s.Stage() != Posted {
		t.Errorf("the stage is %d", s.Stage())
	}
}
