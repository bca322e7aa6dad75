package chromium

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"sync"
	"time"

	"github.com/nrkit/nrkit/internal/procgroup"
)

// limit bounds how long an answer may take.
const limit = 2 * time.Minute

// A Browser is a Chromium.
type Browser struct {
	cmd *exec.Cmd
	in  io.WriteCloser

	mu      sync.Mutex
	last    int
	answers map[int]chan message
	events  []Event
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

// An Event is what the browser reports by itself.
type Event struct {
	Session string
	Method  string
	Params  json.RawMessage
}

// Start starts a browser without a window, with a profile of its own in dir.
func Start(path, dir string, args ...string) (*Browser, error) {
	theirs, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	out, other, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	c := &Browser{in: in, answers: map[int]chan message{}}
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
func (c *Browser) read(r io.Reader) {
	lines := bufio.NewReader(r)
	for {
		text, err := lines.ReadBytes(0)
		var m struct {
			message
			Params json.RawMessage `json:"params"`
		}
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
			answer <- m.message
			delete(c.answers, m.ID)
		} else if m.Method != "" {
			c.events = append(c.events, Event{m.Session, m.Method, m.Params})
		}
		c.mu.Unlock()
	}
}

// Events returns the events so far.
func (c *Browser) Events() []Event {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.events)
}

// Call sends a command to the browser, or to the page of a session, and reads
// its result.
func (c *Browser) Call(session, method string, params, result any) error {
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

// End kills the browser and what it started.
func (c *Browser) End() {
	_ = procgroup.Kill(c.cmd.Process) // may be gone
	_ = c.cmd.Wait()                  // says that it was killed
	_ = c.in.Close()
}

// Open opens an address in a tab and returns its session.
func (c *Browser) Open(address string) (session string, err error) {
	var target struct{ TargetID string }
	if err := c.Call("", "Target.createTarget", map[string]any{"url": address}, &target); err != nil {
		return "", err
	}
	var attached struct{ SessionID string }
	err = c.Call("", "Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	return attached.SessionID, err
}

// Evaluate returns the value of an expression of JavaScript in a page, as text. It waits
// for promises.
func (c *Browser) Evaluate(session, expression string) (string, error) {
	var r struct {
		Result           struct{ Value any }
		ExceptionDetails *struct {
			Text      string
			Exception struct{ Description string }
		}
	}
	err := c.Call(session, "Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true}, &r)
	if e := r.ExceptionDetails; err == nil && e != nil {
		err = fmt.Errorf("%s: %s %s", expression, e.Text, e.Exception.Description)
	}
	return fmt.Sprint(r.Result.Value), err
}

// Press presses and releases a key as a person does.
func (c *Browser) Press(session, key, text string, code int) error {
	var err error
	for _, kind := range []string{"keyDown", "keyUp"} {
		e := map[string]any{"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code}
		if kind == "keyDown" {
			e["text"] = text
		}
		err = errors.Join(err, c.Call(session, "Input.dispatchKeyEvent", e, nil))
	}
	return err
}
