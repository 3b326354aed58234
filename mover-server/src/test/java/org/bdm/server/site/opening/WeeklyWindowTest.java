package org.bdm.server.site.opening;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.bdm.core.fault.MoverException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times of the week in which a link is open. */
class WeeklyWindowTest {
    private static boolean isOpen(String window, String time) {
        return WeeklyWindow.parse(window).at(Instant.parse(time)).isPresent();
    }

    @ParameterizedTest
    @CsvSource({
        // Friday evening in Berlin is UTC+1 in winter.
        "2026-11-20T16:59:59Z,false",
        "2026-11-20T17:00:00Z,true",
        "2026-11-21T04:59:59Z,true",
        "2026-11-21T05:00:00Z,false",
        "2026-11-21T17:00:00Z,false",
        // .. and UTC+2 in summer.
        "2026-07-17T16:00:00Z,true",
        "2026-07-17T15:59:59Z,false"
    })
    void aWindowOverMidnightBelongsToTheDayOnWhichItBegins(String time, boolean isOpen) {
        assertThat(isOpen("Mon-Fri 18:00-06:00 Europe/Berlin", time)).isEqualTo(isOpen);
    }

    @Test
    void itEndsAndOpensAgainByTheClocksOfItsZoneWhenTheyChange() {
        WeeklyWindow nightly = WeeklyWindow.parse("daily 22:00-06:00 Europe/Berlin");
        // The night of 28 to 29 March 2026 has seven hours, that of 24 to 25 October nine.
        WeeklyWindow.Span spring =
                nightly.at(Instant.parse("2026-03-28T23:00:00Z")).orElseThrow();
        assertThat(spring.from()).isEqualTo("2026-03-28T21:00:00Z");
        assertThat(spring.to()).isEqualTo("2026-03-29T04:00:00Z");
        WeeklyWindow.Span autumn =
                nightly.at(Instant.parse("2026-10-24T23:00:00Z")).orElseThrow();
        assertThat(autumn.from()).isEqualTo("2026-10-24T20:00:00Z");
        assertThat(autumn.to()).isEqualTo("2026-10-25T05:00:00Z");
        assertThat(nightly.opensAfter(Instant.parse("2026-03-29T04:00:00Z"))).isEqualTo("2026-03-29T20:00:00Z");
    }

    @Test
    void aTimeThatTheClocksLeaveOutIsTheMomentOfTheChange() {
        assertThat(isOpen("daily 01:00-02:30 Europe/Berlin", "2026-03-29T00:59:59Z"))
                .isTrue();
        assertThat(isOpen("daily 01:00-02:30 Europe/Berlin", "2026-03-29T01:00:00Z"))
                .isFalse();
        assertThat(isOpen("daily 02:30-04:00 Europe/Berlin", "2026-03-29T01:00:00Z"))
                .isTrue();
        assertThat(isOpen("daily 02:10-02:50 Europe/Berlin", "2026-03-29T01:00:00Z"))
                .isFalse();
    }

    @Test
    void aTimeThatTheClocksRepeatBeginsAtItsFirstAndEndsAtItsLast() {
        // 02:00 to 03:00 comes twice on 25 October 2026: from 00:00Z and from 01:00Z.
        assertThat(isOpen("daily 01:00-02:30 Europe/Berlin", "2026-10-25T01:29:59Z"))
                .isTrue();
        assertThat(isOpen("daily 01:00-02:30 Europe/Berlin", "2026-10-25T01:30:00Z"))
                .isFalse();
        assertThat(isOpen("daily 02:30-04:00 Europe/Berlin", "2026-10-25T00:30:00Z"))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Mon-Fri 18:00-06:00 Europe/Berlin|Mon-Fri 18:00-06:00 Europe/Berlin",
                "mon,Tue,wed,Sun 00:00-24:00 UTC|Mon-Wed,Sun 00:00-24:00 UTC",
                "Fri-Mon 20:00-00:00 UTC|Mon,Fri-Sun 20:00-24:00 UTC",
                "Saturday,sunday  08:00-09:30  America/New_York|Sat,Sun 08:00-09:30 America/New_York",
                "18:00-06:00 UTC|daily 18:00-06:00 UTC"
            })
    void theNormalFormIsWhatAWindowWasParsedFrom(String text, String normal) {
        assertThat(WeeklyWindow.parse(text)).hasToString(normal);
        assertThat(WeeklyWindow.parse(normal)).isEqualTo(WeeklyWindow.parse(text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Mon-Fri 18:00-06:00|names no time zone; append one, for example Europe/Berlin or UTC",
                "Mon-Fri 18:00-06:00 CET|names the time zone 'CET'; name it as a region",
                "Mon-Fri 18:00-06:00 Europe/Bern1|which is unknown",
                "Mon-Fri 18-06 UTC|is not a window; write it as",
                "Mo-Fr 18:00-06:00 UTC|has 'Fr' for a day; days are Mon",
                "Mon-Wed-Fri 18:00-06:00 UTC|has 'Mon-Wed-Fri' for days",
                "Mon 18:60-19:00 UTC|has no time of day in '18:60'",
                "Mon 24:01-19:00 UTC|has no time of day in '24:01'",
                "Mon 24:00-19:00 UTC|begins at 24:00",
                "Mon 18:00-18:00 UTC|write 00:00-24:00 for a whole day"
            })
    void aMistakeIsRefusedAndNamed(String text, String mistake) {
        assertThatThrownBy(() -> WeeklyWindow.parse(text))
                .isInstanceOf(MoverException.class)
                .hasMessageContaining(mistake);
    }

    @Test
    void aWindowOfOneDayOpensAgainAfterAWeek() {
        WeeklyWindow sunday = WeeklyWindow.parse("Sun 00:00-24:00 UTC");
        assertThat(sunday.opensAfter(Instant.parse("2026-11-22T00:00:00Z"))).isEqualTo("2026-11-29T00:00:00Z");
    }
}
