package org.bdm.server.dataset.merge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TimeRangeTest {
    private static boolean overlap(String one, String other) {
        TimeRange left = TimeRange.of("tas_" + one + ".nc").orElseThrow();
        TimeRange right = TimeRange.of("tas_" + other + ".nc").orElseThrow();
        assertThat(left.overlaps(right)).as("either way").isEqualTo(right.overlaps(left));
        return left.overlaps(right);
    }

    @Test
    void nameIsTakenApartAtItsTimes() {
        assertThat(TimeRange.of("tas_Amon_X_195001-195912.nc"))
                .contains(new TimeRange("tas_Amon_X", "195001", "195912"));
        assertThat(TimeRange.of("tas_Amon_X_195001-195912-clim.nc"))
                .contains(new TimeRange("tas_Amon_X-clim", "195001", "195912"));
        assertThat(TimeRange.of("tas_Amon_X.nc")).isEmpty();
        assertThat(TimeRange.of("tas_Amon_X_195001.nc")).isEmpty();
    }

    @Test
    void rangesOverlapIfTheyHaveATimeInCommonAndAreNotTheSame() {
        assertThat(overlap("1950-1959", "1955-1965")).isTrue();
        assertThat(overlap("1950-1999", "1960-1969")).isTrue();
        assertThat(overlap("1950-1959", "1959-1969")).as("the last time of one").isTrue();
        assertThat(overlap("1950-1959", "1960-1969")).isFalse();
        assertThat(overlap("1950-1959", "1950-1959")).isFalse();
    }

    @Test
    void timesAreComparedAsFarAsBothArePrecise() {
        assertThat(overlap("1950-1959", "195901-196912")).isTrue();
        assertThat(overlap("1950-1959", "196001-196912")).isFalse();
    }

    @Test
    void rangesOfDifferentThingsDoNotOverlap() {
        TimeRange mean = TimeRange.of("tas_195001-195912.nc").orElseThrow();
        assertThat(mean.overlaps(TimeRange.of("tas_195001-199912-clim.nc").orElseThrow()))
                .isFalse();
        assertThat(mean.overlaps(TimeRange.of("pr_195001-199912.nc").orElseThrow()))
                .isFalse();
        assertThat(mean.overlaps(TimeRange.of("tas_195001-199912.nc").orElseThrow()))
                .isTrue();
    }
}
