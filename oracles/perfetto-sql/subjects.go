package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// subjects returns the captures to check, with their exports: of the files, or
// those that it makes.
func (c *checker) subjects(files []string) ([]subject, error) {
	if len(files) > 0 {
		var list []subject
		for _, f := range files {
			s, err := c.export(strings.TrimSuffix(filepath.Base(f), filepath.Ext(f)), f)
			if err != nil {
				return nil, err
			}
			list = append(list, s)
		}
		return list, nil
	}
	var list []subject
	add := func(name string, inputs ...string) error {
		s, err := c.export(name, inputs...)
		list = append(list, s)
		return err
	}
	for _, r := range []struct {
		name string
		args []string
	}{
		{"rc", []string{"rc", "--sample", "1", "--steps", "500"}},
		{"ring", []string{"ring", "--sample", "1", "--steps", "500"}},
		{"ring-64", []string{"ring", "--sample", "1/64", "--steps", "6000"}},
		{"graetz-64", []string{"graetz", "--sample", "1/64", "--steps", "20000"}},
		{"mul8", []string{"mul8", "--sample", "1", "--steps", "40"}},
	} {
		file := c.path(r.name + ".nrt")
		if _, err := c.call(append([]string{"run", "-o", file}, r.args...)...); err != nil {
			return nil, err
		}
		if err := add(r.name, file); err != nil {
			return nil, err
		}
	}
	killed, err := c.killed()
	if err != nil {
		return nil, err
	}
	if err := add("killed", killed); err != nil {
		return nil, err
	}
	const devices = "testdata/nsys/newton.sqlite"
	if err := add("newton", devices); err != nil {
		return nil, err
	}
	second := c.path("second.sqlite")
	text, err := os.ReadFile(devices)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(second, text, 0o666); err != nil {
		return nil, err
	}
	return list, add("ranks", devices, second)
}

// killed returns the capture of a run that was killed.
func (c *checker) killed() (string, error) {
	file := c.path("killed.nrt")
	cmd := exec.Command(c.nrprof, "run", "c6288", "--sample", "1", "-o", file)
	if err := cmd.Start(); err != nil {
		return "", err
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	for range 600 {
		time.Sleep(100 * time.Millisecond)
		if at, err := os.Stat(file); err == nil && at.Size() > 100_000 {
			return file, nil
		}
	}
	return "", fmt.Errorf("%s stays small", file)
}

// export returns a capture and a trace of the inputs.
func (c *checker) export(name string, inputs ...string) (subject, error) {
	s := subject{name, c.path(name + ".copy.nrt"), c.path(name + ".pftrace")}
	for _, out := range []string{s.capture, s.trace} {
		if _, err := c.call(append([]string{"export", "-o", out}, inputs...)...); err != nil {
			return s, err
		}
	}
	return s, nil
}
