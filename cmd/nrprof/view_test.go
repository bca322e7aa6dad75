package main

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/perfetto"
)

// A viewing is nrprof view at work.
type viewing struct {
	page   string // the address that it printed
	file   string // the address in it
	cancel context.CancelFunc
	code   chan int
	stderr bytes.Buffer
}

// view starts nrprof view on a free port and waits for the address.
func view(t *testing.T, path string) *viewing {
	t.Helper()
	r, w := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	v := &viewing{cancel: cancel, code: make(chan int, 1)}
	go func() {
		v.code <- runContext(ctx, []string{"view", path, "--port", "0", "--no-browser"}, nil, w, &v.stderr)
		w.Close()
	}()
	line := make([]byte, 1000)
	n, err := r.Read(line)
	if err != nil {
		t.Fatalf("no address: %v, %s", err, v.stderr.String())
	}
	go io.Copy(io.Discard, r)
	v.page = strings.TrimSpace(string(line[:n]))
	_, v.file, _ = strings.Cut(v.page, "?url=")
	return v
}

// ask sends a request and returns the answer with its body.
func ask(t *testing.T, method, url, host string) (*http.Response, []byte) {
	t.Helper()
	req, err := http.NewRequest(method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	if host != "" {
		req.Host = host
	}
	req.Header.Set("Origin", perfettoOrigin)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, body
}

func TestView(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a b.nrt")
	if err := writeCapture(path); err != nil {
		t.Fatal(err)
	}
	v := view(t, path)
	if !strings.HasPrefix(v.page, "https://ui.perfetto.dev/#!/?url=http://127.0.0.1:") || !strings.HasSuffix(v.page, "/a%20b.pftrace") {
		t.Errorf("the address is %s", v.page)
	}
	base := strings.TrimSuffix(v.file, "a%20b.pftrace")
	for _, c := range []struct {
		method, url, host string
		status            int
	}{
		{"OPTIONS", v.file, "", http.StatusNoContent}, {"HEAD", v.file, "", http.StatusOK},
		{"POST", v.file, "", http.StatusMethodNotAllowed}, {"DELETE", v.file, "", http.StatusMethodNotAllowed},
		{"GET", base, "", http.StatusNotFound}, {"GET", base + "a%20b.nrt", "", http.StatusNotFound},
		{"GET", v.file + "/../../etc/passwd", "", http.StatusNotFound},
		{"GET", v.file, "evil.example:9001", http.StatusForbidden},
	} {
		res, body := ask(t, c.method, c.url, c.host)
		if res.StatusCode != c.status {
			t.Errorf("%s %s: want status %d, got %d", c.method, c.url, c.status, res.StatusCode)
		}
		if got := res.Header.Get("Access-Control-Allow-Origin"); got != perfettoOrigin {
			t.Errorf("%s %s: allowed is %q", c.method, c.url, got)
		}
		if c.method == "HEAD" && (len(body) > 0 || res.ContentLength <= 0) {
			t.Errorf("HEAD: %d bytes, said to be %d", len(body), res.ContentLength)
		}
	}
	select {
	case code := <-v.code:
		t.Fatalf("ended with exit %d before the trace was loaded", code)
	default:
	}
	tr, err := trace.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer tr.Close()
	var want bytes.Buffer
	if err := perfetto.Write(&want, tr); err != nil {
		t.Fatal(err)
	}
	if _, body := ask(t, "GET", v.file, ""); !bytes.Equal(body, want.Bytes()) {
		t.Errorf("got %d bytes, want the %d of an export", len(body), want.Len())
	}
	if code := <-v.code; code != 0 {
		t.Errorf("want exit 0 once the trace was loaded, got %d: %s", code, v.stderr.String())
	}
	if got := v.stderr.String(); got != "nrprof: warning: https://ui.perfetto.dev loads from port 9001 only\n" {
		t.Errorf("standard error has %q", got)
	}
}

func TestViewInterrupt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.nrt")
	if err := writeCapture(path); err != nil {
		t.Fatal(err)
	}
	v := view(t, path)
	v.cancel()
	if code := <-v.code; code != cli.ExitCancelled {
		t.Errorf("want exit %d, got %d", cli.ExitCancelled, code)
	}
	if _, err := http.Get(v.file); err == nil {
		t.Error("it serves still")
	}
}

func TestViewPortTaken(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	path := filepath.Join(t.TempDir(), "x.nrt")
	if err := writeCapture(path); err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	code, stdout, stderr := nrprof("view", path, "--port", port, "--no-browser")
	if code != cli.ExitFailed || stdout != "" || !strings.HasPrefix(stderr, "nrprof: error: port "+port+" is taken\nhint: ") {
		t.Errorf("got exit %d, %q, %q", code, stdout, stderr)
	}
}
