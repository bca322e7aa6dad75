package main

import (
	"strings"
	"testing"
)

func TestRacing(t *testing.T) {
	for line, want := range map[string]bool{
		"":                                    false,
		"a.mtx":                               false,
		"best.mtx":                            false,
		"a.mtx --ordering best":               true,
		"--ordering=amd,best a.mtx":           true,
		"a.mtx --ordering amd":                false,
		"order a.mtx":                         true,
		"calibrate --json":                    true,
		"order a.mtx --ordering amd":          false,
		"order a.mtx --ordering=best -o best": true,
	} {
		if got := racing(strings.Fields(line)); got != want {
			t.Errorf("%q: want %v, got %v", line, want, got)
		}
	}
}
