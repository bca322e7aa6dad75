package runkey

import (
	"fmt"
	"slices"
)

// A Purpose is what two runs are to have in common.
type Purpose int

const (
	Code    Purpose = iota // code compiled for the one is right for the other, and would be compiled again alike
	Timing                 // their times may be compared
	Results                // their numbers may be compared, to the last bit
	purposes
)

// purposeNames are the names in the document, in the order of the constants.
var purposeNames = [purposes]string{"code", "timing", "results"}

// Purposes returns all of them in their order.
func Purposes() []Purpose { return []Purpose{Code, Timing, Results} }

func (p Purpose) String() string {
	if p >= 0 && p < purposes {
		return purposeNames[p]
	}
	return fmt.Sprintf("Purpose(%d)", int(p))
}

// MarshalText returns the name: code, timing or results.
func (p Purpose) MarshalText() ([]byte, error) {
	if p < 0 || p >= purposes {
		return nil, fmt.Errorf("no purpose %d, want one below %d", int(p), purposes)
	}
	return []byte(purposeNames[p]), nil
}

// UnmarshalText is the inverse of MarshalText.
func (p *Purpose) UnmarshalText(text []byte) error {
	i := slices.Index(purposeNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("got purpose %q, want code, timing or results", text)
	}
	*p = Purpose(i)
	return nil
}

// A mask is a set of purposes: 1<<p for each.
type mask uint8

const (
	told      mask = 0 // matters for nothing
	toCode    mask = 1 << Code
	toTiming  mask = 1 << Timing
	toResults mask = 1 << Results
	toAll          = toCode | toTiming | toResults
)

// lists are the purposes of each mask. Parts share them.
var lists = [1 << purposes][]Purpose{
	toCode:               {Code},
	toTiming:             {Timing},
	toCode | toTiming:    {Code, Timing},
	toResults:            {Results},
	toCode | toResults:   {Code, Results},
	toTiming | toResults: {Timing, Results},
	toAll:                {Code, Timing, Results},
}

func (m mask) list() []Purpose { return lists[m] }
