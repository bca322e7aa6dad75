package diagnose

import "fmt"

// A Severity says how much a finding matters.
type Severity int

const (
	Info    Severity = iota // worth knowing; nothing need be done
	Warning                 // time is lost, or figures are distorted
	Error                   // figures cannot be relied on, or the run failed
)

// Severities returns the names of all, the least first.
func Severities() []string { return []string{"info", "warning", "error"} }

// ParseSeverity returns the severity of that name.
func ParseSeverity(name string) (Severity, error) {
	for k, s := range Severities() {
		if s == name {
			return Severity(k), nil
		}
	}
	return 0, fmt.Errorf("unknown severity %q, want info, warning or error", name)
}

func (s Severity) String() string {
	if names := Severities(); s >= 0 && int(s) < len(names) {
		return names[s]
	}
	return fmt.Sprintf("severity %d", int(s))
}

// MarshalText writes the name.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the name.
func (s *Severity) UnmarshalText(text []byte) error {
	v, err := ParseSeverity(string(text))
	*s = v
	return err
}
