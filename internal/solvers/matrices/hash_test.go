package matrices

import "testing"

// What the library computed of arrays with the bytes 0, 1, 2 …; its tests compare more.
func TestHashOfLibrary(t *testing.T) {
	p := make([]byte, 20000)
	for k := range p {
		p[k] = byte(k + k>>8)
	}
	for _, c := range []struct {
		bytes   int
		above   uint64
		want    uint64
		sampled bool
	}{
		{1, 0, 0xf148dc756a86ab1e, false},
		{8, 0, 0x4af05c29c9834b3a, false},
		{63, 0, 0x9692590eb42061ef, false},
		{64, 0, 0x4ed781d82a37056f, false},
		{65, 0, 0xf69236cec3406b30, false},
		{127, 0, 0xc8e4c027e4bf432e, false},
		{128, 0, 0x635d3600754f0fdb, false},
		{1000, 0, 0x479cb5860342c964, false},
		{8192, 100, 0x591c3a9edc9f3401, false},
		{20000, 0, 0x28dd0705f2cfe585, false},
		{20000, 100, 0xa48bf89cba0a1e26, true},
		{20000, 12288, 0x9cd69093200efd77, true},
	} {
		if got, sampled := ValuesHash(c.above, p[:c.bytes]); got != c.want || sampled != c.sampled {
			t.Errorf("%d bytes, sampled above %d: got %#x, %v; want %#x, %v", c.bytes, c.above, got, sampled, c.want, c.sampled)
		}
	}
	if got, _ := PatternHash(3, 2, false, 4, 0, p[:16], p[100:120]); got != 0xa8857effbec01ef8 {
		t.Errorf("pattern: got %#x", got)
	}
}

// Two matrices that differ in one bit have other hashes, wherever the bit is.
func TestHashSeesEachBit(t *testing.T) {
	p := make([]byte, 200)
	seen := map[uint64]int{}
	for bit := -1; bit < 8*len(p); bit++ {
		if bit >= 0 {
			p[bit/8] ^= 1 << (bit % 8)
		}
		for n := range 3 { // zeros at the end count
			hash, _ := ValuesHash(0, p[:len(p)-n])
			if old, ok := seen[hash]; ok && (bit < 0 || bit/8 < len(p)-n) {
				t.Fatalf("bits %d and %d: the same hash %x", old, bit, hash)
			}
			if bit < 0 || bit/8 < len(p)-n {
				seen[hash] = bit
			}
		}
		if bit >= 0 {
			p[bit/8] ^= 1 << (bit % 8)
		}
	}
}
