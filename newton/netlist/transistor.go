package netlist

// bipolar takes q: name collector base emitter [substrate] model [area] [off]
// [ic=vbe[,vce]] [temp=…] [m=…].
//
// Whether the fourth word is the substrate or the model is seen by the word behind
// it: a model of that name, or a word that is neither a value nor off.
func (c *cursor) bipolar(d *device) error {
	if err := c.nodes(d, 3); err != nil {
		return err
	}
	d.proto.Nodes[3] = ground
	if c.substrate() {
		d.proto.Nodes[3] = c.p.scope.node(c.toks[c.i].text)
		c.i++
	}
	if err := c.modelName(d); err != nil {
		return err
	}
	d.proto.Area = 1
	return c.instanceParameters(d, []string{"area", "areab", "areac", "m", "temp", "dtemp", "ic", "icvbe", "icvce"}, "off")
}

// substrate says whether the word at hand is a node, with a model behind it.
func (c *cursor) substrate() bool {
	if !c.peek(0, wordToken) || !c.peek(1, wordToken) || c.peek(2, '=') {
		return false
	}
	here, behind := c.toks[c.i].text, c.toks[c.i+1].text
	if c.p.scope.findModel(here) != nil {
		return c.p.scope.findModel(behind) != nil
	}
	_, value := number(behind)
	return behind != "off" && !value || c.p.scope.findModel(behind) != nil
}

// jfet takes j and z: name drain gate source model [area] [off] [ic=vds[,vgs]]
// [m=…], and of j [temp=…].
func (c *cursor) jfet(d *device) error {
	if err := c.nodes(d, 3); err != nil {
		return err
	}
	if err := c.modelName(d); err != nil {
		return err
	}
	d.proto.Area = 1
	allowed := []string{"area", "m", "ic", "temp", "dtemp"}
	if d.proto.Kind == MESFET {
		allowed = allowed[:3]
	}
	return c.instanceParameters(d, allowed, "off")
}
