package ordering

import (
	"math"
	"math/bits"
)

// AMFTies says which of the vertices of least score [AMF] takes.
type AMFTies uint8

const (
	AMFNewest AMFTies = iota // whose score was set last
	AMFOldest                // whose score was set first
	AMFRandom                // one or the other by chance
)

// A fillQueue holds variables by score, in buckets of scores that agree in
// five bits behind the leading one. Within a bucket they are in the order that
// ties want.
type fillQueue struct {
	items   []queued
	buckets []bucketEnds
	filled  [buckets / 64]uint64 // which buckets hold any
	words   [buckets / 4096]uint64
	ties    AMFTies
	random  uint64
}

// A queued variable has the number of its bucket, or -1 if it is in none.
type queued struct{ next, prev, bucket int32 }

type bucketEnds struct{ first, last int32 }

const (
	scoreBits = 5
	buckets   = 128 << scoreBits
	zeroScore = 63 << scoreBits // scores may be negative
)

func newFillQueue(n int, ties AMFTies, seed uint64) fillQueue {
	q := fillQueue{items: make([]queued, n), buckets: make([]bucketEnds, buckets), ties: ties,
		random: seed*0x9e3779b97f4a7c15 + 0x2545f4914f6cdd1d}
	for i := range q.buckets {
		q.buckets[i] = bucketEnds{-1, -1}
	}
	for i := range q.items {
		q.items[i].bucket = -1
	}
	return q
}

// bucketOf returns the bucket of a score: to five bits behind the leading one
// the logarithm of its distance from -1, or from 1 if it is negative.
func bucketOf(score float64) int32 {
	b := int32(math.Float32bits(float32(math.Abs(score)+1))-math.Float32bits(1)) >> (23 - scoreBits)
	if score < 0 {
		return zeroScore - b
	}
	return zeroScore + b
}

// push puts i, which is in no bucket, where its score and the rule for ties
// want it.
func (q *fillQueue) push(i int32, score float64) {
	b := bucketOf(score)
	ends, item := &q.buckets[b], &q.items[i]
	item.bucket = b
	switch {
	case ends.first < 0:
		ends.first, ends.last = i, i
		item.next, item.prev = -1, -1
		q.filled[b>>6] |= 1 << (b & 63)
		q.words[b>>12] |= 1 << (b >> 6 & 63)
	case q.ties == AMFNewest || q.ties == AMFRandom && q.toss():
		item.next, item.prev = ends.first, -1
		q.items[ends.first].prev = i
		ends.first = i
	default:
		item.next, item.prev = -1, ends.last
		q.items[ends.last].next = i
		ends.last = i
	}
}

// toss returns true at half of the calls; xorshift64 by Marsaglia.
func (q *fillQueue) toss() bool {
	q.random ^= q.random << 13
	q.random ^= q.random >> 7
	q.random ^= q.random << 17
	return q.random>>32&1 == 0
}

// move gives i another score.
func (q *fillQueue) move(i int32, score float64) {
	q.remove(i)
	q.push(i, score)
}

// remove takes i out of its bucket.
func (q *fillQueue) remove(i int32) {
	item := &q.items[i]
	b := item.bucket
	if b < 0 {
		return
	}
	item.bucket = -1
	ends, next, prev := &q.buckets[b], item.next, item.prev
	if next >= 0 {
		q.items[next].prev = prev
	} else {
		ends.last = prev
	}
	if prev >= 0 {
		q.items[prev].next = next
	} else {
		ends.first = next
	}
	if ends.first < 0 {
		q.filled[b>>6] &^= 1 << (b & 63)
		if q.filled[b>>6] == 0 {
			q.words[b>>12] &^= 1 << (b >> 6 & 63)
		}
	}
}

// pop takes the first variable of the first bucket out of the queue, which
// must hold one, and returns both.
func (q *fillQueue) pop() (i, bucket int32) {
	word := 0
	for q.words[word] == 0 {
		word++
	}
	w := word<<6 + bits.TrailingZeros64(q.words[word])
	bucket = int32(w<<6 + bits.TrailingZeros64(q.filled[w]))
	i = q.buckets[bucket].first
	q.remove(i)
	return i, bucket
}
