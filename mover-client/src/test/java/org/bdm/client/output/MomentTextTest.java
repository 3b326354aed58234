package org.bdm.client.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class MomentTextTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-20T10:00:00Z"), ZoneId.of("Europe/Berlin"));

    @Test
    void momentsDaysAndDurationsAreRead() {
        assertThat(MomentText.past("2026-01-31T12:00:00+01:00", CLOCK)).isEqualTo("2026-01-31T11:00:00Z");
        assertThat(MomentText.past("2026-01-31", CLOCK))
                .as("a day of the reader")
                .isEqualTo("2026-01-30T23:00:00Z");
        assertThat(MomentText.past("7d", CLOCK)).isEqualTo("2026-11-13T10:00:00Z");
        assertThat(MomentText.future("1h30m", CLOCK)).isEqualTo("2026-11-20T11:30:00Z");
    }

    @Test
    void otherTextIsRefusedWithExamples() {
        for (String text : new String[] {"", "yesterday", "2026-13-01", "-1d", "2026-01-31T", "999999999999d"}) {
            assertThatIllegalArgumentException()
                    .as(text)
                    .isThrownBy(() -> MomentText.past(text, CLOCK))
                    .withMessageContaining("write 2026-01-31T12:00:00Z, 2026-01-31 or 7d");
        }
    }
}
