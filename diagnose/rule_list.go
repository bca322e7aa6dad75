package diagnose

// RulesSchema names the document of the rules.
const RulesSchema = "diagnose-rules/v1"

// A RuleList is diagnose-rules/v1: what the rules mean and need.
type RuleList struct {
	Schema string         `json:"schema"`
	Rules  []RuleDocument `json:"rules"`
}

// A RuleDocument is a rule as a [RuleList] has it.
type RuleDocument struct {
	ID      string `json:"id"` // id of the rule
	Meaning string `json:"meaning"`
	Needs   string `json:"needs"`
	// Parts are flags any of which is enough where there is no trace.
	Parts []Part `json:"without_trace"`
	// Summary says whether a summary of nrprof summarize is enough.
	Summary bool `json:"on_summary"`
}

// NewRuleList returns the document of some rules.
func NewRuleList(rules []Rule) *RuleList {
	doc := &RuleList{Schema: RulesSchema}
	for _, r := range rules {
		doc.Rules = append(doc.Rules, RuleDocument{r.ID, r.Meaning, r.Needs, append([]Part{}, r.Parts...), r.Summary})
	}
	return doc
}
