package runkey

import (
	"slices"
	"strings"
)

// setBoards changes a difference in a variable that chooses GPUs, where both values
// name GPUs by the UUIDs of their boards, and as many: another board of the same
// model is as good. If each key says which models they are, a difference of the
// boards alone spoils nothing; if one does not, whether it does is unknown.
//
// Ordinals, and UUIDs of parts of GPUs (MIG-…), are differences as others.
func (d *Difference) setBoards(a, b *Key, was, is Value) {
	switch d.Name {
	case "env.CUDA_VISIBLE_DEVICES", "env.NVIDIA_VISIBLE_DEVICES", "env.HIP_VISIBLE_DEVICES", "env.ROCR_VISIBLE_DEVICES":
	default:
		return
	}
	s, t := boards(was), boards(is)
	if len(s) == 0 || len(s) != len(t) {
		return
	}
	switch old, new := a.models(s), b.models(t); {
	case old == nil || new == nil:
		d.Unknown = true
	case slices.Equal(old, new):
		d.Matters = nil
	}
}

// boards returns the UUIDs in a list, nil for a list of anything else and one that
// names a board twice.
func boards(v Value) []string {
	list, ok := v.(Text)
	if !ok {
		return nil
	}
	var ids []string
	for word := range strings.SplitSeq(string(list), ",") {
		id, ok := strings.CutPrefix(strings.TrimSpace(word), "GPU-")
		if !ok || id == "" || strings.Trim(id, "0123456789abcdefABCDEF-") != "" || slices.Contains(ids, id) {
			return nil
		}
		ids = append(ids, id)
	}
	return ids
}

// models returns the models of boards, nil where the key does not have them all. A
// UUID may be abbreviated.
func (k *Key) models(ids []string) []string {
	var list []string
	for _, id := range ids {
		model, found := "", 0
		for _, p := range k.parts {
			gpu, ok := strings.CutSuffix(p.Name, ".uuid")
			uuid, text := p.Value.(Text)
			if ok && text && family(gpu) == "gpu" && strings.HasPrefix(strings.ToLower(string(uuid)), strings.ToLower(id)) {
				model, found = k.text(gpu+".name")+" "+k.text(gpu+".memory_bytes"), found+1
			}
		}
		if found != 1 || model == " " {
			return nil
		}
		list = append(list, model)
	}
	return list
}

// text returns the value of a part for people, "" without the part.
func (k *Key) text(name string) string {
	for _, p := range k.parts {
		if p.Name == name {
			return show(p.Value)
		}
	}
	return ""
}
