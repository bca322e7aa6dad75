package netlist

import "slices"

// packages are the words with which Xyce says whose options a line has.
var packages = []string{"device", "timeint", "nonlin", "nonlin-tran", "nonlin-hb", "linsol", "linsol-hb", "linsol-ac", "loca", "output", "restart",
	"sensitivity", "hbint", "mpdeint", "measure", "parser", "samples", "embeddedsamples", "pces", "fft", "diagnostic", "topology", "dist",
	"timeint-mpde", "nonlin-transient", "nonlin-twolevel", "rol", "mor", "mor_opts", "ds"}

// XycePackage says whether word, in lower case, names a package of options of Xyce: .options WORD ….
func XycePackage(word string) bool { return slices.Contains(packages, word) }

// packageOptions takes a line of Xyce: .options PACKAGE name=value …. Options of devices mean here
// what they mean there. Of the integration, so do method and maxord; reltol, which bounds the
// truncation error alone in Xyce, is the relative tolerance of everything here, as in SPICE. The
// others steer Xyce's solvers.
func (c *cursor) packageOptions() (bool, error) {
	if !c.peek(0, wordToken) || c.peek(1, '=') || !XycePackage(c.toks[c.i].text) {
		return false, nil
	}
	name := c.toks[c.i].text
	c.i++
	var ignored []string
	for c.more() {
		key := c.key()
		if key == "" {
			c.i++
			continue
		}
		taken, err := c.packageOption(name, key)
		if err != nil {
			return true, err
		}
		if !taken {
			ignored = append(ignored, key)
			c.i++
		}
	}
	if len(ignored) > 0 {
		c.p.warn(c.c.file, c.c.line, "options of %s are ignored: %s", name, list(ignored[:min(len(ignored), maxIgnored)]))
	}
	return true, nil
}

// packageOption takes one option, if it means here what it means in Xyce.
func (c *cursor) packageOption(of, key string) (bool, error) {
	switch {
	case of == "device" && (key == "temp" || key == "tnom" || key == "gmin" || key == "defl" || key == "defw" || key == "defad" || key == "defas"):
		v, err := c.constant("the value of " + key)
		if err != nil {
			return true, err
		}
		return true, c.setReal(key, c.real(key), v)
	case of == "timeint" && (key == "reltol" || key == "maxord"):
		v, err := c.constant("the value of " + key)
		if err != nil {
			return true, err
		}
		if key == "reltol" {
			return true, c.setReal(key, c.real(key), v)
		}
		return true, c.setWhole(key, whole(&c.p.out.Options, key), v)
	case of == "timeint" && key == "method":
		word, err := c.word("a method")
		if err != nil {
			return true, err
		}
		switch word {
		case "8", "gear":
			c.p.out.Options.Method = "gear"
		case "7", "trap":
		default:
			c.i--
			c.p.warn(c.c.file, c.line(), "method %s of timeint is ignored: the trapezoidal rule is used", shorten(word))
			c.i++
		}
		return true, nil
	}
	return false, nil
}
