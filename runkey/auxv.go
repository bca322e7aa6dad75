package runkey

import "encoding/binary"

// Entries of the auxiliary vector (include/uapi/linux/auxvec.h).
const (
	auxHWCAP  = 16
	auxHWCAP2 = 26
)

// auxiliary returns the words HWCAP and HWCAP2 of an auxiliary vector of 64-bit
// words, lowest byte first. It reports false when there is no HWCAP.
func auxiliary(b []byte) (hwcap, hwcap2 uint64, ok bool) {
	for ; len(b) >= 16; b = b[16:] {
		value := binary.LittleEndian.Uint64(b[8:])
		switch binary.LittleEndian.Uint64(b) {
		case auxHWCAP:
			hwcap, ok = value, true
		case auxHWCAP2:
			hwcap2 = value
		case 0: // AT_NULL
			return hwcap, hwcap2, ok
		}
	}
	return hwcap, hwcap2, ok
}
