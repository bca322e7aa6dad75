// Oracleview shows captures by nrprof view in Chromium. A stand-in takes the place
// of https://ui.perfetto.dev, and the program compares what the stand-in receives
// with what nrprof export writes. For the browser the address of the stand-in is an
// address of the internet, so that Chromium applies its rules for requests from the
// internet to this machine. oracles/view/run builds nrprof.
//
//	go run ./oracles/view -nrprof PATH -chromium PATH
//
// It fails if something differs.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/nrkit/nrkit/internal/testkit/chromium"
)

// limit bounds how long anything may take.
const limit = time.Minute

// An oracle is one check of nrprof in a browser.
type oracle struct {
	nrprof, chromium, dir string
	given                 string // the capture; "": one of a run
	ui                    *standin
}

func main() {
	o := &oracle{}
	flag.StringVar(&o.nrprof, "nrprof", "", "the nrprof to test")
	flag.StringVar(&o.chromium, "chromium", "", "the browser")
	flag.StringVar(&o.given, "capture", "", "the capture to show (default that of a run of ring)")
	flag.Parse()
	var err error
	if o.dir, err = os.MkdirTemp("", "oracleview"); err == nil {
		err = o.check()
		if rerr := os.RemoveAll(o.dir); err == nil && rerr != nil {
			fmt.Println(rerr) // Chromium may still write into its profile
		}
	}
	if err != nil {
		fmt.Printf("WRONG: %v\n", err)
		os.Exit(1)
	}
}

// check goes through all cases.
func (o *oracle) check() error {
	o.ui = newStandin()
	defer o.ui.Close()
	capture, want, err := o.capture()
	if err != nil {
		return err
	}
	for _, internet := range []bool{false, true} {
		if err := o.former(want, internet); err != nil {
			return fmt.Errorf("?url=, of the internet: %v: %w", internet, err)
		}
	}
	for _, blocked := range []bool{true, false} {
		if err := o.shows(capture, want, blocked); err != nil {
			return fmt.Errorf("view, with pop-ups blocked: %v: %w", blocked, err)
		}
	}
	return nil
}

// capture makes a capture and its export.
func (o *oracle) capture() (path string, want []byte, err error) {
	path = filepath.Join(o.dir, "a b.nrt")
	out := filepath.Join(o.dir, "want.pftrace")
	begin := []string{"run", "ring", "-o", path}
	if o.given != "" {
		begin = []string{"export", o.given, "-o", path}
	}
	for _, args := range [][]string{begin, {"export", path, "-o", out}} {
		if text, err := exec.Command(o.nrprof, args...).CombinedOutput(); err != nil {
			return "", nil, fmt.Errorf("nrprof %v: %w: %s", args, err, text)
		}
	}
	want, err = os.ReadFile(out)
	return path, want, err
}

// browser starts a browser in which the stand-in is https://ui.perfetto.dev, on
// the internet or, as its address says, on this machine.
func (o *oracle) browser(internet bool, args ...string) (*chromium.Browser, error) {
	dir, err := os.MkdirTemp(o.dir, "profile")
	if err != nil {
		return nil, err
	}
	host := o.ui.Listener.Addr().String()
	if internet {
		args = append(args, "--ip-address-space-overrides="+host+"=public")
	}
	return chromium.Start(o.chromium, dir, append(args, "--ignore-certificate-errors", "--host-resolver-rules=MAP ui.perfetto.dev:443 "+host)...)
}

// former sees that a page of the internet cannot read from this machine, which the
// way by ?url= needs, and that a page of this machine can: otherwise the browser
// does not check, and the other cases show nothing.
func (o *oracle) former(body []byte, internet bool) error {
	server := formerServer(body)
	defer server.Close()
	b, err := o.browser(internet)
	if err != nil {
		return err
	}
	defer b.End()
	if _, err := b.Open("https://ui.perfetto.dev/?url=" + url.QueryEscape(server.URL+"/x.pftrace")); err != nil {
		return err
	}
	r, err := o.ui.wait()
	if err != nil {
		return err
	}
	refused := r.how.Get("error")
	if (refused != "") != internet || (!internet && !bytes.Equal(r.body, body)) {
		return fmt.Errorf("the page has read %d bytes from this machine, error %q", len(r.body), refused)
	}
	fmt.Printf("a page that reads from this machine, itself of the internet %v: %d bytes, error %q\n", internet, len(r.body), refused)
	return nil
}

