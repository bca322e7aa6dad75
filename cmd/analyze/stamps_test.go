package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/assembly"
)

// Devices may be compressed; the hash is that of the file as it is.
func TestStampsCompressed(t *testing.T) {
	text := `{"format":"nr-devices","version":1,"n_unknowns":1,"groups":[{"model":"r","jac_rows":[[0]],"jac_cols":[[0]]}]}`
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	for _, input := range []string{text, packed.String()} {
		s, err := decodeStamps("d.json", strings.NewReader(input))
		if err != nil || s.Devices.Len() != 1 {
			t.Fatalf("want one device, got %+v, %v", s, err)
		}
		if sum := sha256.Sum256([]byte(input)); s.SHA256 != hex.EncodeToString(sum[:]) {
			t.Errorf("the hash is not that of the input: %s", s.SHA256)
		}
	}
	for n := range packed.Len() {
		if _, err := decodeStamps("d.json", strings.NewReader(packed.String()[:n])); err == nil || !strings.Contains(err.Error(), "d.json") {
			t.Errorf("cut at %d: want an error that names the file, got %v", n, err)
		}
	}
	broken := bytes.Clone(packed.Bytes())
	broken[len(broken)-5] ^= 1 // of the checksum or the length
	if _, err := decodeStamps("d.json", bytes.NewReader(broken)); err == nil {
		t.Error("want an error about a wrong checksum")
	}
}

// Devices without any device are reported like others.
func TestStampsEmpty(t *testing.T) {
	var text bytes.Buffer
	if err := assembly.WriteDevices(&text, &assembly.Devices{Unknowns: 3}); err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{"--stamps - --json", "--stamps - --markdown", "--stamps -"} {
		var stdout, stderr bytes.Buffer
		code := run(strings.Fields(args), bytes.NewReader(text.Bytes()), &stdout, &stderr)
		if code != exitOK || stdout.Len() == 0 || stderr.Len() > 0 {
			t.Errorf("analyze %s: exit %d, %s", args, code, stderr.String())
		}
	}
}
