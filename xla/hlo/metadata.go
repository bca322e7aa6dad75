package hlo

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// A metadata is what an instruction says about where it comes from.
type metadata struct {
	opName, file string
	line, frame  int64 // frame: number of a stack frame, 0 for none
}

// parseMetadata reads {op_name="…" source_file="…" source_line=3
// stack_frame_id=4}; the rest is passed over.
func parseMetadata(text []byte) (m metadata) {
	for key, value := range fields(text) {
		switch string(key) {
		case "op_name":
			m.opName = unquote(value)
		case "source_file":
			m.file = unquote(value)
		case "source_line":
			m.line = integer(value)
		case "stack_frame_id":
			m.frame = integer(value)
		}
	}
	return m
}

// fields yields the keys and values of {key=value key="value" …}, values with
// their quotes. Commas between them are passed over.
func fields(text []byte) func(yield func(key, value []byte) bool) {
	return func(yield func(key, value []byte) bool) {
		for {
			text = bytes.TrimLeft(text, "{}, \t\r\n")
			eq := bytes.IndexByte(text, '=')
			if eq < 0 {
				return
			}
			key := bytes.TrimSpace(text[:eq])
			text = bytes.TrimLeft(text[eq+1:], " ")
			n := valueEnd(text)
			if !yield(key, text[:n]) {
				return
			}
			text = text[n:]
		}
	}
}

// valueEnd returns where the value that text begins with ends.
func valueEnd(text []byte) int {
	if len(text) == 0 {
		return 0
	}
	if text[0] == '"' {
		for k := 1; k < len(text); k++ {
			switch text[k] {
			case '\\':
				k++
			case '"':
				return k + 1
			}
		}
		return len(text)
	}
	depth := 0
	for k, c := range text {
		switch c {
		case '{', '[', '(':
			depth++
		case '}', ']', ')':
			if depth--; depth < 0 {
				return k
			}
		case ' ', ',', '\n', '\t', '\r':
			if depth == 0 {
				return k
			}
		}
	}
	return len(text)
}

// unquote returns what a string of HLO stands for: C escapes, with octal bytes.
// What is not UTF-8 is replaced.
func unquote(s []byte) string {
	s = bytes.TrimPrefix(s, []byte{'"'})
	s = bytes.TrimSuffix(s, []byte{'"'})
	if bytes.IndexByte(s, '\\') < 0 {
		return strings.ToValidUTF8(string(s), "�")
	}
	out := make([]byte, 0, len(s))
	for k := 0; k < len(s); k++ {
		if s[k] != '\\' || k+1 == len(s) {
			out = append(out, s[k])
			continue
		}
		k++
		switch c := s[k]; c {
		case 'n':
			out = append(out, '\n')
		case 't':
			out = append(out, '\t')
		case 'r':
			out = append(out, '\r')
		default:
			if n, err := strconv.ParseUint(string(s[k:min(k+3, len(s))]), 8, 8); err == nil && k+3 <= len(s) {
				out = append(out, byte(n))
				k += 2
				continue
			}
			out = append(out, c)
		}
	}
	return strings.ToValidUTF8(string(out), "�")
}

// integer returns a number, 0 where there is none.
func integer(text []byte) int64 {
	n, err := strconv.ParseInt(string(bytes.TrimSpace(text)), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// tripCount returns known_trip_count of the configuration of a while: JSON,
// {"known_trip_count":{"n":"20"}}, or as a string that holds it. ok is false
// when it does not say.
func tripCount(config []byte) (n int64, ok bool) {
	text := config
	if len(text) > 0 && text[0] == '"' {
		text = []byte(unquote(text))
	}
	var c struct {
		Known *struct {
			N json.RawMessage `json:"n"`
		} `json:"known_trip_count"`
	}
	if json.Unmarshal(text, &c) != nil || c.Known == nil {
		return 0, false
	}
	if len(c.Known.N) == 0 {
		return 0, true // as protobuf leaves out what is 0
	}
	return digits(c.Known.N)
}

// digits returns the number that a text has, with quotes or brackets around it:
// 20, "20", {n=20}.
func digits(text []byte) (int64, bool) {
	k := bytes.IndexAny(text, "0123456789")
	if k < 0 || k > 0 && text[k-1] == '-' {
		return 0, false
	}
	end := k
	for end < len(text) && text[end] >= '0' && text[end] <= '9' {
		end++
	}
	n, err := strconv.ParseInt(string(text[k:end]), 10, 64)
	return n, err == nil
}

// frames are the tables by which newer XLA says where instructions come from:
//
//	FileNames         1 "solver.py"
//	FunctionNames     1 "step"
//	FileLocations     1 {file_name_id=1 function_name_id=1 line=28 …}
//	StackFrames       1 {file_location_id=1 parent_frame_id=1}
type frames struct {
	files     map[int64]string
	locations map[int64][2]int64 // file and line
	stack     map[int64]int64    // location
}

// isTable reports whether a word begins one of the tables.
func isTable(word []byte) bool {
	switch string(word) {
	case "FileNames", "FunctionNames", "FileLocations", "StackFrames":
		return true
	}
	return false
}

// set keeps a line of a table.
func (f *frames) set(table string, id int64, value []byte) {
	if f.files == nil {
		*f = frames{map[int64]string{}, map[int64][2]int64{}, map[int64]int64{}}
	}
	switch table {
	case "FileNames":
		f.files[id] = unquote(value)
	case "FileLocations":
		var at [2]int64
		for key, v := range fields(value) {
			switch string(key) {
			case "file_name_id":
				at[0] = integer(v)
			case "line":
				at[1] = integer(v)
			}
		}
		f.locations[id] = at
	case "StackFrames":
		for key, v := range fields(value) {
			if string(key) == "file_location_id" {
				f.stack[id] = integer(v)
			}
		}
	}
}

// source returns what an instruction says about where it comes from.
func (b *builder) source(m metadata) Source {
	s := Source{OpName: m.opName, File: m.file, Line: m.line, Phase: b.phaseName(b.phase(m.opName))}
	if s.File == "" && m.frame != 0 {
		at := b.frames.locations[b.frames.stack[m.frame]]
		s.File, s.Line = b.frames.files[at[0]], at[1]
	}
	return s
}
