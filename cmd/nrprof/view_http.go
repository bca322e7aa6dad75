package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"strings"
	"time"
)

// A request is what a browser asks for: as much of HTTP/1.1 [1] as it takes to
// give one file to one page. net/http does all of it, and half a millisecond
// more at every start of the program, whatever it is asked to do.
//
// [1] RFC 9112.
type request struct {
	method, path, host string
}

// Limits of what a request may be and take.
const (
	requestBytes = 16 << 10
	requestTime  = 10 * time.Second
)

// errRequest is the error of a request that is none.
var errRequest = errors.New("malformed request")

// readRequest reads a request without its body.
//
// Errors: errRequest; those of r, io.EOF among them, when it ends early.
func readRequest(r io.Reader) (*request, error) {
	limited := &io.LimitedReader{R: r, N: requestBytes}
	q, err := parseRequest(bufio.NewReader(limited))
	if err != nil && limited.N == 0 { // it did not end, it is too long
		err = errRequest
	}
	return q, err
}

// parseRequest is readRequest without the limit.
func parseRequest(lines *bufio.Reader) (*request, error) {
	line, err := readLine(lines)
	if err != nil {
		return nil, err
	}
	method, rest, _ := strings.Cut(line, " ")
	target, version, _ := strings.Cut(rest, " ")
	u, err := url.ParseRequestURI(target)
	if err != nil || method == "" || !strings.HasPrefix(version, "HTTP/1.") {
		return nil, errRequest
	}
	q := &request{method: method, path: u.Path, host: u.Host}
	for {
		line, err := readLine(lines)
		if err != nil {
			return nil, err
		}
		if line == "" {
			return q, nil
		}
		name, value, ok := strings.Cut(line, ":")
		if !ok {
			return nil, errRequest
		}
		if strings.EqualFold(name, "Host") && q.host == "" {
			q.host = strings.Trim(value, " \t")
		}
	}
}

// readLine reads a line without its end.
func readLine(r *bufio.Reader) (string, error) {
	line, err := r.ReadString('\n')
	if err != nil {
		return "", err
	}
	return strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r"), nil
}

// A response answers a request.
type response struct {
	status string // with its reason
	header []string
	body   []byte
	silent bool // the body is only announced
}

// plain returns a response of one line.
func plain(status, text string, header ...string) *response {
	return &response{status: status, header: append(header, "Content-Type: text/plain; charset=utf-8"), body: []byte(text + "\n")}
}

// write writes the response. The connection ends with it.
func (a *response) write(w io.Writer) error {
	head := "HTTP/1.1 " + a.status + "\r\n"
	for _, line := range a.header {
		head += line + "\r\n"
	}
	if a.body != nil {
		head += fmt.Sprintf("Content-Length: %d\r\n", len(a.body))
	}
	_, err := io.WriteString(w, head+"Connection: close\r\n\r\n")
	if err == nil && !a.silent && len(a.body) > 0 {
		_, err = w.Write(a.body)
	}
	return err
}

// finish ends a connection so that the other side gets all that was written:
// what it sent besides is read, since the system drops both otherwise.
func finish(c net.Conn) {
	if t, ok := c.(*net.TCPConn); ok && t.CloseWrite() == nil {
		_ = c.SetReadDeadline(time.Now().Add(time.Second))
		_, _ = io.Copy(io.Discard, io.LimitReader(c, 1<<20)) // what it is does not matter
	}
	_ = c.Close() // everything was written
}
