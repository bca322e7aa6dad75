/*
 * Buffers: files that are mapped piece by piece, each written by one thread at
 * a time. docs/formats-nvtxraw.md describes what is in them.
 *
 * A record is there when its first word is not 0, and that word is written
 * last. So whatever ends the process, at whatever instruction, leaves whole
 * records only, and all of them.
 */
#ifndef BUFFER_H
#define BUFFER_H

#include "clock.h"
#include "state.h"

enum {
	KIND_PUSH = 1, KIND_POP, KIND_MARK, KIND_LONG, KIND_SKIP, KIND_ANCHOR,
	KIND_THREAD, KIND_THREAD_END, KIND_DEFINE, KIND_START, KIND_END
};

enum {
	FIRST_PIECE = 64 << 10, /* bytes; a multiple of any page size */
	LAST_PIECE = 1 << 20,
	HEADER_WORDS = 8,
	ANCHOR_WORDS = 3,
	LONG_WORDS = 5, /* without payloads */
	POP_WORDS = LONG_WORDS + ANCHOR_WORDS, /* kept free for each open range */
	SHORT_DOMAINS = 255, /* in a word: domain in 8 bits, name in 20 */
	CACHE = 256
};

struct level {
	int32_t open; /* ranges that were written and are open */
	int32_t skip; /* open ranges that were dropped */
};

struct cached {
	const char *at;
	const struct text *text;
};

struct buffer {
	uint64_t *p;     /* where the next record goes */
	uint64_t *limit; /* end, less what the ends of open ranges need: p <= limit */
	uint64_t last;   /* tick of the last record */
	uint64_t due;    /* tick from which an anchor is due */
	uint32_t busy;   /* its thread is inside: a signal handler finds it so */
	uint32_t domains; /* length of levels */
	struct level *levels;

	uint64_t *map, *end;
	uint64_t offset; /* of map in the file */
	uint64_t retry;  /* tick before which no room is asked for again */
	uint64_t open;   /* ranges, over all domains */
	uint64_t ranges; /* start/end ranges so far */
	uint32_t number; /* in the process, from 1 */
	struct buffer *next; /* in the pool */
	struct cached cache[CACHE];
};

static inline uint64_t word(uint32_t kind, uint32_t domain, uint32_t name, uint64_t high)
{
	return kind | (uint64_t)domain << 4 | (uint64_t)name << 12 | high << 32;
}

/* Makes the record of n words at p, whose other words are written, visible. */
static inline void commit(struct buffer *b, uint64_t first, size_t n)
{
	uint64_t *p = b->p;
	b->p = p + n;
	__atomic_store_n(p, first, __ATOMIC_RELEASE);
}

/* Maps bytes of the file of b from offset on, which it has the disk for. errno
 * is the program's: it stays as it is. */
static uint64_t *map_piece(const struct buffer *b, uint64_t offset, size_t bytes, int flags)
{
	char name[PATH_MAX];
	int saved = errno;
	snprintf(name, sizeof name, "%s/%ld-%llx-%u.nvtx", state.dir, (long)state.pid,
		(unsigned long long)state.image, b->number);
	int fd = file_open(name, O_RDWR | flags);
	if (fd < 0) {
		tell_error(errno);
		errno = saved;
		return NULL;
	}
	void *map = NULL;
	int err = reserve(fd, offset, bytes);
	if (err == 0)
		map = map_file(fd, offset, bytes, &err);
	file_close(fd); /* no number is kept: programs close descriptors that are not theirs */
	if (map == NULL) {
		if (flags != 0)
			unlink(name);
		tell_error(err);
	}
	errno = saved;
	return map;
}

static void put_anchor(struct buffer *b)
{
	struct anchor a = clock_anchor();
	if (a.tick < b->last)
		a.tick = b->last;
	b->p[1] = a.tick;
	b->p[2] = a.ns;
	commit(b, word(KIND_ANCHOR, 0, 0, 0), ANCHOR_WORDS);
	b->last = a.tick;
	b->due = a.tick + anchor_ticks();
}

/* Goes on in the next piece of the file, which has room for n words. */
__attribute__((noinline, cold))
static bool grow(struct buffer *b, size_t n)
{
	if (b->retry != 0 && tick() < b->retry)
		return false;
	uint64_t offset = b->offset + (uint64_t)(b->end - b->map) * 8;
	size_t bytes = offset < LAST_PIECE ? offset : LAST_PIECE;
	while (bytes / 8 < n + ANCHOR_WORDS + (b->open + 1) * POP_WORDS)
		bytes *= 2;
	uint64_t *map = map_piece(b, offset, bytes, 0);
	if (map == NULL) {
		b->retry = tick() + anchor_ticks() / 8;
		return false;
	}
	b->retry = 0;
	if (b->p < b->end)
		commit(b, word(KIND_SKIP, 0, 0, (uint64_t)(b->end - b->p)), 0);
	munmap(b->map, (size_t)(b->end - b->map) * 8);
	b->map = b->p = map;
	b->end = map + bytes / 8;
	b->limit = b->end - b->open * POP_WORDS;
	b->offset = offset;
	put_anchor(b);
	return true;
}

/* Whether n words fit in, after an anchor. */
static inline bool room(struct buffer *b, size_t n)
{
	return LIKELY(b->limit - b->p >= (ptrdiff_t)(n + ANCHOR_WORDS)) || grow(b, n);
}

/* The ticks since the last record, for one that happens at now. There must be
 * room for an anchor. */
static inline uint64_t since(struct buffer *b, uint64_t now)
{
	if (UNLIKELY(now >= b->due)) {
		put_anchor(b);
		return 0;
	}
	if (UNLIKELY(now < b->last))
		now = b->last;
	uint64_t d = now - b->last;
	b->last = now;
	return d;
}

/* A new file, with its header. The caller holds the lock. */
static struct buffer *buffer_new(void)
{
	if (state.retry != 0 && tick() < state.retry)
		return NULL;
	struct buffer *b = state.spare != NULL ? state.spare : arena(sizeof *b);
	if (b == NULL)
		return NULL;
	state.spare = b;
	b->number = state.buffers + 1;
	b->map = map_piece(b, 0, FIRST_PIECE, O_CREAT | O_EXCL);
	if (b->map == NULL) {
		state.retry = tick() + anchor_ticks() / 8;
		return NULL;
	}
	state.spare = NULL;
	state.retry = 0;
	state.buffers++;
	struct anchor a = clock_anchor();
	uint64_t *h = b->map;
	h[1] = 1 | (uint64_t)clock_kind << 32; /* version */
	h[2] = (uint32_t)state.pid | (uint64_t)(uint32_t)getppid() << 32;
	h[3] = state.image;
	h[4] = b->number;
	h[5] = a.tick;
	h[6] = a.ns;
	h[7] = clock_ns(CLOCK_REALTIME);
	b->end = h + FIRST_PIECE / 8;
	b->limit = b->end;
	uint64_t magic;
	memcpy(&magic, "NRnvtx\r\n", 8);
	b->p = h;
	commit(b, magic, HEADER_WORDS);
	b->last = a.tick;
	return b;
}

#endif
