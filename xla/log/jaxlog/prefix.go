package jaxlog

import (
	"strings"

	"github.com/nrkit/nrkit/internal/logline"
)

// A level is that of a message of Python's logging.
type level uint8

const (
	unknownLevel level = iota // no prefix: the handler of last resort, from WARNING on
	debugLevel
	infoLevel
	warningLevel // and above
)

// A head is what stands before a message.
type head struct {
	stamp *logline.Stamp
	level level
	bare  bool // nothing
}

// maxHead is how much may stand before a message.
const maxHead = 300

// openings are how messages begin; a message that is none of them is not known.
var openings = [...]string{
	"Finished tracing ",
	"Finished jaxpr to MLIR module conversion ",
	"Finished XLA compilation of ",
	"Compiling ",
	"Persistent compilation cache hit for '",
	"PERSISTENT COMPILATION CACHE HIT for '",
	"PERSISTENT COMPILATION CACHE MISS for '",
	"Writing ",
	"Not writing persistent cache entry",
	"Not writing cache entry",
	"TRACING CACHE MISS at ",
	"Error reading persistent compilation cache entry for '",
	"Error writing persistent compilation cache entry for '",
	"compile_or_get_cached: unable to generate cache key",
}

// splitHead returns what stands before the message and the message itself. ok is
// false where no message that may be known begins after something that a logger
// writes: a program that prints or quotes one is not JAX.
func splitHead(text string) (h head, message string, ok bool) {
	window := text[:min(len(text), maxHead)]
	for _, opening := range openings {
		for from := 0; ; {
			at := strings.Index(window[from:], opening)
			if at < 0 {
				break
			}
			at += from
			if h, ok = parseHead(text[:at]); ok {
				return h, text[at:], true
			}
			from = at + 1
		}
	}
	return head{}, "", false
}

// parseHead reads what stands before a message.
func parseHead(text string) (h head, ok bool) {
	if text == "" {
		return head{bare: true}, true
	}
	if p, rest, ok := logline.ParsePrefix(text); ok && rest == "" {
		stamp := p.Time
		h := head{stamp: &stamp, level: infoLevel}
		if p.Severity != 'I' {
			h.level = warningLevel
		}
		return h, strings.HasSuffix(p.File, ".py")
	}
	if strings.ContainsAny(text, "\"'`$") { // quoted, or a command
		return head{}, false
	}
	if h.level, ok = levelIn(text); !ok {
		return head{}, false
	}
	h.stamp = stampIn(text)
	trimmed := strings.TrimRight(text, " ")
	return h, strings.IndexByte(":]->|)", trimmed[len(trimmed)-1]) >= 0 || endsInPlace(trimmed)
}

// endsInPlace reports whether text ends in file.py:123, as pytest writes it.
func endsInPlace(text string) bool {
	place := strings.TrimRight(text, "0123456789")
	return len(place) < len(text) && strings.HasSuffix(place, ".py:")
}

// levelIn finds the level in what a logger writes.
func levelIn(text string) (level, bool) {
	for _, c := range [...]struct {
		name  string
		level level
	}{{"DEBUG", debugLevel}, {"INFO", infoLevel}, {"WARNING", warningLevel}, {"WARN", warningLevel}, {"ERROR", warningLevel}, {"UserWarning", warningLevel}} {
		at := strings.Index(text, c.name)
		if at < 0 || (at > 0 && isLetter(text[at-1])) {
			continue
		}
		if end := at + len(c.name); end == len(text) || !isLetter(text[end]) {
			return c.level, true
		}
	}
	return 0, false
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' }

// stampIn finds a time such as 2023-06-07 00:14:40,280 in text, nil where there
// is none.
func stampIn(text string) *logline.Stamp {
	const least = len("2023-06-07 00:14:40")
	for k := 0; k+least <= len(text); k++ {
		if text[k] < '0' || text[k] > '9' || (k > 0 && text[k-1] >= '0' && text[k-1] <= '9') {
			continue
		}
		end := k + least
		if end < len(text) && (text[end] == ',' || text[end] == '.') {
			fraction := end + 1
			for fraction < len(text) && fraction < end+10 && text[fraction] >= '0' && text[fraction] <= '9' {
				fraction++
			}
			if fraction > end+1 {
				end = fraction
			}
		}
		if t, ok := logline.ParseWall(text[k:end]); ok {
			return &logline.Stamp{Wall: t}
		}
	}
	return nil
}
