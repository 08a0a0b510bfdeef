package report

func (s *System) label() string {
	if s.Label != "" {
		return s.Label
	}
	return s.short()
}

func (s *System) short() string {
	if s.Short != "" {
		return s.Short
	}
	return s.Name
}
