package input

// report fails: a browser runs no nsys.
func (s *source) report(path string) (*File, error) { return nil, s.withoutNsys(path, "a browser") }
