package runkey

// ISAHash returns 16 hexadecimal digits that stand for the architecture and the
// features of the CPU, "" when the key has no part cpu.isa or no cpu.arch.
func (k *Key) ISAHash() string {
	arch, _ := k.Part("cpu.arch")
	isa, _ := k.Part("cpu.isa")
	a, ok := arch.Value.(Text)
	s, too := isa.Value.(Set)
	if !ok || !too {
		return ""
	}
	return ISAHash(string(a), s)
}

// ISAHash returns 16 hexadecimal digits that stand for an architecture, by its name
// in Go, and features of the architecture. They are the first digits of SHA-256 of
// "isa/v1", the architecture and the features in ascending order, each followed by a
// newline.
func ISAHash(arch string, features Set) string {
	b := append([]byte("isa/v1\n"), arch...)
	b = append(b, '\n')
	for _, f := range features {
		b = append(append(b, f...), '\n')
	}
	return short(b)
}
