package runkey

import "strings"

// comparable returns the value of a part as runs that are equal for all purposes
// have it: of lists of GPUs such as CUDA_VISIBLE_DEVICES, with what every board
// has for itself left out.
//
// A scheduler gives each job boards of one model by their UUIDs. How many there
// are and which parts of GPUs (MIG) stays; the model is the part gpu.N.name.
func (p *Part) comparable() Value {
	text, ok := p.Value.(Text)
	if !ok || family(p.Name) != "env" || !strings.HasSuffix(p.Name, "_VISIBLE_DEVICES") {
		return p.Value
	}
	words := strings.Split(string(text), ",")
	for i, w := range words {
		w = strings.TrimSpace(w)
		for _, prefix := range uuidPrefixes() {
			if strings.HasPrefix(w, prefix) {
				words[i] = prefix
			}
		}
	}
	return Text(strings.Join(words, ","))
}

// uuidPrefixes begin the UUIDs of GPUs and of parts of them.
func uuidPrefixes() []string { return []string{"GPU-", "MIG-"} }