// shows runs nrprof view and lets the browser show the trace. Where pop-ups are
// blocked, a key is pressed on the page.
func (o *oracle) shows(capture string, want []byte, blocked bool) error {
	view := exec.Command(o.nrprof, "view", capture, "--no-browser")
	var stderr bytes.Buffer
	view.Stderr = &stderr
	out, err := view.StdoutPipe()
	if err != nil {
		return err
	}
	if err := view.Start(); err != nil {
		return err
	}
	defer func() { _ = view.Process.Kill() }() // has ended, unless something is wrong
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return err
	}
	var args []string
	if !blocked {
		args = append(args, "--disable-popup-blocking")
	}
	b, err := o.browser(true, args...)
	if err != nil {
		return err
	}
	defer b.End()
	page, err := b.Open(strings.TrimSpace(address))
	if err != nil {
		return err
	}
	if blocked {
		if err := o.press(b, page); err != nil {
			return err
		}
	}
	r, err := o.ui.wait()
	if err != nil {
		text, _ := b.Evaluate(page, "document.body.innerText")
		return fmt.Errorf("%w; the page says %q, standard error %q", err, text, stderr.String())
	}
	if err := judge(r, want); err != nil {
		return err
	}
	if err := ended(view); err != nil {
		return fmt.Errorf("nrprof view: %w: %s", err, stderr.String())
	}
	if stderr.Len() > 0 {
		return fmt.Errorf("nrprof view says %q", stderr.String())
	}
	if err := o.says(b, page, "has the trace, and nrprof has ended"); err != nil {
		return err
	}
	fmt.Printf("nrprof view, pop-ups blocked %v: the stand-in has the %d bytes of the export, and view has ended\n", blocked, len(want))
	return nil
}

// press waits for the button of the page and presses Enter on it, which has the
// focus.
func (o *oracle) press(b *chromium.Browser, page string) error {
	if err := o.says(b, page, "Press the button or Enter"); err != nil {
		return err
	}
	focus, err := b.Evaluate(page, "document.activeElement.id")
	if err != nil || focus != "open" {
		return fmt.Errorf("the focus is on %q: %w", focus, err)
	}
	return b.Press(page, "Enter", "\r", 13)
}

// says waits until the page says something.
func (o *oracle) says(b *chromium.Browser, page, want string) error {
	text := ""
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		var err error
		if text, err = b.Evaluate(page, "document.getElementById('status')?.textContent"); err != nil {
			return err
		}
		if strings.Contains(text, want) {
			return nil
		}
	}
	return fmt.Errorf("the page says %q, want %q", text, want)
}

// judge compares what the stand-in received with the export.
func judge(r received, want []byte) error {
	switch {
	case r.how.Get("error") != "":
		return errors.New(r.how.Get("error"))
	case r.how.Get("way") != "message" || r.how.Get("trusted") != "true":
		return fmt.Errorf("the UI would not take it: %v", r.how)
	case r.how.Get("title") != "a b.pftrace" || r.how.Get("fileName") != "a b.pftrace":
		return fmt.Errorf("the names are %v", r.how)
	case !bytes.Equal(r.body, want):
		return fmt.Errorf("the UI has %d bytes, want the %d of the export", len(r.body), len(want))
	}
	return nil
}

// ended waits for the end of a program.
func ended(cmd *exec.Cmd) error {
	end := make(chan error, 1)
	go func() { end <- cmd.Wait() }()
	select {
	case err := <-end:
		return err
	case <-time.After(limit):
		return errors.New("does not end")
	}
}
