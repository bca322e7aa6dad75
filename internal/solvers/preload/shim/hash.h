/*
 * A hash of 64 bits: four lanes, each of which multiplies 16 bytes of every 64
 * into 128 bits, as wyhash does. It needs no vector registers. It is not made to
 * withstand those who look for collisions.
 * internal/solvers/matrices/hash.go computes the same.
 */
#ifndef HASH_H
#define HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { HASH_BLOCK = 64, HASH_SAMPLE = 4096 };

struct hash {
	uint64_t lane[4], total;
	uint32_t used; /* bytes in the buffer */
	bool sampled;
	uint8_t buffer[HASH_BLOCK];
};

static const uint64_t hash_secret[4] = {
	0xa0761d6478bd642f, 0xe7037ed1a0b428db, 0x8ebc6af09c88c6e3, 0x589965cc75374cc3
};

static inline uint64_t hash_mix(uint64_t a, uint64_t b)
{
	unsigned __int128 m = (unsigned __int128)a * b;
	return (uint64_t)m ^ (uint64_t)(m >> 64);
}

static inline uint64_t hash_word(const uint8_t *p)
{
	uint64_t w;
	memcpy(&w, p, 8);
	return w;
}

static void hash_begin(struct hash *h)
{
	memset(h, 0, sizeof *h);
	for (unsigned k = 0; k < 4; k++) /* not the lane's secret: words must not change places unseen */
		h->lane[k] = hash_secret[(k + 1) % 4];
}

static void hash_blocks(struct hash *h, const uint8_t *p, size_t blocks)
{
	uint64_t a = h->lane[0], b = h->lane[1], c = h->lane[2], d = h->lane[3];
	for (; blocks > 0; blocks--, p += HASH_BLOCK) {
		a = hash_mix(hash_word(p) ^ hash_secret[0], hash_word(p + 8) ^ a);
		b = hash_mix(hash_word(p + 16) ^ hash_secret[1], hash_word(p + 24) ^ b);
		c = hash_mix(hash_word(p + 32) ^ hash_secret[2], hash_word(p + 40) ^ c);
		d = hash_mix(hash_word(p + 48) ^ hash_secret[3], hash_word(p + 56) ^ d);
	}
	h->lane[0] = a, h->lane[1] = b, h->lane[2] = c, h->lane[3] = d;
}

static void hash_add(struct hash *h, const void *from, size_t bytes)
{
	const uint8_t *p = from;
	h->total += bytes;
	if (h->used > 0) {
		size_t n = HASH_BLOCK - h->used < bytes ? HASH_BLOCK - h->used : bytes;
		memcpy(h->buffer + h->used, p, n);
		h->used += (uint32_t)n, p += n, bytes -= n;
		if (h->used < HASH_BLOCK)
			return;
		hash_blocks(h, h->buffer, 1);
		h->used = 0;
	}
	hash_blocks(h, p, bytes / HASH_BLOCK);
	h->used = bytes % HASH_BLOCK;
	memcpy(h->buffer, p + bytes - h->used, h->used);
}

/* Never 0: that stands for no hash. */
static uint64_t hash_end(struct hash *h)
{
	memset(h->buffer + h->used, 0, HASH_BLOCK - h->used);
	hash_blocks(h, h->buffer, 1);
	uint64_t x = hash_mix(h->lane[0] ^ hash_secret[1], h->lane[1] ^ h->total);
	uint64_t y = hash_mix(h->lane[2] ^ hash_secret[3], h->lane[3] ^ hash_secret[0]);
	x = hash_mix(x ^ hash_secret[2], y ^ hash_secret[1]);
	return x != 0 ? x : 1;
}

/* A section of many bytes is sampled: blocks of HASH_SAMPLE bytes at even
 * distances, the first and the last bytes among them. Its bytes come in any
 * pieces. */
struct sample {
	struct hash *to;
	uint64_t bytes, at;      /* of the section */
	uint64_t blocks, block;  /* 0 blocks: all bytes */
	uint64_t step, begin;    /* of the next block */
};

static uint64_t sample_place(const struct sample *s)
{
	uint64_t at = s->block + 1 < s->blocks ? s->block * s->step : s->bytes - HASH_SAMPLE;
	return at & ~(uint64_t)3;
}

/* above: the bytes that are hashed in full; 0: any number. */
static struct sample sample_begin(struct hash *h, uint64_t bytes, uint64_t above)
{
	struct sample s = {.to = h, .bytes = bytes};
	if (above == 0 || bytes <= above || bytes <= 2 * HASH_SAMPLE)
		return s;
	s.blocks = above / HASH_SAMPLE < 2 ? 2 : above / HASH_SAMPLE;
	s.step = (bytes - HASH_SAMPLE) / (s.blocks - 1);
	h->sampled = true;
	return s;
}

static void sample_add(struct sample *s, const uint8_t *p, uint64_t bytes)
{
	if (s->blocks == 0) {
		hash_add(s->to, p, bytes);
		return;
	}
	uint64_t end = s->at + bytes;
	while (s->block < s->blocks && s->begin < end) {
		uint64_t stop = s->begin + HASH_SAMPLE;
		uint64_t from = s->begin > s->at ? s->begin : s->at, to = stop < end ? stop : end;
		if (from < to)
			hash_add(s->to, p + (from - s->at), to - from);
		if (stop > end)
			break;
		s->block++;
		s->begin = sample_place(s);
	}
	s->at = end;
}

#endif
