package main

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/perfetto"
)

// A viewing is nrprof view at work.
type viewing struct {
	address string // that it printed
	cancel  context.CancelFunc
	code    chan int
	stderr  bytes.Buffer
}

// view starts nrprof view on a free port and waits for the address.
func view(t *testing.T, path string, flags ...string) *viewing {
	t.Helper()
	r, w := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	v := &viewing{cancel: cancel, code: make(chan int, 1)}
	go func() {
		v.code <- runContext(ctx, append([]string{"view", path, "--no-browser"}, flags...), nil, w, &v.stderr)
		w.Close()
	}()
	line := make([]byte, 1000)
	n, err := r.Read(line)
	if err != nil {
		t.Fatalf("no address: %v, %s", err, v.stderr.String())
	}
	go io.Copy(io.Discard, r)
	v.address = strings.TrimSpace(string(line[:n]))
	return v
}

// ask sends a request as the page does and returns the body of the answer.
func (v *viewing) ask(t *testing.T, method, path string) []byte {
	t.Helper()
	r, err := http.NewRequest(method, v.address+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if method == http.MethodPost {
		r.Header.Set("Origin", "http://"+r.Host)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode >= 300 {
		t.Fatalf("%s %s: %s, %v", method, path, res.Status, err)
	}
	return body
}

// temporary lets temporary files be made in a folder of the test, and sees at its
// end that none is left.
func temporary(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Cleanup(func() {
		if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
			t.Errorf("temporary files are left: %v, %v", entries, err)
		}
	})
}

// View serves the bytes of an export under the address that it prints, and ends
// when the page says that the viewer has them.
func TestView(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a b.nrt")
	if err := writeCapture(path); err != nil {
		t.Fatal(err)
	}
	temporary(t)
	v := view(t, path)
	if !regexp.MustCompile(`^http://127\.0\.0\.1:[0-9]+/[A-Z2-7]{26,}/$`).MatchString(v.address) {
		t.Errorf("the address is %s", v.address)
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
	for range 2 { // the page may be loaded anew
		if body := v.ask(t, "GET", "trace"); !bytes.Equal(body, want.Bytes()) {
			t.Errorf("got %d bytes, want the %d of an export", len(body), want.Len())
		}
	}
	if about := string(v.ask(t, "GET", "about.json")); !strings.Contains(about, `"name":"a b.pftrace"`) {
		t.Errorf("the trace is %s", about)
	}
	select {
	case code := <-v.code:
		t.Fatalf("ended with exit %d before the viewer had the trace", code)
	default:
	}
	v.ask(t, "POST", "posted")
	if code := <-v.code; code != 0 || v.stderr.String() != "" {
		t.Errorf("want exit 0 once the viewer has the trace, got %d: %s", code, v.stderr.String())
	}
}

// View --offline serves the page that report writes, and ends when the browser has it.
func TestViewOffline(t *testing.T) {
	path, out := filepath.Join(t.TempDir(), "a b.nrt"), filepath.Join(t.TempDir(), "x.html")
	if err := writeCapture(path); err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	if code := run([]string{"report", path, "-o", out}, nil, io.Discard, &stderr); code != 0 {
		t.Fatal(code, stderr.String())
	}
	want, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	temporary(t)
	v := view(t, path, "--offline")
	if body := v.ask(t, "GET", ""); !bytes.Equal(body, want) {
		t.Errorf("got %d bytes, want the %d of report", len(body), len(want))
	}
	if code := <-v.code; code != 0 || v.stderr.String() != "" {
		t.Errorf("want exit 0 once the browser has the page, got %d: %s", code, v.stderr.String())
	}
}

func TestViewInterrupt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.nrt")
	if err := writeCapture(path); err != nil {
		t.Fatal(err)
	}
	temporary(t)
	v := view(t, path)
	v.cancel()
	if code := <-v.code; code != cli.ExitCancelled {
		t.Errorf("want exit %d, got %d", cli.ExitCancelled, code)
	}
	if _, err := http.Get(v.address); err == nil {
		t.Error("it serves still")
	}
}

// When nothing was loaded within the time that the clock gives, standard error
// says what to do, and the server goes on.
func TestViewHint(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.nrt")
	if err := writeCapture(path); err != nil {
		t.Fatal(err)
	}
	temporary(t)
	var asked time.Duration
	clock := make(chan time.Time, 1)
	clock <- time.Time{}
	f := viewFlags{noBrowser: true, after: func(d time.Duration) <-chan time.Time { asked = d; return clock }}
	f.in.Register(&cobra.Command{})
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	hints, w := io.Pipe()
	var stdout bytes.Buffer
	code := make(chan int, 1)
	go func() {
		code <- cli.RunContext(ctx, "nrprof", []string{}, nil, &stdout, w, func(p *cli.Program) *cobra.Command {
			return &cobra.Command{RunE: func(cmd *cobra.Command, _ []string) error {
				return (&program{p}).view(cmd, []string{path}, &f)
			}}
		})
		w.Close()
	}()
	line := make([]byte, 1000)
	n, err := hints.Read(line)
	if err != nil {
		t.Fatal(err)
	}
	go io.Copy(io.Discard, hints)
	address := strings.TrimSpace(stdout.String())
	got := string(line[:n])
	if asked != 20*time.Second || !strings.HasPrefix(got, "hint: no browser has opened "+address+" yet: ") || !strings.Contains(got, "ssh -L") {
		t.Errorf("after %v: %q", asked, got)
	}
	v := &viewing{address: address}
	v.ask(t, "POST", "posted")
	if c := <-code; c != 0 {
		t.Errorf("exit %d", c)
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
	temporary(t)
	_, port, _ := net.SplitHostPort(l.Addr().String())
	code, stdout, stderr := nrprof("view", path, "--port", port, "--no-browser")
	if code != cli.ExitFailed || stdout != "" || !strings.HasPrefix(stderr, "nrprof: error: port "+port+" is taken\nhint: ") {
		t.Errorf("got exit %d, %q, %q", code, stdout, stderr)
	}
}
