package separator

// A heap holds separator vertices by the gain of moving them to one side, the
// largest first. Among equal gains the one whose gain was set last comes first,
// which keeps the moves of one pass together [Hagen, Huang, Kahng 1997].
type heap struct {
	items []item
	place []int32 // of each vertex in items
	stamp uint32
}

// An item is a vertex under its key: gain in the upper half, stamp in the
// lower.
type item struct {
	key    int64
	vertex int32
}

func (h *heap) push(v, gain int32) {
	h.items = append(h.items, item{})
	h.up(len(h.items)-1, h.item(v, gain))
}

// set changes the gain of v, which is in h.
func (h *heap) set(v, gain int32) {
	at := int(h.place[v])
	it := h.item(v, gain)
	if it.key > h.items[at].key {
		h.up(at, it)
	} else {
		h.down(at, it)
	}
}

func (h *heap) item(v, gain int32) item {
	h.stamp++
	return item{key: int64(gain)<<32 | int64(h.stamp), vertex: v}
}

// remove takes v, which is in h, out.
func (h *heap) remove(v int32) {
	at := int(h.place[v])
	last := len(h.items) - 1
	it := h.items[last]
	h.items = h.items[:last]
	switch {
	case at == last:
	case at > 0 && it.key > h.items[(at-1)/2].key:
		h.up(at, it)
	default:
		h.down(at, it)
	}
}

// clear empties h.
func (h *heap) clear() {
	h.items = h.items[:0]
	h.stamp = 0
}

// up places it at or above the hole at.
func (h *heap) up(at int, it item) {
	for at > 0 {
		parent := (at - 1) / 2
		p := h.items[parent]
		if p.key >= it.key {
			break
		}
		h.items[at] = p
		h.place[p.vertex] = int32(at)
		at = parent
	}
	h.items[at] = it
	h.place[it.vertex] = int32(at)
}

// down places it at or below the hole at.
func (h *heap) down(at int, it item) {
	items := h.items
	for {
		child := 2*at + 1
		if child >= len(items) {
			break
		}
		if child+1 < len(items) && items[child+1].key > items[child].key {
			child++
		}
		c := items[child]
		if it.key >= c.key {
			break
		}
		items[at] = c
		h.place[c.vertex] = int32(at)
		at = child
	}
	items[at] = it
	h.place[it.vertex] = int32(at)
}
