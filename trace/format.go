package trace

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
)

// The file format nrt, versions 1 and 2.
//
// Integers of fixed width are little-endian. uvarint is base 128, least
// significant group first; varint is uvarint of the zigzag code. CRC is CRC-32C
// (Castagnoli). A file is magic, a header chunk, and any other chunks:
//
//	magic    8 bytes   89 'N' 'R' 'T' 0D 0A 1A 01; the last byte is the version
//	chunk    24 bytes of chunk header, then the payload
//
//	chunk header
//	 0  4 bytes   "nrtc"
//	 4  u8        type
//	 5  3 bytes   0
//	 8  u32       bytes of payload, at most 16 MiB
//	12  u32       ranges that begin in the payload; 0 but for events
//	16  u32       CRC of the payload
//	20  u32       CRC of bytes 0..19
//
// A file only grows, and each chunk is one write. Types and payloads:
//
//	1 header   JSON, the fields of Header: program, host, pid, start (RFC 3339),
//	           sample, labels, clock, timer_ns, key. The first chunk is one; a
//	           later one replaces it.
//	2 names    uvarint first id, uvarint count, then per name uvarint length and
//	           UTF-8. Ids count from 0. A name may be repeated, never changed.
//	3 track    uvarint id, varint process, thread, device, context, stream, rank,
//	           uvarint length and UTF-8 name.
//	4 events   see below.
//	5 anchor   u64 tick, i64 ns since the start: the same moment on both clocks.
//	           One is written at the start, at the end, and once a second.
//	6 counts   JSON: number, histogram, table, wall_ns. The last one is valid.
//	7 end      u64 ranges written, u64 ranges dropped, u64 other events dropped.
//	8 patterns uvarint count, then per pattern uvarint number of steps, and per
//	           step u8 kind (0 begin, 1 end, 2 counter, 3 argument), u8 mark, u8
//	           value, u8 1 for a begin with the index, uvarint name (0 of an end),
//	           varint number of a begin without the index (0: none).
//	           Pattern ids count from 0. A later chunk has all of an earlier one.
//	9 blobs    until the end of the payload, for each: uvarint track + 1 (0: of
//	           none), uvarint tick, uvarint name + 1 (0: none), uvarint id, uvarint
//	           length and UTF-8 of its sort, uvarint length and bytes.
//	10 more    JSON: lanes (object of the lanes of tracks by id, 0 when missing),
//	           processes (array of id, rank, name), sorts (array by name), flows
//	           (their number). A later one replaces the first.
//	11 end key JSON: the identity of the run at its end, as key of the header is
//	           that at its start. The last one is valid.
//
// A reader skips types that it does not know. A file with flows has version 2,
// which is version 1 with events of kind 7.
//
//	events
//	 0  u32      track
//	 4  u32      sequence number within the track, from 0
//	 8  u64      tick from which the first event counts
//	16  u64,i64  an anchor
//	32  u64      ranges of the track begun in chunks before this one
//	40  u64      ranges of the track dropped so far
//	48  u64      other events of the track dropped so far
//	56  uvarint  ranges open at the start, then outermost first for each:
//	             uvarint name, varint index, u8 1 when it has an index,
//	             uvarint ticks from its begin to the tick at 8
//	    events   until the end of the payload
//
//	event
//	    u8       kind in bits 0..2, name in bits 3..7; 31 when it does not fit
//	    uvarint  name, only when 31 was stored
//	    uvarint  ticks since the event before
//	    ...      by kind: 0 begin; 1 begin: varint index; 2 end (no name);
//	             3 counter: f64; 4 argument: f64; 5 instant; 6 pattern, whose id
//	             is in the place of the name and which has no ticks there but u16
//	             bytes that follow, varint index if a step has it, uvarint ticks
//	             since the event before to mark 0, then from mark to mark, and
//	             f64 for each value; 7 flow: varint number, with 0 in the place of
//	             the name for one that starts and 1 for one that ends
//
// A chunk with the same track and sequence number as an earlier one replaces
// it: it is the same chunk when there was more in it.
//
// Ticks become nanoseconds by straight lines between anchors that are 10 ms
// apart, the first and the last at least, and before and after as the first and
// the whole say. Times therefore do not run backwards, and all readers that
// follow the rule see the same nanoseconds.
//
// # What can be lost
//
// A chunk is written when it is full, and at the latest at the first event
// after the period (100 ms unless told), and when its thread was quiet for a
// period. A process that is killed loses the chunk of each thread that was not
// written: two periods at most. The kernel has what was written; a machine
// that loses its power may lose more.
//
// A damaged chunk loses itself: the next of its track says which ranges were
// open. Those that ended within the damage get their end at the last time seen
// before it.
const (
	magic      = "\x89NRT\r\n\x1a\x01"
	magicFlows = "\x89NRT\r\n\x1a\x02"
	syncMark   = "nrtc"
	headerSize = 24
	prefixSize = 56
	maxPayload = 16 << 20
	maxName    = 1 << 16 // bytes of a name
	maxNames   = 1 << 20
)

// Types of chunks.
const (
	chunkHeader = iota + 1
	chunkNames
	chunkTrack
	chunkEvents
	chunkAnchor
	chunkCounts
	chunkEnd
	chunkPatterns
	chunkBlobs
	chunkMore
	chunkEndKey
)

// Kinds of events in the file.
const (
	codeBegin = iota
	codeBeginIndex
	codeEnd
	codeCounter
	codeArg
	codeInstant
	codePattern
	codeFlow

	longName = 31 // the name follows
)

// le is the byte order of the format.
var le = binary.LittleEndian

func castagnoli(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }

// appendTrack appends the payload of a track chunk.
func appendTrack(b []byte, id uint32, t Track) []byte {
	b = binary.AppendUvarint(b, uint64(id))
	for _, x := range []int64{t.Process, t.Thread, int64(t.Device), int64(t.Context), int64(t.Stream), int64(t.Rank)} {
		b = binary.AppendVarint(b, x)
	}
	b = binary.AppendUvarint(b, uint64(len(t.Name)))
	return append(b, t.Name...)
}

// putHeader fills b[:headerSize] for the payload b[headerSize:].
func putHeader(b []byte, kind byte, ranges uint32) {
	payload := b[headerSize:]
	copy(b, syncMark)
	b[4], b[5], b[6], b[7] = kind, 0, 0, 0
	le.PutUint32(b[8:], uint32(len(payload)))
	le.PutUint32(b[12:], ranges)
	le.PutUint32(b[16:], castagnoli(payload))
	le.PutUint32(b[20:], castagnoli(b[:20]))
}

// A chunkHead is a chunk header that was read.
type chunkHead struct {
	kind   byte
	length int64
	ranges int64
	crc    uint32
}

// parseHead reads b[:headerSize]. It reports false when that is no chunk header.
func parseHead(b []byte) (chunkHead, bool) {
	if !bytes.Equal(b[:4], []byte(syncMark)) ||
		le.Uint32(b[20:]) != castagnoli(b[:20]) {
		return chunkHead{}, false
	}
	h := chunkHead{
		kind:   b[4],
		length: int64(le.Uint32(b[8:])),
		ranges: int64(le.Uint32(b[12:])),
		crc:    le.Uint32(b[16:]),
	}
	return h, h.length <= maxPayload
}
