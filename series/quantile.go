package series

import "slices"

// distribution describes x, whose order it changes; nil when x is empty.
// Cost: O(len(x)) expected.
func distribution(x []float64) *Distribution {
	n := len(x)
	if n == 0 {
		return nil
	}
	d := &Distribution{Min: slices.Min(x), Max: slices.Max(x)}
	for _, v := range x {
		d.Mean += v / float64(n)
	}
	d.Median = nth(x, n/2)
	if n%2 == 0 {
		// The elements before n/2 are the smaller half.
		d.Median = d.Median/2 + slices.Max(x[:n/2])/2
	}
	// Nor is any of those from n/2 on smaller than one before it.
	d.P90 = nth(x[n/2:], (9*n+9)/10-1-n/2)
	return d
}

// nth returns the element that sorting would put at index k, and moves the
// elements of x so that none before index k is larger and none behind smaller.
// There must be no NaN.
//
// Method: Hoare's FIND with the median of three as pivot. Runs of equal
// elements, which are common here, are split in the middle.
func nth(x []float64, k int) float64 {
	lo, hi := 0, len(x)-1
	for lo < hi {
		a, b, c := x[lo], x[lo+(hi-lo)/2], x[hi]
		pivot := max(min(a, b), min(max(a, b), c))
		i, j := lo, hi
		for i <= j {
			for x[i] < pivot {
				i++
			}
			for x[j] > pivot {
				j--
			}
			if i <= j {
				x[i], x[j] = x[j], x[i]
				i, j = i+1, j-1
			}
		}
		// Here x[lo..j] ≤ pivot ≤ x[i..hi], and what is between equals it.
		switch {
		case k <= j:
			hi = j
		case k >= i:
			lo = i
		default:
			return x[k]
		}
	}
	return x[k]
}
