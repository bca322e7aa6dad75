package viewer

import (
	"crypto/rand"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
)

// Origin is where the viewer is.
const Origin = "https://ui.perfetto.dev"

//go:embed page
var page embed.FS

// A Stage says how far a viewing has come.
type Stage int

// The stages of a viewing, in their order.
const (
	Waiting Stage = iota // no browser has asked for the page
	Opened               // a browser was sent the page
	Fetched              // the page was sent the trace
	Posted               // the page has given the trace to the viewer
)

// A Server serves one trace to the page, and the page to a browser. It answers
//
//	GET  /SEGMENT/            the page, and its parts beside it
//	GET  /SEGMENT/about.json  the name and the size of the trace
//	GET  /SEGMENT/trace       the trace, to the page
//	POST /SEGMENT/posted      the page says that the viewer has the trace
//
// and nothing else. SEGMENT is random: who does not know the address has nothing
// to ask for. Requests under another name for this machine are refused, since
// pages elsewhere can give their own host this address (DNS rebinding). So is all
// that a page of another origin, an image or a frame asks for.
type Server struct {
	segment string
	name    string
	trace   io.ReaderAt
	size    int64
	whole   bool // trace is a page, which needs no other one

	mu     sync.Mutex
	stage  Stage
	posted chan struct{} // closed when the stage is Posted
}

// New returns a server of a trace of so many bytes. The name is that of its file.
func New(name string, trace io.ReaderAt, size int64) *Server {
	return &Server{segment: rand.Text(), name: name, trace: trace, size: size, posted: make(chan struct{})}
}

// NewPage returns a server of a page of so many bytes, which a browser shows without
// other pages. The stage is [Posted] when a browser has the page.
func NewPage(page io.ReaderAt, size int64) *Server {
	s := New("", page, size)
	s.whole = true
	return s
}

// Address returns the address of the page behind a listener on that host and
// port.
func (s *Server) Address(hostport string) string { return "http://" + hostport + "/" + s.segment + "/" }

// Stage returns how far the viewing has come.
func (s *Server) Stage() Stage {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stage
}

// reach notes a stage; none is left for an earlier one.
func (s *Server) reach(stage Stage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if stage > s.stage {
		s.stage = stage
		if stage == Posted {
			close(s.posted)
		}
	}
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for name, value := range map[string]string{
		"Cache-Control": "no-store",
		// No Cross-Origin-Opener-Policy: it would part the page from the tab that it opens.
		"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
			"base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
		"Cross-Origin-Resource-Policy": "same-origin",
		"Referrer-Policy":              "no-referrer",
		"X-Content-Type-Options":       "nosniff",
	} {
		w.Header().Set(name, value)
	}
	name, known := strings.CutPrefix(r.URL.Path, "/"+s.segment+"/")
	if s.whole {
		w.Header().Set("Content-Security-Policy", "frame-ancestors 'none'") // the page has the rest
		known = known && name == ""
	}
	switch {
	case !isOwnHost(r.Host):
		http.Error(w, "unknown host", http.StatusForbidden)
	case !known:
		http.Error(w, "not found", http.StatusNotFound)
	case s.whole:
		s.answer(w, r, http.MethodGet, "document", func() { s.sendPage(w) })
	case name == "":
		s.answer(w, r, http.MethodGet, "document", func() { s.reach(Opened); s.part(w, "view.html", "text/html; charset=utf-8") })
	case name == "view.js":
		s.answer(w, r, http.MethodGet, "script", func() { s.part(w, name, "text/javascript; charset=utf-8") })
	case name == "view.css":
		s.answer(w, r, http.MethodGet, "style", func() { s.part(w, name, "text/css; charset=utf-8") })
	case name == "about.json":
		s.answer(w, r, http.MethodGet, "empty", func() { s.about(w) })
	case name == "trace":
		s.answer(w, r, http.MethodGet, "empty", func() { s.send(w) })
	case name == "posted":
		s.answer(w, r, http.MethodPost, "empty", func() { w.WriteHeader(http.StatusNoContent); s.reach(Posted) })
	default:
		http.Error(w, "not found", http.StatusNotFound)
	}
}

// answer calls do for a request with the method that our own page, or the user,
// makes for a destination, and refuses others.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, method, destination string, do func()) {
	switch {
	case r.Method != method:
		w.Header().Set("Allow", method)
		http.Error(w, "only "+method, http.StatusMethodNotAllowed)
	case !isOurs(r, destination):
		http.Error(w, "request from another origin refused", http.StatusForbidden)
	default:
		do()
	}
}

// isOwnHost reports whether a request names this machine as the address does,
// with any port: it may come through a tunnel.
func isOwnHost(host string) bool {
	u, err := url.Parse("//" + host)
	if err != nil || u.Host != host {
		return false
	}
	name := u.Hostname()
	return name == "localhost" || name == "127.0.0.1" || name == "::1"
}

// isOurs reports whether a request is of our page, or of the user in case of a
// document. Browsers say it in Sec-Fetch-Site and Sec-Fetch-Dest [1], and in
// Origin where the method is POST. A program that is no browser sends none of
// them; it may only read.
//
// [1] https://www.w3.org/TR/fetch-metadata/
func isOurs(r *http.Request, destination string) bool {
	if got := r.Header.Get("Sec-Fetch-Dest"); got != "" && got != destination {
		return false
	}
	if destination == "document" {
		return true // shown to whoever has the address, in no frame
	}
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" {
		return false
	}
	origin := r.Header.Get("Origin")
	return origin == "http://"+r.Host || (origin == "" && r.Method == http.MethodGet)
}

// part sends a part of the page.
func (s *Server) part(w http.ResponseWriter, name, kind string) {
	text, err := page.ReadFile("page/" + name)
	if err != nil {
		panic("viewer: no " + name) // is embedded
	}
	w.Header().Set("Content-Type", kind)
	_, _ = w.Write(text) // a browser that is gone asks again
}

// about says what the trace is.
func (s *Server) about(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"name": s.name, "bytes": s.size}) // as above
}

// send sends the trace.
func (s *Server) send(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Length", fmt.Sprint(s.size))
	s.reach(Fetched)
	_, _ = io.Copy(w, io.NewSectionReader(s.trace, 0, s.size)) // the length tells the page what is missing
}

// sendPage sends the page that needs no other one.
func (s *Server) sendPage(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Length", fmt.Sprint(s.size))
	s.reach(Opened)
	if n, err := io.Copy(w, io.NewSectionReader(s.trace, 0, s.size)); err == nil && n == s.size {
		s.reach(Posted)
	}
}

// Listen listens on a port of this machine, 0 for any, for this machine alone.
func Listen(port int) (net.Listener, error) {
	return net.Listen("tcp", net.JoinHostPort("127.0.0.1", fmt.Sprint(port)))
}
