package org.bdm.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Every meter is named and described as Prometheus wants it. */
class DeclaredMeterTest {
    @Test
    void namesBeginWithOurPrefixAndEndWithABaseUnit() {
        for (DeclaredMeter meter : DeclaredMeter.values()) {
            assertThat(meter.shown()).matches("bdm_[a-z]+(_[a-z]+)*");
            assertThat(meter.shown())
                    .as("base units are seconds and bytes")
                    .doesNotMatch(".*_(ms|millis|nanos|minutes|hours|days|kb|mb|kib|mib|percent|bits)(_.*)?");
            String unit = meter.unit().orElse("");
            assertThat(meter.family()).endsWith(unit);
        }
    }

    @Test
    void totalIsTheSuffixOfCountersAndOfNothingElse() {
        for (DeclaredMeter meter : DeclaredMeter.values()) {
            assertThat(meter.shown().endsWith("_total")).as(meter.shown()).isEqualTo(meter.kind() == MeterKind.COUNTER);
            assertThat(meter.family()).doesNotEndWith("_total");
        }
    }

    @Test
    void noNameIsThatOfAnotherOrOfItsSeries() {
        for (DeclaredMeter meter : DeclaredMeter.values()) {
            for (DeclaredMeter other : DeclaredMeter.values()) {
                if (meter == other) continue;
                assertThat(meter.family()).isNotEqualTo(other.family());
                if (other.kind() == MeterKind.HISTOGRAM) {
                    assertThat(meter.shown()).doesNotMatch(other.shown() + "_(bucket|count|sum|created)");
                }
            }
        }
    }

    @Test
    void figuresOfTheSiteAreGaugesBecauseEachProcessReadsTheSame() {
        for (DeclaredMeter meter : DeclaredMeter.values()) {
            if (meter.isOfSite()) assertThat(meter.kind()).isIn(MeterKind.GAUGE, MeterKind.LEVEL);
        }
    }

    @Test
    void eachIsDescribedInASentenceAndHasEachLabelOnce() {
        for (DeclaredMeter meter : DeclaredMeter.values()) {
            assertThat(meter.help())
                    .as(meter.shown())
                    .matches("[A-Z1].{10,120}\\.")
                    .doesNotContain("\n");
            assertThat(meter.labels().get(0)).isEqualTo(MeterLabel.SITE);
            assertThat(meter.labels()).extracting(MeterLabel::shown).doesNotHaveDuplicates();
        }
        for (MeterLabel label : MeterLabel.values()) {
            assertThat(label.shown()).matches("[a-z]+(_[a-z]+)*").isNotIn("job", "instance", "le", "quantile");
            assertThat(label.valuesMax()).isBetween(1, 250);
        }
    }
}
