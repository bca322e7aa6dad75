package sparseio

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// npyMagic begins a .npy file; two bytes of version follow.
const npyMagic = "\x93NUMPY"

// A npyHeader describes the array in a .npy file.
//
// Format: NumPy Enhancement Proposal 1, versions 1.0, 2.0 and 3.0.
type npyHeader struct {
	kind  byte // of number: b i u f c, or of text: S U
	size  int  // bytes of one element
	order binary.ByteOrder
	shape []int
	count int // elements

	credible int // elements that the size of the data vouches for
	length   int // bytes of the header
}

// checkLength refuses an array of a size other than that of a file of so many bytes.
func (h *npyHeader) checkLength(bytes uint64) error {
	if h.size == 0 {
		return errors.New("want elements of at least one byte")
	}
	if want := uint64(h.length) + uint64(h.count)*uint64(h.size); h.count > math.MaxInt/h.size || bytes != want {
		return fmt.Errorf("want %d bytes for the %d elements of %d bytes in its header, got %d", want, h.count, h.size, bytes)
	}
	return nil
}

// typeName returns the type as NumPy calls it.
func (h *npyHeader) typeName() string {
	names := map[byte]string{'b': "bool", 'i': "int", 'u': "uint", 'f': "float", 'c': "complex", 'S': "bytes", 'U': "str",
		'O': "object", 'V': "void", 'M': "datetime", 'm': "timedelta"}
	if h.kind == 'b' {
		return names['b']
	}
	return names[h.kind] + strconv.Itoa(8*h.size)
}

// npyMaxHeader is how long a header may be. That of a plain array has some 80
// bytes.
const npyMaxHeader = 1 << 16

// readNPYHeader reads the header of the array in r.
func readNPYHeader(r io.Reader) (*npyHeader, error) {
	var b [12]byte
	if _, err := io.ReadFull(r, b[:10]); err != nil {
		return nil, err
	}
	if string(b[:6]) != npyMagic {
		return nil, fmt.Errorf("want an array that begins with \\x93NUMPY, got %q", b[:6])
	}
	size := int(binary.LittleEndian.Uint16(b[8:]))
	switch b[6] {
	case 1:
	case 2, 3:
		if _, err := io.ReadFull(r, b[10:]); err != nil {
			return nil, err
		}
		size = int(min(binary.LittleEndian.Uint32(b[8:]), math.MaxInt32))
	default:
		return nil, fmt.Errorf("want an array of version 1 to 3, got version %d.%d", b[6], b[7])
	}
	if size > npyMaxHeader {
		return nil, fmt.Errorf("want a header of at most %d bytes, got %d", npyMaxHeader, size)
	}
	text := make([]byte, size)
	if _, err := io.ReadFull(r, text); err != nil {
		return nil, err
	}
	h, err := parseNPYHeader(string(text))
	if err == nil {
		h.length = size + 10
		if b[6] > 1 {
			h.length += 2
		}
	}
	return h, err
}

// parseNPYHeader parses the literal of a Python dictionary, such as
// {'descr': '<f8', 'fortran_order': False, 'shape': (3,), }.
func parseNPYHeader(text string) (*npyHeader, error) {
	p := pythonLiteral{text: text}
	h := &npyHeader{}
	seen := map[string]bool{}
	p.want('{')
	for !p.bad && !p.accept('}') {
		key := p.str()
		p.want(':')
		seen[key] = true
		switch key {
		case "descr":
			if p.peek() == '[' {
				return nil, fmt.Errorf("want an array of numbers, got one of records")
			}
			if err := h.setType(p.str()); !p.bad && err != nil {
				return nil, err
			}
		case "fortran_order":
			p.word() // no matter for arrays of one dimension
		case "shape":
			h.shape = p.tuple()
		default:
			p.bad = true
		}
		if !p.accept(',') {
			p.want('}')
			break
		}
	}
	if p.bad || len(seen) != 3 {
		return nil, fmt.Errorf("want a dictionary with descr, fortran_order and shape, got %s", quote(strings.TrimSpace(text)))
	}
	h.count = 1
	for _, n := range h.shape {
		if n > 0 && h.count > math.MaxInt/16/n {
			return nil, fmt.Errorf("the array claims too many elements: %v", h.shape)
		}
		h.count *= n
	}
	return h, nil
}

