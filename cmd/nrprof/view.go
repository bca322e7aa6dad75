package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
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

// ServeHTTP answers requests for the file. A page elsewhere must not reach it
// through a name of its own for this machine, so the host has to be right.
func (s *traceServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", perfettoOrigin)
	h.Set("Cache-Control", "no-cache")
	_, port, _ := net.SplitHostPort(s.host)
	switch {
	case r.Host != s.host && r.Host != net.JoinHostPort("localhost", port):
		http.Error(w, "unknown host", http.StatusForbidden)
	case r.URL.Path != "/"+s.name:
		http.NotFound(w, r)
	case r.Method == http.MethodOptions:
		h.Set("Access-Control-Allow-Methods", "GET, HEAD")
		h.Set("Access-Control-Allow-Headers", "*")
		h.Set("Access-Control-Allow-Private-Network", "true")
		w.WriteHeader(http.StatusNoContent)
	case r.Method == http.MethodHead || r.Method == http.MethodGet:
		s.send(w)
	default:
		h.Set("Allow", "GET, HEAD, OPTIONS")
		http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
	}
}

// send answers with the file.
func (s *traceServer) send(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Length", strconv.Itoa(len(s.text)))
	// To a HEAD request the server writes no body, and an error says so.
	if n, err := w.Write(s.text); err == nil && n == len(s.text) {
		s.once.Do(func() { close(s.done) })
	}
}

// serve serves until the file was fetched and a little longer, or until ctx
// ends.
func (s *traceServer) serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
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
	last, cancel := context.WithTimeout(context.Background(), viewGrace)
	defer cancel()
	if serr := server.Shutdown(last); err == nil && !errors.Is(serr, context.DeadlineExceeded) {
		err = serr
	}
	return err
}
