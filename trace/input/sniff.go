package input

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
)

// HeadBytes is the number of bytes of a file that decide its format.
const HeadBytes = 4096

// Sniff returns the kind of a file that starts with head and has the name. The
// content decides. If the content does not decide, the name does; "" is no name. A
// file that is compressed with gzip has the kind of its content.
//
// Head is the first [HeadBytes] of the file, or all of a shorter one.
func Sniff(head []byte, name string) Kind {
	k := cmp.Or(sniffContent(head), sniffName(name))
	if k == Unknown && compressed(head) {
		return ChromeJSON // its reader says what is wrong with what is compressed
	}
	return k
}

// sniffContent returns what a file is by its first bytes.
func sniffContent(head []byte) Kind {
	packed := compressed(head)
	if packed {
		head = unpack(head)
	}
	for _, r := range table() {
		if r.starts(head) && (!packed || r.Packed) {
			return r.Kind
		}
	}
	return Unknown
}

// compressed says whether a file that starts like this is one of gzip.
func compressed(head []byte) bool { return bytes.HasPrefix(head, []byte{0x1f, 0x8b}) }

// unpack returns what the start of a file of gzip holds, as far as that can be
// decompressed.
func unpack(head []byte) []byte {
	z, err := gzip.NewReader(bytes.NewReader(head))
	if err != nil {
		return nil
	}
	b := make([]byte, HeadBytes)
	n, _ := io.ReadFull(z, b) // the end of head cuts it
	return b[:n]
}

// sniffName returns what a file of that name should be.
func sniffName(name string) Kind {
	name = strings.ToLower(name)
	for _, r := range table() {
		for _, suffix := range r.Suffixes {
			if strings.HasSuffix(name, suffix) || r.Packed && strings.HasSuffix(name, suffix+".gz") {
				return r.Kind
			}
		}
	}
	return Unknown
}

// SniffFile returns the kind of the file path, as [Sniff] does. An error names the
// file.
func SniffFile(path string) (Kind, error) {
	f, err := os.Open(path)
	if err != nil {
		return Unknown, err
	}
	defer f.Close() // was only read
	head := make([]byte, HeadBytes)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return Unknown, err
	}
	return Sniff(head[:n], path), nil
}

// Schema returns the member schema of the JSON object that r starts with, or "" if
// the member is no text. ok says whether the object has the member. A trace does not
// have it: Schema reads up to the member, or to the events of a trace.
func Schema(r io.Reader) (schema string, ok bool) {
	in := json.NewDecoder(r)
	if first, err := in.Token(); err != nil || first != json.Delim('{') {
		return "", false
	}
	for in.More() {
		key, err := in.Token()
		if err != nil || key == "traceEvents" {
			return "", false
		}
		var value json.RawMessage
		if err := in.Decode(&value); key == "schema" {
			_ = json.Unmarshal(value, &schema) // stays "" where it is no text
			return schema, true
		} else if err != nil {
			return "", false
		}
	}
	return "", false
}
