package nvtx

import "unsafe"

// errDomain is what a name panics with in a domain that it was not registered in.
const errDomain = "nvtx: name of another domain"

// A Name is a registered text, with a colour and a category. It is used by any
// number of goroutines at a time, and stays as long as the process does.
type Name struct {
	domain *Domain
	attr   attributes // without payload; never written after it is made
	text   []byte     // what attr points to where the tool registers no texts
}

// Register returns the name with this text, and makes it when it is new. Texts
// end at their first NUL; tools take them for UTF-8.
func (d *Domain) Register(text string) *Name {
	if d == nil {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if n := d.names[text]; n != nil {
		return n
	}
	n := &Name{domain: d, attr: attributes{version: version, size: attributesSize, messageType: messageRegistered}}
	if n.attr.message = d.in.text(domainRegisterStringA, text, d.handle); n.attr.message == 0 {
		n.text = cString(text)
		n.attr.messageType, n.attr.message = messageASCII, uintptr(unsafe.Pointer(&n.text[0]))
	}
	d.names[text] = n
	return n
}

// WithColor returns the name in a colour: alpha, red, green and blue from the
// highest byte on.
func (n *Name) WithColor(argb uint32) *Name {
	if n == nil {
		return nil
	}
	m := *n
	m.attr.colorType, m.attr.color = colorARGB, argb
	return &m
}

// WithCategory returns the name in a category of its domain.
func (n *Name) WithCategory(c Category) *Name {
	if n == nil {
		return nil
	}
	m := *n
	m.attr.category = uint32(c)
	return &m
}
