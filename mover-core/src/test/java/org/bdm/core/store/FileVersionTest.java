package org.bdm.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/** When two times of a file count as the same. */
class FileVersionTest {
    private static final Instant TIME = Instant.parse("2026-11-23T10:11:12.123456789Z");
    private static final Instant WHOLE = Instant.parse("2026-11-23T10:11:12Z");

    private static FileVersion at(Instant modified) {
        return new FileVersion(1, modified, Instant.EPOCH, 1);
    }

    @Test
    void timesOfTwoFilesAreComparedToTheMicrosecond() {
        assertThat(at(TIME).hasTimeOf(at(TIME.plusNanos(1_000)))).isTrue();
        assertThat(at(TIME).hasTimeOf(at(TIME.minusNanos(1_000)))).isTrue();
        assertThat(at(TIME).hasTimeOf(at(TIME.plusNanos(1_001)))).isFalse();
        assertThat(at(WHOLE).hasTimeOf(at(TIME))).isFalse();
    }

    @Test
    void aStoredTimeWithoutFractionMayBeTwoSecondsFromTheTimeThatWasSet() {
        assertThat(at(WHOLE).keepsTime(TIME)).isTrue();
        assertThat(at(WHOLE).keepsTime(WHOLE.plusSeconds(2))).isTrue();
        assertThat(at(WHOLE).keepsTime(WHOLE.plusSeconds(2).plusNanos(1))).isFalse();
    }

    @Test
    void aStoredTimeWithAFractionIsTheTimeThatWasSetToTheMicrosecond() {
        assertThat(at(TIME).keepsTime(TIME.plusNanos(1_000))).isTrue();
        assertThat(at(TIME).keepsTime(TIME.plusNanos(1_001))).isFalse();
    }
}
