package hlo

import (
	"bytes"
	"strings"
)

// types reads the types in brackets, of operands or results.
func (p *mlirParser) types(text []byte) {
	op := &p.top().op
	for t := range tensors(text) {
		op.result(t, true)
	}
}

// parameters reads those of a function; they count when it is the entry.
func (p *mlirParser) parameters(text []byte) {
	op := &p.top().op
	op.params = op.params[:0]
	for t := range tensors(text) {
		op.params = append(op.params, tensor(t).bytes())
	}
}

// attributes reads those of interest: names, and numbers of devices.
func (p *mlirParser) attributes(text []byte) {
	op := &p.top().op
	for key, value := range fields(text) {
		k := bytes.LastIndexByte(key, ' ')
		switch string(key[k+1:]) {
		case "call_target_name", "sym_name":
			op.symbol = unquoteMLIR(value)
		case "callee", "decomposition":
			op.symbol = strings.Trim(strings.ToValidUTF8(string(value), "�"), `@"`)
		case "sym_visibility":
			op.private = string(value) == `"private"`
		case "mhlo.num_partitions":
			p.b.m.Partitions = max(1, integer(value))
		case "mhlo.num_replicas":
			p.b.m.Replicas = max(1, integer(value))
		case "function_type":
			k := bytes.Index(text, []byte("function_type"))
			args, _, _ := bytes.Cut(text[max(0, k):], []byte("->"))
			p.parameters(args)
		}
	}
}

// tensors yields what is between the angles of each tensor<…> of a text, not in
// its strings.
func tensors(text []byte) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		for k := 0; k < len(text); k++ {
			switch {
			case text[k] == '"':
				k += valueEnd(text[k:]) - 1
			case text[k] == '<' && bytes.HasSuffix(text[:k], []byte("tensor")):
				end, depth := k, 0
				for ; end < len(text); end++ {
					if text[end] == '<' {
						depth++
					} else if text[end] == '>' {
						if depth--; depth == 0 {
							break
						}
					}
				}
				if end == len(text) || !yield(text[k+1:end]) {
					return
				}
				k = end
			}
		}
	}
}
