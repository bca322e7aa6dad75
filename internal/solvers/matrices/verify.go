package matrices

// verify returns an error if the arrays of the file do not have the hashes of its
// header: the program changed them while the library wrote the file, or the file is
// damaged. A hash of 0 is not checked.
func (m *raw) verify() error {
	if m.Pattern != 0 {
		width := int(4 * m.index)
		if m.layout == layoutDense {
			width = 0
		}
		h := newHasher()
		h.size(m.Cols, m.Rows, m.rows, width)
		if err := m.compare(h, 16, m.Pattern, sectionAP, sectionAI, sectionAJ); err != nil {
			return err
		}
	}
	if m.Values != 0 {
		return m.compare(newHasher(), 17, m.Values, sectionAX, sectionAZ)
	}
	return nil
}

// compare compares the hash of sections with the one of a word of the header.
func (m *raw) compare(h *hasher, word int64, want uint64, sections ...int) error {
	for _, s := range sections {
		if err := h.sectionOf(m.r, m.at[s], m.bytes[s], m.sample); err != nil {
			return err
		}
	}
	if got := h.sum(); got != want {
		return fault(8*word, "want arrays with the hash %x, got %x: the program changed them while they were written, or the file is damaged", want, got)
	}
	return nil
}
