package org.bdm.client.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeTextTest {
    @ParameterizedTest
    @CsvSource({"PT0.4S,0.4 s", "PT12S,12 s", "PT3M5S,3 min 05 s", "PT2H10M,2 h 10 min", "PT76H,3 d 4 h", "PT-1S,0.0 s"
    })
    void writesTheTwoLargestUnits(Duration duration, String text) {
        assertThat(TimeText.duration(duration)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"30,PT30S", "30s,PT30S", "5m,PT5M", "1h30m,PT1H30M", "2d,PT48H", "500ms,PT0.5S"})
    void readsDurations(String text, Duration duration) {
        assertThat(TimeText.parse(text)).isEqualTo(duration);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "5x", "-5s", "5m!"})
    void refusesWhatIsNoDuration(String text) {
        assertThatThrownBy(() -> TimeText.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aMomentIsShownInTheZoneOfTheReader() {
        assertThat(TimeText.moment(Instant.parse("2026-11-20T10:00:00Z"), ZoneOffset.ofHours(2)))
                .isEqualTo("2026-11-20 12:00:00");
        assertThat(TimeText.moment(null, ZoneOffset.UTC)).isEqualTo("-");
    }
}
