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
	kind         string // i integer or pointer, f floating; n for a number
	err          error
}

// errNoHeader is the error of a header that is not here.
var errNoHeader = errors.New("no header")

func keyOf(headers []string, item string, include []string) string {
	return strings.Join(headers, "+") + " " + item + " " + strings.Join(include, ":")
}

// askAll asks about many items at once, so that ask knows them. Where one item is
// wrong, the program does not compile, and ask asks about each alone.
func (c *compiler) askAll(headers, items, include []string) {
	if c.known == nil {
		c.known = map[string]answer{}
	}
	answers, err := c.run(program(headers, items), include, len(items))
	if err != nil {
		return
	}
	for k, item := range items {
		c.known[keyOf(headers, item, include)] = c.element(headers, item, include, answers[k])
	}
}

// ask returns what the headers say. An error of the answer says why they say nothing.
func (c *compiler) ask(headers []string, item string, include []string) answer {
	key := keyOf(headers, item, include)
	if a, ok := c.known[key]; ok {
		return a
	}
	a := answer{}
	answers, err := c.run(program(headers, []string{item}), include, 1)
	if err == nil {
		a = c.element(headers, item, include, answers[0])
	} else if a.err = err; !c.compiles(headers, include) {
		a.err = fmt.Errorf("%w %s", errNoHeader, strings.Join(headers, "+"))
	}
	c.known[key] = a
	return a
}

func (c *compiler) compiles(headers, include []string) bool {
	_, err := c.run(program(headers, []string{"=0"}), include, 1)
	return err == nil
}

// element returns the answer for the first element, if an item is an array.
func (c *compiler) element(headers []string, item string, include []string, a answer) answer {
	if a.kind == "i" && a.size > 8 {
		if first, err := c.run(program(headers, []string{item + "[0]"}), include, 1); err == nil {
			return first[0]
		}
	}
	return a
}

// program is a C program that prints an answer for each item.
func program(headers, items []string) string {
	var s strings.Builder
	s.WriteString("#include <stddef.h>\n#include <stdio.h>\n")
	for _, h := range headers {
		if d, ok := strings.CutPrefix(h, "-D"); ok {
			fmt.Fprintf(&s, "#define %s\n", d)
		} else {
			fmt.Fprintf(&s, "#include <%s>\n", h)
		}
	}
	s.WriteString("int main(void)\n{\n")
	for _, item := range items {
		if expression, ok := strings.CutPrefix(item, "="); ok {
			fmt.Fprintf(&s, "\tprintf(\"%%lld 0 n\\n\", (long long)(%s));\n", expression)
			continue
		}
		t, member, _ := strings.Cut(item, ".")
		t = strings.ReplaceAll(t, ":", " ")
		m := fmt.Sprintf("((%s *)0)->%s", t, member)
		fmt.Fprintf(&s, "\tprintf(\"%%zu %%zu %%s\\n\", offsetof(%s, %s), sizeof(%s), _Generic(%s, double: \"f\", float: \"f\", default: \"i\"));\n", t, member, m, m)
	}
	s.WriteString("\treturn 0;\n}\n")
	return s.String()
}

func (c *compiler) run(source string, include []string, n int) ([]answer, error) {
	file := filepath.Join(c.folder, "items.c")
	if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
		return nil, err
	}
	args := []string{"-w", "-o", filepath.Join(c.folder, "items"), file}
	for _, folder := range include {
		args = append(args, "-I", folder)
	}
	if out, err := exec.Command("cc", args...).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%v: %s", err, firstError(out))
	}
	out, err := exec.Command(filepath.Join(c.folder, "items")).Output()
	if err != nil {
		return nil, err
	}
	answers := make([]answer, n)
	r := bytes.NewReader(out)
	for k := range answers {
		if _, err := fmt.Fscan(r, &answers[k].number, &answers[k].size, &answers[k].kind); err != nil {
			return nil, err
		}
	}
	return answers, nil
}

func firstError(out []byte) string {
	for _, l := range strings.Split(string(out), "\n") {
		if strings.Contains(l, "error") {
			return l
		}
	}
	return strings.TrimSpace(string(out))
}
