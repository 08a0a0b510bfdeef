package lang_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sbstat/sbstat/internal/lang"
)

func TestANumberThatRoundsToZeroHasNoSign(t *testing.T) {
	assert.Equal(t, "0.0", lang.Number(-0.04, 1))
	assert.Equal(t, "−0.1", lang.Number(-0.05000001, 1))
	assert.Equal(t, "0.0 %", lang.Delta("en", -0.0004))
	assert.Equal(t, "0.0%", lang.Delta("zh", 0.0004))
}

func TestPricesHaveFourSignificantDigitsAndAnExponentOnlyWhereTheyAreTiny(t *testing.T) {
	for v, want := range map[float64]string{
		20.98912: "20.99", 3.03988: "3.040", 0.761640: "0.7616", 9.99996: "10.00", 123456.7: "123457", 0.0000123456: "0.00001235", 0: "0", 1.234e-150: "1.234e-150", -1.234e-150: "−1.234e-150",
	} {
		assert.Equal(t, want, lang.Significant(v, 4))
	}
}

func TestAMeasuredValueHasTwoDecimalsAndMoreOnlyBelowATenth(t *testing.T) {
	for want, v := range map[string]float64{
		"12.78": 12.78, "1171.50": 1171.5, "0.18": 0.181248, "0.05": 0.05, "0.0891": 0.089124892711, "0.000268": 0.000268,
		"0.03": 0.03, "0.00": 0, "−0.004": -0.004, "0.10": 0.1, "1.20e-150": 1.2e-150,
	} {
		assert.Equal(t, want, lang.Measured(v))
	}
}

func TestAnIntervalHasTheDecimalsOfItsLargestNumber(t *testing.T) {
	for _, c := range []struct {
		want int
		vs   []float64
	}{
		{2, []float64{12.78, 12.5, 13}}, {2, []float64{0.00558, -0.31, 0.32}}, {4, []float64{0.05, 0.0481, 0.0519}}, {5, []float64{0.00558, -0.001, 0.00912}},
		{2, []float64{0, 0, 0}}, {2, nil}, {12, []float64{1e-150}}, {2, []float64{0.1}}, {4, []float64{0.0999}},
	} {
		assert.Equal(t, c.want, lang.MeasuredDecimals(c.vs...), "%v", c.vs)
	}
}

func TestADeltaSaysItsDirectionInTheWayOfTheLanguage(t *testing.T) {
	assert.Equal(t, "+11.8 %", lang.Delta("en", 0.11776))
	assert.Equal(t, "−1.0 %", lang.Delta("en", -0.0099))
	assert.Equal(t, "高 11.8%", lang.Delta("zh", 0.11776))
	assert.Equal(t, "低 13.4%", lang.Delta("zh", -0.1341))
	assert.Equal(t, "+11.8%", lang.Signed("zh", 0.11776))
	assert.Equal(t, "−13.4%", lang.Signed("zh", -0.1341))
	assert.Equal(t, "0.0 %", lang.Signed("en", 0.0004))
	assert.Equal(t, "13.4%", lang.Percent("zh", 0.1341))
}
