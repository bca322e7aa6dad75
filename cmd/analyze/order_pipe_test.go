package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestOrderPipe orders two matrices with one process: each reply comes while standard
// input is open.
func TestOrderPipe(t *testing.T) {
	cmd := exec.Command("analyze", "order", "--pipe", "--workers", "1")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	replies := bufio.NewReader(out)
	for range 2 {
		b := []byte(`{"schema":"order-request/v1","ordering":"natural","rows":3,"cols":3,"nnz":3,"index_bytes":4}` + "\n")
		for _, x := range []uint32{0, 1, 2, 3, 0, 1, 2} {
			b = binary.LittleEndian.AppendUint32(b, x)
		}
		if _, err := in.Write(b); err != nil {
			t.Fatal(err)
		}
		line, err := replies.ReadBytes('\n')
		if err != nil {
			t.Fatal(err)
		}
		var reply struct {
			Rows, Cols int
			Method     string
		}
		if err := json.Unmarshal(line, &reply); err != nil || reply.Rows != 3 || reply.Cols != 3 || reply.Method != "natural" {
			t.Fatalf("got %s, %v", line, err)
		}
		got := make([]int32, 6)
		if err := binary.Read(replies, binary.LittleEndian, got); err != nil || !slices.Equal(got, []int32{0, 1, 2, 0, 1, 2}) {
			t.Fatalf("got %v, %v", got, err)
		}
	}
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	if rest, err := io.ReadAll(replies); err != nil || len(rest) > 0 {
		t.Errorf("got %q, %v", rest, err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

// What is no request ends the program; flags of single files are mistakes.
func TestOrderPipeMistakes(t *testing.T) {
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"order --pipe", 1, "analyze: error: request: invalid character 'x'"},
		{"order --pipe --ordering amd", 2, "analyze: error: --pipe takes the ordering of each matrix from its request, and excludes --ordering"},
		{"order --pipe a.mtx", 2, "analyze: error: "},
		{"order --pipe --workers -1", 2, "analyze: error: --workers: want"},
	} {
		var stdout, stderr bytes.Buffer
		code := run(strings.Fields(c.args), strings.NewReader("xyz\n"), &stdout, &stderr)
		if code != c.code || !strings.HasPrefix(stderr.String(), c.want) || stdout.Len() > 0 {
			t.Errorf("%s: got %d, %s, %s", c.args, code, &stderr, &stdout)
		}
	}
}
