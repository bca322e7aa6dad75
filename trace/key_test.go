package trace

import (
	"bytes"
	"encoding/json"
	"testing"
)

// The key of the start is in the header, that of the end is the last one told.
func TestKeys(t *testing.T) {
	var b bytes.Buffer
	r, err := NewRecorder(&b, Header{Key: json.RawMessage(`{"start": 1}`)}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	before := read(t, b.Bytes())
	if string(before.Header.Key) != `{"start":1}` || before.EndKey != nil {
		t.Errorf("before the end: keys %s and %q", before.Header.Key, before.EndKey)
	}
	r.SetEndKey(json.RawMessage(`{"end":1}`))
	r.SetEndKey(json.RawMessage(`{"end":2}`))
	r.SetEndKey(nil)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	after := read(t, b.Bytes())
	if string(after.Header.Key) != `{"start":1}` || string(after.EndKey) != `{"end":2}` || after.Loss != (Loss{}) {
		t.Errorf("keys %s and %s, loss %+v", after.Header.Key, after.EndKey, after.Loss)
	}
	(*Recorder)(nil).SetEndKey(json.RawMessage(`{}`))
}

// What is no JSON is not written, and the recording says so; in a file it is
// damage.
func TestKeyNotJSON(t *testing.T) {
	if _, err := NewRecorder(&bytes.Buffer{}, Header{Key: json.RawMessage(`{`)}, Options{}); err == nil {
		t.Error("no error of a header with half a key")
	}
	r, err := NewRecorder(&bytes.Buffer{}, Header{}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	r.SetEndKey(json.RawMessage(`{`))
	if err := r.Close(); err == nil {
		t.Error("no error of half a key at the end")
	}
	b := small(t)
	bad := append(make([]byte, headerSize), '{')
	putHeader(bad, chunkEndKey, 0)
	tr := read(t, append(b, bad...))
	if tr.Loss.Chunks != 1 || string(tr.EndKey) != `{"schema":"key/v1"}` {
		t.Errorf("loss %+v, key %s", tr.Loss, tr.EndKey)
	}
}
