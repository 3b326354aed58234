package org.bdm.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class MissingCopyTest {
    private static final Instant BEGIN = Instant.parse("2026-01-01T10:00:00Z");
    private static final Duration DAY = Duration.ofDays(1);

    @Test
    void onlyOccasionsThatAreFiveDaysApartCount() {
        MissingCopy often = MissingCopy.first(BEGIN);
        for (int hour = 1; hour < 5 * 24; hour++) often = often.again(BEGIN.plus(Duration.ofHours(hour)));
        assertThat(often.occasions()).isEqualTo(1);
        assertThat(often.lastSeen()).isEqualTo(BEGIN.plus(Duration.ofHours(5 * 24 - 1)));

        MissingCopy second = often.again(BEGIN.plus(DAY.multipliedBy(5)));
        assertThat(second.occasions()).isEqualTo(2);
        assertThat(second.again(BEGIN.plus(DAY.multipliedBy(9))).occasions())
                .as("five days after the one that counted, not after the first")
                .isEqualTo(2);
    }

    @Test
    void threeOccasionsArePermanentForThirtyDaysSinceTheLastTime() {
        MissingCopy twice = MissingCopy.first(BEGIN).again(BEGIN.plus(DAY.multipliedBy(5)));
        assertThat(twice.isLeftAloneAt(BEGIN.plus(DAY.multipliedBy(6)))).isFalse();

        Instant third = BEGIN.plus(DAY.multipliedBy(11));
        MissingCopy permanent = twice.again(third);
        assertThat(permanent.isLeftAloneAt(third)).isTrue();
        assertThat(permanent.isLeftAloneAt(third.plus(DAY.multipliedBy(30)).minusMillis(1)))
                .isTrue();
        assertThat(permanent.isLeftAloneAt(third.plus(DAY.multipliedBy(30)))).isFalse();
        MissingCopy later = permanent.again(third.plus(DAY.multipliedBy(31)));
        assertThat(later.isLeftAloneAt(third.plus(DAY.multipliedBy(60)))).isTrue();
    }

    @Test
    void itSaysWhyItIsNotAsked() {
        MissingCopy permanent =
                new MissingCopy(3, BEGIN, BEGIN.plus(DAY.multipliedBy(11)), BEGIN.plus(DAY.multipliedBy(12)));
        assertThat(permanent.whyLeftAlone(URI.create("https://a.example/f.nc")))
                .isEqualTo("https://a.example/f.nc was missing on 3 occasions between 2026-01-01 and 2026-01-13;"
                        + " it is tried again after 2026-02-12");
    }

    @Test
    void aClockThatIsPutBackCountsNothing() {
        MissingCopy before = MissingCopy.first(BEGIN).again(BEGIN.minus(DAY));
        assertThat(before).isEqualTo(MissingCopy.first(BEGIN));
    }
}
