package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"

	"github.com/nrkit/nrkit/internal/procgroup"
)

// A chromium is a browser that is driven by the DevTools protocol [1] through a
// pair of pipes: messages are JSON and end with a zero byte.
//
// [1] https://chromedevtools.github.io/devtools-protocol/
type chromium struct {
	cmd *exec.Cmd
	in  io.WriteCloser

	mu      sync.Mutex
	last    int
	answers map[int]chan message
	gone    error // of the pipe; no answers come any more
}

// A message is a command, or an answer to one.
type message struct {
	ID      int             `json:"id,omitempty"`
	Session string          `json:"sessionId,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  any             `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *struct {
		Message string `json:"message"`
	} `json:"error,omitempty"`
}

// startChromium starts a browser without a window, with a profile of its own in
// dir.
func startChromium(path, dir string, args ...string) (*chromium, error) {
	theirs, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	out, other, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	c := &chromium{in: in, answers: map[int]chan message{}}
	c.cmd = exec.Command(path, append([]string{"--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions",
		"--no-first-run", "--no-default-browser-check", "--remote-debugging-pipe", "--user-data-dir=" + dir}, args...)...)
	c.cmd.ExtraFiles = []*os.File{theirs, other} // 3 and 4
	c.cmd.SysProcAttr = procgroup.Own()
	err = c.cmd.Start()
	_, _ = theirs.Close(), other.Close() // are the browser's
	if err != nil {
		return nil, err
	}
	go c.read(out)
	return c, nil
}

// read hands answers to those who wait for them.
func (c *chromium) read(r io.Reader) {
	lines := bufio.NewReader(r)
	for {
		text, err := lines.ReadBytes(0)
		var m message
		if err == nil {
			err = json.Unmarshal(text[:len(text)-1], &m)
		}
		c.mu.Lock()
		if err != nil {
			c.gone = fmt.Errorf("chromium: %w", err)
			for _, answer := range c.answers {
				close(answer)
			}
			c.answers = nil
			c.mu.Unlock()
			return
		}
		if answer := c.answers[m.ID]; answer != nil {
			answer <- m
			delete(c.answers, m.ID)
		}
		c.mu.Unlock()
	}
}

// call sends a command to the browser, or to the page of a session, and reads
// its result.
func (c *chromium) call(session, method string, params, result any) error {
	answer := make(chan message, 1)
	c.mu.Lock()
	if c.gone != nil {
		c.mu.Unlock()
		return c.gone
	}
	c.last++
	m := message{ID: c.last, Session: session, Method: method, Params: params}
	c.answers[m.ID] = answer
	c.mu.Unlock()
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	if _, err := c.in.Write(append(text, 0)); err != nil {
		return err
	}
	select {
	case m, ok := <-answer:
		switch {
		case !ok:
			return fmt.Errorf("%s: the browser is gone", method)
		case m.Error != nil:
			return fmt.Errorf("%s: %s", method, m.Error.Message)
		case result == nil:
			return nil
		}
		return json.Unmarshal(m.Result, result)
	case <-time.After(limit):
		return fmt.Errorf("%s: no answer", method)
	}
}

// end kills the browser and what it started.
func (c *chromium) end() {
	_ = procgroup.Kill(c.cmd.Process) // may be gone
	_ = c.cmd.Wait()                  // says that it was killed
	_ = c.in.Close()
}

// open opens an address in a tab and returns its session.
func (c *chromium) open(address string) (session string, err error) {
	var target struct{ TargetID string }
	if err := c.call("", "Target.createTarget", map[string]any{"url": address}, &target); err != nil {
		return "", err
	}
	var attached struct{ SessionID string }
	err = c.call("", "Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	return attached.SessionID, err
}

// evaluate returns the value of an expression of JavaScript in a page.
func (c *chromium) evaluate(session, expression string) (string, error) {
	var r struct {
		Result struct{ Value any }
	}
	err := c.call(session, "Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true}, &r)
	return fmt.Sprint(r.Result.Value), err
}

// press presses and releases a key as a person does.
func (c *chromium) press(session, key, text string, code int) error {
	var err error
	for _, kind := range []string{"keyDown", "keyUp"} {
		e := map[string]any{"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code}
		if kind == "keyDown" {
			e["text"] = text
		}
		err = errors.Join(err, c.call(session, "Input.dispatchKeyEvent", e, nil))
	}
	return err
}
