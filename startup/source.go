package startup

// ParseSource reads the name of a source: auto, nvtx or markers.
func ParseSource(name string) (source Source, ok bool) {
	switch name {
	case "auto":
		return Auto, true
	case string(NVTX), string(Markers):
		return Source(name), true
	}
	return Auto, false
}
