package main

import (
	_ "embed"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/url"
	"time"
)

//go:embed standin.html
var standinPage []byte

// A standin takes the place of https://ui.perfetto.dev.
type standin struct {
	*httptest.Server
	received chan received
}

// What the stand-in received in one of its two ways.
type received struct {
	how  url.Values
	body []byte
}

// newStandin starts a stand-in, with a certificate of its own.
func newStandin() *standin {
	s := &standin{received: make(chan received, 10)}
	s.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/received":
			body, err := io.ReadAll(r.Body)
			if err != nil {
				body = []byte(err.Error())
			}
			s.received <- received{r.URL.Query(), body}
		case r.URL.Path == "/":
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = w.Write(standinPage) // a browser that is gone is found out elsewhere
		default:
			http.NotFound(w, r)
		}
	}))
	s.Config.ErrorLog = log.New(io.Discard, "", 0) // browsers open connections in advance
	s.StartTLS()
	return s
}

// wait returns what the stand-in receives next.
func (s *standin) wait() (received, error) {
	select {
	case r := <-s.received:
		return r, nil
	case <-time.After(limit):
		return received{}, fmt.Errorf("the stand-in for the Perfetto UI received nothing within %v", limit)
	}
}

// formerServer serves a file as nrprof view once did: to the UI, which is told its
// address.
func formerServer(body []byte) *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "https://ui.perfetto.dev")
		w.Header().Set("Access-Control-Allow-Headers", "*")
		w.Header().Set("Access-Control-Allow-Private-Network", "true")
		if r.Method == http.MethodGet {
			_, _ = w.Write(body) // a browser that is gone is found out elsewhere
		}
	}))
}
