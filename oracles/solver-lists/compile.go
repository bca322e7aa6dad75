package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A compiler asks C headers about members and numbers.
type compiler struct {
	folder string
	known  map[string]answer
}

// An answer is what headers say about an item: the offset of a member with its size
// and kind, or a number.
type answer struct {
	number, size int64
	kind         string // i integer or pointer, f floating; "" for a number
	err          error
}

// errNoHeader is the error of a header that is not here.
var errNoHeader = errors.New("no header")

// ask returns what the headers say. An error of the answer says why they say nothing.
func (c *compiler) ask(headers []string, item string, include []string) answer {
	key := strings.Join(headers, "+") + " " + item + " " + strings.Join(include, ":")
	if a, ok := c.known[key]; ok {
		return a
	}
	if c.known == nil {
		c.known = map[string]answer{}
	}
	a := c.run(program(headers, item), include)
	if first := c.run(program(headers, item+"[0]"), include); item[0] != '=' && first.err == nil && a.kind == "i" && first.size < a.size {
		a = first // an array: its first element
	}
	if a.err != nil && c.run(program(headers, "=0"), include).err != nil {
		a.err = fmt.Errorf("%w %s", errNoHeader, strings.Join(headers, "+"))
	}
	c.known[key] = a
	return a
}

// program is a C program that prints an answer.
func program(headers []string, item string) string {
	var s strings.Builder
	s.WriteString("#include <stddef.h>\n#include <stdio.h>\n")
	for _, h := range headers {
		if d, ok := strings.CutPrefix(h, "-D"); ok {
			fmt.Fprintf(&s, "#define %s\n", d)
		} else {
			fmt.Fprintf(&s, "#include <%s>\n", h)
		}
	}
	if expression, ok := strings.CutPrefix(item, "="); ok {
		fmt.Fprintf(&s, "int main(void) { printf(\"%%lld 0 n\\n\", (long long)(%s)); return 0; }\n", expression)
		return s.String()
	}
	t, member, _ := strings.Cut(item, ".")
	t = strings.ReplaceAll(t, ":", " ")
	fmt.Fprintf(&s, "#define MEMBER_ (((%s *)0)->%s)\n", t, member)
	fmt.Fprintf(&s, "int main(void) { printf(\"%%zu %%zu %%s\\n\", offsetof(%s, %s), sizeof MEMBER_, _Generic(MEMBER_, double: \"f\", float: \"f\", default: \"i\")); return 0; }\n", t, member)
	return s.String()
}

func (c *compiler) run(source string, include []string) answer {
	file := filepath.Join(c.folder, "item.c")
	if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
		return answer{err: err}
	}
	args := []string{"-w", "-o", filepath.Join(c.folder, "item"), file}
	for _, folder := range include {
		args = append(args, "-I", folder)
	}
	if out, err := exec.Command("cc", args...).CombinedOutput(); err != nil {
		return answer{err: fmt.Errorf("%v: %s", err, firstError(out))}
	}
	out, err := exec.Command(filepath.Join(c.folder, "item")).Output()
	if err != nil {
		return answer{err: err}
	}
	var a answer
	_, a.err = fmt.Fscan(bytes.NewReader(out), &a.number, &a.size, &a.kind)
	return a
}

func firstError(out []byte) string {
	for _, l := range strings.Split(string(out), "\n") {
		if strings.Contains(l, "error") {
			return l
		}
	}
	return strings.TrimSpace(string(out))
}