// setType sets the type from text such as <f8.
func (h *npyHeader) setType(text string) error {
	h.order = binary.LittleEndian
	if strings.HasPrefix(text, ">") {
		h.order = binary.BigEndian
	}
	plain := strings.TrimLeft(text, "<>|=")
	if plain == "?" {
		plain = "b1"
	}
	if plain == "" {
		return fmt.Errorf("want the type of an array, got %s", quote(text))
	}
	h.kind = plain[0]
	size, err := strconv.Atoi(plain[1:])
	if h.kind == 'O' {
		return fmt.Errorf("want an array of numbers, got one of pickled objects")
	}
	if err != nil || size < 0 || size > 1<<12 {
		return fmt.Errorf("want the type of an array, got %s", quote(text))
	}
	if h.size = size; h.kind == 'U' {
		h.size = 4 * size
	}
	return nil
}

// A pythonLiteral takes apart the text of a Python expression; bad is set once
// it is not as wanted.
type pythonLiteral struct {
	text string
	bad  bool
}

// peek returns the next byte that is not blank, 0 at the end.
func (p *pythonLiteral) peek() byte {
	p.text = strings.TrimLeft(p.text, " \t\r\n")
	if p.text == "" {
		return 0
	}
	return p.text[0]
}

// accept moves over c and reports whether it came next.
func (p *pythonLiteral) accept(c byte) bool {
	if p.peek() != c || c == 0 {
		return false
	}
	p.text = p.text[1:]
	return true
}

// want moves over c.
func (p *pythonLiteral) want(c byte) {
	if !p.accept(c) {
		p.bad = true
	}
}

// str returns the next string, without escapes.
func (p *pythonLiteral) str() string {
	q := p.peek()
	if q != '\'' && q != '"' {
		p.bad = true
		return ""
	}
	s, rest, ok := strings.Cut(p.text[1:], string(q))
	p.text, p.bad = rest, p.bad || !ok || strings.Contains(s, "\\")
	return s
}

// word returns the next name or number.
func (p *pythonLiteral) word() string {
	p.peek()
	n := 0
	for n < len(p.text) && (p.text[n] == '_' || p.text[n] >= '0' && p.text[n] <= '9' || p.text[n]|0x20 >= 'a' && p.text[n]|0x20 <= 'z') {
		n++
	}
	w := p.text[:n]
	p.text, p.bad = p.text[n:], p.bad || n == 0
	return w
}

// tuple returns the next tuple of numbers.
func (p *pythonLiteral) tuple() []int {
	t := []int{}
	p.want('(')
	for !p.bad && !p.accept(')') {
		n, err := strconv.Atoi(strings.TrimSuffix(p.word(), "L")) // Python 2 wrote 3L
		if err != nil || n < 0 || len(t) == 32 {
			p.bad = true
		}
		t = append(t, n)
		if !p.accept(',') {
			p.want(')')
			break
		}
	}
	return t
}

// WriteNPY writes x as a .npy file, version 1.0: an array of one dimension in
// little-endian order that NumPy loads as int32, int64 or float64.
//
// It writes permutations and parent arrays; their indices count from 0 and -1 means
// none. All errors come from w.
func WriteNPY[T ~int32 | ~int64 | ~float64](w io.Writer, x []T) error {
	bw := bufio.NewWriterSize(w, 1<<16)
	if err := writeArray(bw, x); err != nil {
		return err
	}
	return bw.Flush()
}

// writeArray writes x as WriteNPY does.
func writeArray[T ~int32 | ~int64 | ~float64](w io.Writer, x []T) error {
	var zero T
	descr := fmt.Sprintf("<i%d", binary.Size(zero))
	if T(1)/2 != 0 {
		descr = "<f8"
	}
	if err := writeNPYHeader(w, descr, fmt.Sprintf("(%d,)", len(x))); err != nil {
		return err
	}
	for len(x) > 0 {
		n := min(len(x), 4096)
		if err := binary.Write(w, binary.LittleEndian, x[:n]); err != nil {
			return err
		}
		x = x[n:]
	}
	return nil
}

// writeNPYHeader writes the header of an array of that type and shape, padded
// so that the data is aligned to 64 bytes.
func writeNPYHeader(w io.Writer, descr, shape string) error {
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s, }", descr, shape)
	size := (10 + len(text) + 1 + 63) / 64 * 64
	text += strings.Repeat(" ", size-10-len(text)-1) + "\n"
	head := append([]byte(npyMagic), 1, 0, 0, 0)
	binary.LittleEndian.PutUint16(head[8:], uint16(len(text)))
	_, err := io.WriteString(w, string(head)+text)
	return err
}
