package analysis

// Overhead is what a feature (HA, TLS, a disk) costs: without is the system
// lacking it, with the one that has it.
type Overhead struct {
	Without, With string
	Throughput    *Comparison // with relative to without, TPS
	Latency       *Comparison // with relative to without, average latency
	Lost          Estimate    // fraction of the throughput lost, mean over levels: −mean delta
	Levels        []AddedLatency
	Notes         []Note
}

// AddedLatency is the latency added at one level.
type AddedLatency struct {
	Threads int
	Lost    Estimate // fraction of the throughput
	AddedMs Estimate // average latency, milliseconds a transaction
}

// OverheadOptions steer OverheadOf.
type OverheadOptions struct {
	CompareOptions
	Setting string // the setting that is meant to differ: "ha_type"; several are separated by commas; "" asks for none to be named and refuses nothing
	Force   bool   // go on where other settings differ as well
}

// OverheadOf measures the overhead of with against without. Settings that differ
// beyond the one named are an error that lists them, unless Force.
func OverheadOf(without, with *Sweep, opts OverheadOptions) (*Overhead, error) { return nil, nil }
