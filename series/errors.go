package series

// Messages of panics that only a mistake in this package causes.
const errNoShapeChange = "internal error: series: no change of shape was recorded"
