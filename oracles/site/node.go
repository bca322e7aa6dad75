package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// An answer is what a program of the page says, as node.js writes it.
type answer struct {
	MS       float64 `json:"ms"`
	Messages []struct {
		Kind, Name, Message string
		Bytes               []byte
	} `json:"messages"`
}

// inNode compares all cases in node.
func (o *oracle) inNode() error {
	for _, capture := range []bool{false, true} {
		if err := o.programInNode(capture); err != nil {
			return err
		}
	}
	return nil
}

// programInNode compares the cases of one of the programs.
func (o *oracle) programInNode(capture bool) error {
	program := map[bool]string{false: "matrix", true: "capture"}[capture]
	var cases []*testCase
	var requests bytes.Buffer
	for _, c := range o.cases {
		if c.capture != capture {
			continue
		}
		cases = append(cases, c)
		line, err := json.Marshal(map[string]any{"paths": append([]string{}, c.paths...), "options": c.options, "example": c.example})
		if err != nil {
			return err
		}
		requests.Write(append(line, '\n'))
	}
	cmd := exec.Command(o.node, filepath.Join("oracles", "site", "node.js"), o.site, program)
	cmd.Stdin, cmd.Stderr = &requests, os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	defer func() { _ = cmd.Process.Kill() }() // has ended, unless something is wrong
	answers := json.NewDecoder(out)
	errs := []error{}
	took := time.Duration(0)
	for _, c := range cases {
		var a answer
		if err := answers.Decode(&a); err != nil {
			return fmt.Errorf("%s: %w", c, err)
		}
		one := time.Duration(a.MS * float64(time.Millisecond))
		took += one
		files, message := map[string][]byte{}, ""
		for _, m := range a.Messages {
			switch m.Kind {
			case "file":
				files[m.Name] = m.Bytes
			case "failed":
				message = m.Message
			}
		}
		errs = append(errs, c.report("node", one, c.judge(files, message)))
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	fmt.Printf("node, %s: %d requests have the answers of the program, in %.0f s\n", program, len(cases), took.Seconds())
	return cmd.Wait()
}
