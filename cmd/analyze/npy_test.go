package main

import (
	"bytes"
	"encoding/binary"
	"regexp"
	"strconv"
	"testing"
)

var npyHeader = regexp.MustCompile(`^\{'descr': '<i4', 'fortran_order': False, 'shape': \((\d+),\), \} *\n$`)

func TestWriteNPY(t *testing.T) {
	for _, n := range []int{0, 1, 9, 10, 1000} {
		x := make([]int32, n)
		for k := range x {
			x[k] = int32(k*7919 - 5)
		}
		var b bytes.Buffer
		if err := writeNPY(&b, x); err != nil {
			t.Fatal(err)
		}
		data := b.Bytes()
		if string(data[:8]) != "\x93NUMPY\x01\x00" {
			t.Fatalf("n=%d: starts with %q", n, data[:8])
		}
		start := 10 + int(binary.LittleEndian.Uint16(data[8:]))
		m := npyHeader.FindSubmatch(data[10:start])
		if start%64 != 0 || m == nil || string(m[1]) != strconv.Itoa(n) {
			t.Errorf("n=%d: header %q ends at %d", n, data[10:start], start)
		}
		if len(data) != start+4*n {
			t.Fatalf("n=%d: %d bytes of data", n, len(data)-start)
		}
		for k, want := range x {
			if got := int32(binary.LittleEndian.Uint32(data[start+4*k:])); got != want {
				t.Fatalf("n=%d: element %d is %d, want %d", n, k, got, want)
			}
		}
	}
}
