package circuit

// Parameters of the models of resistors, capacitors and inductors. The reader of
// netlists makes values of them.
var (
	resistorParams = []parameter{
		{"r", 0, "Ω", "resistance of an element without value and size"},
		{"rsh", 0, "Ω", "sheet resistance"}, {"defw", 1e-5, "m", "width"}, {"l", 0, "m", "length"},
		{"narrow", 0, "m", "narrowing of each side"}, {"short", 0, "m", "shortening of each end"},
		{"tc1", 0, "1/K", "temperature coefficient"}, {"tc2", 0, "1/K²", "temperature coefficient"}, {"tce", 0, "%/K", "exponential temperature coefficient"},
		{"tnom", 27, "°C", "temperature of the parameters"},
	}
	capacitorParams = []parameter{
		{"cap", 0, "F", "capacitance of an element without value and size"},
		{"cj", 0, "F/m²", "capacitance by area"}, {"cjsw", 0, "F/m", "capacitance by perimeter"},
		{"defw", 1e-5, "m", "width"}, {"defl", 0, "m", "length"},
		{"narrow", 0, "m", "narrowing"}, {"short", 0, "m", "shortening"},
		{"tc1", 0, "1/K", "temperature coefficient"}, {"tc2", 0, "1/K²", "temperature coefficient"},
		{"tnom", 27, "°C", "temperature of the parameters"},
	}
	inductorParams = []parameter{
		{"ind", 0, "H", "inductance of an element without value"},
		{"tc1", 0, "1/K", "temperature coefficient"}, {"tc2", 0, "1/K²", "temperature coefficient"},
		{"tnom", 27, "°C", "temperature of the parameters"},
	}
)
