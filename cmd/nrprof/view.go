package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/trace/perfetto"
)

const (
	perfettoOrigin = "https://ui.perfetto.dev"
	perfettoPort   = 9001 // the only one that the page may load from
	viewGrace      = 2 * time.Second
	acceptPause    = 100 * time.Millisecond
)

// newViewCmd returns the command that shows a trace in a browser.
func newViewCmd(p *program) *cobra.Command {
	var port int
	var noBrowser bool
	var in inputFlags
	cmd := &cobra.Command{
		Use:   "view FILE...",
		Short: "show a trace in ui.perfetto.dev",
		Long: `View serves a trace to the viewer ui.perfetto.dev, which runs in the browser and
loads it from this machine: it goes nowhere else. The address is printed, and
opened where there is a browser. The program ends when the trace was loaded.

` + inputsHelp,
		Args: someFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if port < 0 || port > 65535 {
				return cli.Usagef("--port: want 0 to 65535, got %d", port)
			}
			return p.view(cmd, args, &in, port, !noBrowser)
		},
	}
	cmd.Flags().IntVar(&port, "port", perfettoPort, "`PORT` on 127.0.0.1; 0: any. The viewer loads from the default one only")
	cmd.Flags().BoolVar(&noBrowser, "no-browser", false, "print the address and open nothing")
	in.register(cmd)
	return cmd
}

// view serves the trace until it was loaded.
func (p *program) view(cmd *cobra.Command, paths []string, in *inputFlags, port int, browse bool) error {
	t, err := p.openAll(cmd, paths, in)
	if err != nil {
		return err
	}
	for _, w := range t.warnings {
		p.Warn(w)
	}
	var text bytes.Buffer
	err = errors.Join(perfetto.Write(&text, t.Trace), t.Err(), t.close())
	if err != nil {
		return err
	}
	listener, err := listen(port)
	if err != nil {
		return err
	}
	s := newTraceServer(paths[0], text.Bytes(), listener.Addr().String())
	if port != perfettoPort {
		p.Warn(fmt.Sprintf("%s loads from port %d only", perfettoOrigin, perfettoPort))
	}
	p.Finish()
	if _, err := fmt.Fprintln(p.Terminal, s.address()); err != nil {
		_ = listener.Close() // is not used
		return err
	}
	if browse {
		openBrowser(s.address())
	}
	return s.serve(p.Ctx, listener)
}

// listen listens on the port of this machine.
func listen(port int) (net.Listener, error) {
	l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, cli.WithHint(fmt.Errorf("port %d is taken", port),
			fmt.Sprintf("end what listens there, or open a file of nrprof export in the viewer: it loads from port %d only", perfettoPort))
	}
	return l, err
}

// A traceServer serves one file to the viewer.
type traceServer struct {
	name string // of the file, as in its URL
	host string // address:port
	text []byte
	done chan struct{} // closed when the file was fetched as a whole
	once sync.Once
}

func newTraceServer(path string, text []byte, host string) *traceServer {
	name := filepath.Base(path)
	for _, suffix := range []string{".gz", ".json", ".nrt", ".sqlite", ".nsys-rep"} {
		name = strings.TrimSuffix(name, suffix)
	}
	if name == "" || name == "-" {
		name = "trace"
	}
	return &traceServer{name: name + ".pftrace", host: host, text: text, done: make(chan struct{})}
}

// address returns the URL that opens the file in the viewer.
func (s *traceServer) address() string {
	return perfettoOrigin + "/#!/?url=http://" + s.host + "/" + url.PathEscape(s.name)
}

// answer returns the response to a request. A page elsewhere must not reach the
// file through a name of its own for this machine, so the host has to be right.
func (s *traceServer) answer(q *request) *response {
	_, port, _ := net.SplitHostPort(s.host)
	a := &response{status: "200 OK"}
	switch {
	case q.host != s.host && q.host != net.JoinHostPort("localhost", port):
		a = plain("403 Forbidden", "unknown host")
	case q.path != "/"+s.name:
		a = plain("404 Not Found", "404 page not found")
	case q.method == "OPTIONS":
		a = &response{status: "204 No Content", header: []string{"Access-Control-Allow-Methods: GET, HEAD",
			"Access-Control-Allow-Headers: *", "Access-Control-Allow-Private-Network: true"}}
	case q.method == "HEAD" || q.method == "GET":
		a.header, a.body = []string{"Content-Type: application/octet-stream"}, s.text
	default:
		a = plain("405 Method Not Allowed", "only GET and HEAD", "Allow: GET, HEAD, OPTIONS")
	}
	a.silent = q.method == "HEAD"
	a.header = append(a.header, "Access-Control-Allow-Origin: "+perfettoOrigin, "Cache-Control: no-cache")
	return a
}

// converse answers the request of a connection.
func (s *traceServer) converse(c net.Conn) {
	defer finish(c)
	_ = c.SetReadDeadline(time.Now().Add(requestTime)) // without it, it is read as well
	q, err := readRequest(c)
	if errors.Is(err, errRequest) {
		_ = plain("400 Bad Request", "bad request").write(c) // whoever it is may be gone
	}
	if err != nil {
		return // browsers open connections in advance, which take no answer before they ask
	}
	a := s.answer(q)
	if err := a.write(c); err == nil && q.method == "GET" && strings.HasPrefix(a.status, "200") {
		s.once.Do(func() { close(s.done) })
	}
}

// serve serves until the file was fetched and a little longer, or until ctx
// ends.
func (s *traceServer) serve(ctx context.Context, l net.Listener) error {
	ended := make(chan error, 1)
	var open sync.WaitGroup
	go func() {
		for {
			c, err := l.Accept()
			if errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) {
				time.Sleep(acceptPause) // until others are closed
				continue
			}
			if err != nil {
				ended <- err
				return
			}
			open.Go(func() { s.converse(c) })
		}
	}()
	var err error
	select {
	case err = <-ended:
		return err
	case <-ctx.Done():
		err = ctx.Err()
	case <-s.done:
		select {
		case <-ctx.Done():
		case <-time.After(viewGrace):
		}
	}
	if cerr := l.Close(); err == nil {
		err = cerr
	}
	finished := make(chan struct{})
	go func() { <-ended; open.Wait(); close(finished) }()
	select {
	case <-finished:
	case <-time.After(viewGrace):
	}
	return err
}
