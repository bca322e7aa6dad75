package main

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

func TestReadRequest(t *testing.T) {
	for text, want := range map[string]*request{
		"GET /a%20b HTTP/1.1\r\nHost: x:1\r\nOrigin: y\r\n\r\n": {"GET", "/a b", "x:1"},
		"HEAD / HTTP/1.0\nhost:\tx \n\n":                        {"HEAD", "/", "x"},
		"GET http://z/a HTTP/1.1\r\nHost: x\r\n\r\n":            {"GET", "/a", "z"},
		"GET / HTTP/1.1\r\n\r\nrest":                            {"GET", "/", ""},
		"":                                                      nil,
		"GET /":                                                 nil,
		"GET\r\n\r\n":                                           nil,
		" / HTTP/1.1\r\n\r\n":                                   nil,
		"GET a HTTP/1.1\r\n\r\n":                                nil,
		"GET / HTTP/2\r\n\r\n":                                  nil,
		"GET / HTTP/1.1\r\nHost\r\n\r\n":                        nil,
		"GET / HTTP/1.1\r\nHost: x\r\n":                         nil,
		"GET / HTTP/1.1\r\n" + strings.Repeat("A: b\r\n", requestBytes) + "\r\n": nil,
	} {
		got, err := readRequest(strings.NewReader(text))
		if (err == nil) != (want != nil) || want != nil && *got != *want {
			t.Errorf("%.40q: got %v, %v, want %v", text, got, err, want)
		}
	}
}

// A connection that ends before a request does gets no answer: browsers open
// connections in advance, and would take it for that of their next request. One
// that asks for nothing sensible, or without end, is told so.
func TestConverseWithoutRequest(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	s := newTraceServer("x.nrt", []byte("trace"), l.Addr().String())
	for text, want := range map[string]string{
		"":                 "",
		"GET / HTTP/1.1\r": "",
		"nonsense\r\n":     "HTTP/1.1 400 ",
		"GET / HTTP/1.1\r\n" + strings.Repeat("A: b\r\n", requestBytes): "HTTP/1.1 400 ",
		"GET /" + strings.Repeat("a", requestBytes):                     "HTTP/1.1 400 ",
	} {
		client, err := net.Dial("tcp", s.host)
		if err != nil {
			t.Fatal(err)
		}
		server, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		go s.converse(server)
		if _, err := io.WriteString(client, text); err != nil {
			t.Fatal(err)
		}
		if err := client.(*net.TCPConn).CloseWrite(); err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(client)
		if err != nil || !strings.HasPrefix(string(got), want) || want == "" && len(got) > 0 {
			t.Errorf("%.40q: got %q, %v, want %q", text, got, err, want)
		}
		if err := client.Close(); err != nil {
			t.Error(err)
		}
	}
}

// FuzzRequest holds requests and the answers to them against net/http. It does
// not cover what net/http refuses and we, who need less of a request, take.
func FuzzRequest(f *testing.F) {
	f.Add("GET /x.pftrace HTTP/1.1\r\nHost: 127.0.0.1:9001\r\n\r\n")
	f.Add("OPTIONS /x.pftrace HTTP/1.1\r\nHost: localhost:9001\r\nOrigin: o\r\n\r\n")
	f.Add("POST / HTTP/1.0\nHost: a\n\n")
	s := newTraceServer("x.nrt", []byte("trace"), "127.0.0.1:9001")
	f.Fuzz(func(t *testing.T, text string) {
		q, err := readRequest(strings.NewReader(text))
		theirs, terr := http.ReadRequest(bufio.NewReader(strings.NewReader(text)))
		if err != nil {
			return
		}
		if terr == nil && theirs.Method != "CONNECT" && (q.method != theirs.Method || q.path != theirs.URL.Path) {
			t.Errorf("got %v, want %s %s", q, theirs.Method, theirs.URL.Path)
		}
		var b bytes.Buffer
		if err := s.answer(q).write(&b); err != nil {
			t.Fatal(err)
		}
		answer, err := http.ReadResponse(bufio.NewReader(&b), &http.Request{Method: q.method})
		if err != nil {
			t.Fatalf("%q: %v", q.method, err)
		}
		if err := answer.Body.Close(); err != nil {
			t.Error(err)
		}
		if answer.StatusCode == 200 && q.host != "127.0.0.1:9001" && q.host != "localhost:9001" {
			t.Errorf("the host %q gets the trace", q.host)
		}
	})
}
