package org.bdm.extension.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.site.Maintenance;
import org.bdm.server.site.opening.MaintenanceCalendar.Reading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calendars of maintenance, as other programs write them. */
class CalendarFileTest {
    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");

    private static List<Maintenance> read(String... lines) {
        String text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//y//EN\r\nBEGIN:VEVENT\r\nUID:one@example\r\n"
                + String.join("\r\n", lines) + "\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";
        return CalendarFile.read(text, "north", "ana", NOW, null).entries();
    }

    @Test
    void anEventBecomesAnEntry() {
        List<Maintenance> read =
                read("DTSTART:20261201T180000Z", "DTEND:20261202T060000Z", "SUMMARY:Tape library\\, firmware");
        assertThat(read)
                .containsExactly(new Maintenance(
                        0,
                        "north",
                        Instant.parse("2026-12-01T18:00:00Z"),
                        Instant.parse("2026-12-02T06:00:00Z"),
                        "Tape library, firmware",
                        "one@example",
                        "ana",
                        NOW));
    }

    @Test
    void aTimeInAZoneAndADurationAreUnderstood() {
        Maintenance entry = read("DTSTART;TZID=Europe/Berlin:20261201T180000", "DURATION:PT90M")
                .get(0);
        assertThat(entry.beginsAt()).isEqualTo("2026-12-01T17:00:00Z");
        assertThat(entry.endsAt()).isEqualTo("2026-12-01T18:30:00Z");
    }

    @Test
    void aWeeklyEventKeepsItsTimeOfDayWhenTheClocksChange() {
        List<Maintenance> read = read(
                "DTSTART;TZID=Europe/Berlin:20261014T080000",
                "DTEND;TZID=Europe/Berlin:20261014T100000",
                "RRULE:FREQ=WEEKLY;BYDAY=WE;UNTIL=20270407T060000Z",
                "EXDATE;TZID=Europe/Berlin:20261202T080000");
        assertThat(read).extracting(Maintenance::beginsAt).startsWith(Instant.parse("2026-11-25T07:00:00Z"));
        assertThat(read)
                .extracting(Maintenance::beginsAt)
                .doesNotContain(Instant.parse("2026-12-02T07:00:00Z"))
                .contains(Instant.parse("2027-03-24T07:00:00Z"), Instant.parse("2027-03-31T06:00:00Z"))
                .endsWith(Instant.parse("2027-04-07T06:00:00Z"));
    }

    @Test
    void aSeriesWithoutAnEndIsReadForTheNextFourHundredDays() {
        List<Maintenance> read = read("DTSTART:20200101T000000Z", "DURATION:PT1H", "RRULE:FREQ=MONTHLY;BYDAY=1TU");
        assertThat(read).hasSize(13);
        assertThat(read.get(12).beginsAt()).isEqualTo("2027-12-07T00:00:00Z");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "DTSTART:20261201T180000;DURATION:PT1H|has no time zone",
                "DTSTART,TZID=Nowhere/Town:20261201T180000;DURATION:PT1H|TZID=Nowhere/Town is an unknown time zone",
                "DTSTART:20261201T180000Z|has neither DTEND nor DURATION",
                "DTSTART:20261201T180000Z;DTEND:20261201T180000Z|does not end after it begins",
                "DTSTART:20261201T180000Z;DURATION:PT1M;RRULE:FREQ=HOURLY|daily, weekly, monthly and yearly are supported",
                "DTSTART:20261201T180000Z;DURATION:PT1M;RECURRENCE-ID,RANGE=THISANDFUTURE:20261201T170000Z|RANGE",
                "SUMMARY:nothing|DTSTART is missing"
            })
    void whatIsNotUnderstoodIsRefusedAndNamed(String lines, String mistake) {
        assertThatThrownBy(() -> {
                    List<Maintenance> unused = read(lines.replace(";RRULE", "\nRRULE")
                            .replace(";D", "\nD")
                            .replace(";RECURRENCE-ID", "\nRECURRENCE-ID")
                            .replace(',', ';')
                            .split("\n"));
                })
                .isInstanceOf(MoverException.class)
                .hasMessageContaining("'one@example'")
                .hasMessageContaining(mistake);
    }

    @Test
    void whatIsNotACalendarOrIsOverGivesNoEntry() {
        assertThatThrownBy(() -> {
                    Reading unused = CalendarFile.read("hello", "north", "ana", NOW, null);
                })
                .hasMessageContaining("no VEVENT");
        assertThat(read("DTSTART:20261101T180000Z", "DTEND:20261102T060000Z")).isEmpty();
        assertThat(read("DTSTART:20261201T180000Z", "DTEND:20261202T060000Z", "STATUS:CANCELLED"))
                .isEmpty();
    }

    @Test
    void whatIsWrittenIsReadAgain() {
        Maintenance entry = read("DTSTART:20261201T180000Z", "DTEND:20261202T060000Z", "SUMMARY:a\\, b\\; c")
                .get(0);
        String written = CalendarFile.write(List.of(entry));
        assertThat(written).contains("DTSTART:20261201T180000Z", "UID:maintenance-0@north");
        assertThat(CalendarFile.read(written, "north", "ana", NOW, null)
                        .entries()
                        .get(0)
                        .note())
                .isEqualTo("a, b; c");
    }
}
