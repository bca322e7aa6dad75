package trace

import "strings"

// A Copy says what a range of the sort [SortMemcpy] copies. Readers put it into the
// names of such ranges, so that a trace needs no column for it.
type Copy struct {
	From, To byte   // 'H' the host, 'D' a device, 'A' an array on a device, 'P' a peer device; 0 where the trace does not say
	Unified  bool   // the driver moved pages of unified memory
	Memory   string // of the host: CopyPageable and so on; "" where the trace does not say
}

// Kinds of memory of the host, as the names of copies have them.
const (
	CopyPageable = "pageable" // from malloc and the like: the driver copies through buffers of its own
	CopyPinned   = "pinned"   // page-locked
	CopyManaged  = "managed"  // unified
)

// copyWord begins the name of every copy.
const copyWord = "memcpy"

// Name returns the name of a range with this copy: "memcpy HtoD pageable", "memcpy
// UM DtoH", "memcpy DtoD". It is "memcpy" if the copy is not known.
func (c Copy) Name() string {
	if c.From == 0 || c.To == 0 {
		return copyWord
	}
	var b strings.Builder
	b.WriteString(copyWord)
	if c.Unified {
		b.WriteString(" UM")
	}
	b.WriteByte(' ')
	b.WriteByte(c.From)
	b.WriteString("to")
	b.WriteByte(c.To)
	if c.Memory != "" {
		b.WriteByte(' ')
		b.WriteString(c.Memory)
	}
	return b.String()
}

// CopyOf returns what ranges of the sort [SortMemcpy] with the name copy. For a name
// that [Copy.Name] did not make, it returns the zero value.
func CopyOf(name string) Copy {
	words := strings.Split(name, " ")
	if words[0] != copyWord {
		return Copy{}
	}
	var c Copy
	if words = words[1:]; len(words) > 0 && words[0] == "UM" {
		c.Unified, words = true, words[1:]
	}
	if len(words) == 0 || len(words) > 2 || len(words[0]) != 4 || words[0][1:3] != "to" {
		return Copy{}
	}
	c.From, c.To = words[0][0], words[0][3]
	if !strings.Contains("HDAP", string(c.From)) || !strings.Contains("HDAP", string(c.To)) {
		return Copy{}
	}
	if len(words) == 2 {
		switch words[1] {
		case CopyPageable, CopyPinned, CopyManaged:
			c.Memory = words[1]
		default:
			return Copy{}
		}
	}
	return c
}

// Crosses says whether the copy goes between the host and a device.
func (c Copy) Crosses() bool { return c.From != 0 && (c.From == 'H') != (c.To == 'H') }

// Reads says whether the copy goes from a device to the host.
func (c Copy) Reads() bool { return c.Crosses() && c.To == 'H' }
