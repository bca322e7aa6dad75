package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/nrkit/nrkit/internal/procgroup"
)

//go:embed testdata/probe.html
var probe []byte

// limit is how long Chromium may take to start, load speedscope and a file, and
// to answer.
const limit = 2 * time.Minute

// A browser is Chromium, started anew for each file, and a server on the loopback
// interface for what it loads: speedscope, the files of a directory, and a page
// that posts what speedscope shows.
type browser struct {
	program string
	server  *http.Server
	url     string
	results chan []byte
	dir     string
}

// newBrowser serves the app and the files of dir.
func newBrowser(app, dir string) (*browser, error) {
	b := &browser{dir: dir, results: make(chan []byte, 1)}
	var err error
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if b.program, err = exec.LookPath(name); err == nil {
			break
		}
	}
	if err != nil {
		return nil, fmt.Errorf("no Chromium: apt-get install chromium")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	b.url = "http://" + listener.Addr().String() + "/"
	mux := http.NewServeMux()
	mux.Handle("/speedscope/", http.StripPrefix("/speedscope/", http.FileServer(http.Dir(app))))
	mux.Handle("/file/", http.StripPrefix("/file/", http.FileServer(http.Dir(dir))))
	mux.HandleFunc("/probe.html", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write(probe)
	})
	mux.HandleFunc("POST /result", b.result)
	b.server = &http.Server{Handler: mux, ReadHeaderTimeout: limit}
	go b.server.Serve(listener)
	return b, nil
}

func (b *browser) close() { b.server.Close() }

func (b *browser) result(_ http.ResponseWriter, r *http.Request) {
	var text json.RawMessage
	if err := json.NewDecoder(http.MaxBytesReader(nil, r.Body, 64<<20)).Decode(&text); err != nil {
		text = json.RawMessage(fmt.Sprintf("{\"error\":%q}", err))
	}
	select {
	case b.results <- text:
	default: // one was there
	}
}

// A shown file is what the page posts: an error if speedscope does not show it.
type shown struct {
	Error    string    `json:"error"`
	Profiles []profile `json:"profiles"`
}

// A profile is a thread of Chrome JSON, or all of a pprof file.
type profile struct {
	Name   string  `json:"name"`
	Unit   string  `json:"unit"`
	Frames []frame `json:"frames"`
	Rows   []row   `json:"rows"`
}

// A frame is what speedscope adds up by.
type frame struct {
	Name  string  `json:"name"`
	Total float64 `json:"total"`
	Calls int64   `json:"calls"`
}

// A row is one of the sandwich view.
type row struct {
	Name  string `json:"name"`
	Total string `json:"total"`
}

// open shows a file of the directory in speedscope.
func (b *browser) open(file string) (*shown, error) {
	user, err := os.MkdirTemp(b.dir, "user")
	if err != nil {
		return nil, err
	}
	runtime.LockOSThread() // the group ends with the thread that started it
	defer runtime.UnlockOSThread()
	cmd := exec.Command(b.program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions",
		"--no-first-run", "--no-default-browser-check", "--user-data-dir="+user, b.url+"probe.html?file=file/"+file)
	cmd.SysProcAttr = procgroup.Own()
	log, err := os.Create(filepath.Join(user, "log"))
	if err != nil {
		return nil, err
	}
	defer log.Close()
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	ctx, ended := context.WithCancel(context.Background())
	go func() {
		cmd.Wait()
		ended()
	}()
	text, err := b.wait(ctx)
	procgroup.Kill(cmd.Process)
	<-ctx.Done()
	if err != nil {
		said, _ := os.ReadFile(log.Name())
		return nil, fmt.Errorf("%w; Chromium said at last: %s", err, strings.TrimSpace(string(said[max(0, len(said)-2000):])))
	}
	s := &shown{}
	if err := json.Unmarshal(text, s); err != nil {
		return nil, err
	}
	return s, nil
}

// wait returns what the page posts.
func (b *browser) wait(ctx context.Context) ([]byte, error) {
	select {
	case text := <-b.results:
		return text, nil
	case <-ctx.Done():
		return nil, errors.New("chromium ended")
	case <-time.After(limit):
		return nil, fmt.Errorf("no answer within %v", limit)
	}
}
