package lu

// A parts divides a phase that goes through arrays of n elements.
type parts struct{ n, size, count int }

// partsOf divides n elements among so many goroutines: about two parts for each, of 256 to 4,096
// elements.
func partsOf(n, goroutines int) parts {
	const least, most = 256, 4096 // multiples of a cache line
	size := min(max((n/(2*goroutines)+lineValues-1)/lineValues*lineValues, least), most)
	return parts{n, size, (n + size - 1) / size}
}

// bounds returns the elements of part i.
func (p parts) bounds(i int) (first, last int) { return i * p.size, min((i+1)*p.size, p.n) }
