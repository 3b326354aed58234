package org.bdm.extension.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.TimeZone;
import org.bdm.server.catalog.site.Maintenance;
import org.bdm.server.site.opening.MaintenanceCalendar.Reading;
import org.bdm.server.site.opening.MaintenanceCalendar.Refused;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calendars as Outlook, Google, Indico and hand-written files have them: each time is read, or its event is refused by name. */
class CalendarKindsTest {
    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");
    private final TimeZone host = TimeZone.getDefault();

    @BeforeEach
    void beSomewhereElse() {
        TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Chatham")); // no test may depend on the zone of the host
    }

    @AfterEach
    void beBack() {
        TimeZone.setDefault(host);
    }

    private static String calendar(String... events) {
        StringBuilder text = new StringBuilder("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//y//EN\r\n");
        for (String event : events) {
            if (event.startsWith("!")) {
                text.append(event.substring(1).replace("\n", "\r\n")).append("\r\n");
            } else {
                text.append("BEGIN:VEVENT\r\n")
                        .append(event.replace("\n", "\r\n"))
                        .append("\r\nEND:VEVENT\r\n");
            }
        }
        return text.append("END:VCALENDAR\r\n").toString();
    }

    private static Reading read(String... events) {
        return CalendarFile.read(calendar(events), "north", "ana", NOW, null);
    }

    private static List<String> begins(Reading read) {
        return read.entries().stream().map(one -> one.beginsAt().toString()).toList();
    }

    private static List<String> spans(Reading read) {
        return read.entries().stream()
                .map(one -> one.beginsAt() + " " + one.endsAt())
                .toList();
    }

    @Test
    @Tag("P1")
    void datesOfAListAreReadWithoutARuleToo() {
        assertThat(begins(read(
                        "UID:a\nDTSTART:20261201T180000Z\nDURATION:PT1H\nRDATE:20261208T180000Z,20261215T180000Z")))
                .containsExactly("2026-12-01T18:00:00Z", "2026-12-08T18:00:00Z", "2026-12-15T18:00:00Z");
    }

    @Test
    @Tag("P1")
    void periodsOfAListHaveTheirOwnLength() {
        assertThat(spans(read("UID:a\nDTSTART:20261201T180000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=2\n"
                        + "RDATE;VALUE=PERIOD:20261210T180000Z/20261210T230000Z,20261211T180000Z/PT30M")))
                .containsExactly(
                        "2026-12-01T18:00:00Z 2026-12-01T19:00:00Z",
                        "2026-12-02T18:00:00Z 2026-12-02T19:00:00Z",
                        "2026-12-10T18:00:00Z 2026-12-10T23:00:00Z",
                        "2026-12-11T18:00:00Z 2026-12-11T18:30:00Z");
    }

    private static final String SERIES =
            "UID:a\nDTSTART;TZID=Europe/Berlin:20261201T180000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=4\n";

    @Test
    @Tag("P1")
    void aSingleTimeOfASeriesThatIsCancelledIsLeftOut() {
        Reading read = read(
                SERIES,
                "UID:a\nRECURRENCE-ID;TZID=Europe/Berlin:20261202T180000\nDTSTART;TZID=Europe/Berlin:20261202T180000\n"
                        + "DURATION:PT1H\nSTATUS:CANCELLED");
        assertThat(begins(read))
                .containsExactly("2026-12-01T17:00:00Z", "2026-12-03T17:00:00Z", "2026-12-04T17:00:00Z");
    }

    @Test
    @Tag("P2")
    void aSingleTimeOfASeriesThatIsMovedIsReadWhereItIsNow() {
        Reading read =
                read("UID:a\nRECURRENCE-ID:20261202T170000Z\nDTSTART:20261220T090000Z\nDTEND:20261220T100000Z", SERIES);
        assertThat(begins(read))
                .containsExactly(
                        "2026-12-01T17:00:00Z", "2026-12-03T17:00:00Z", "2026-12-04T17:00:00Z", "2026-12-20T09:00:00Z");
    }

    @ParameterizedTest
    @Tag("P1")
    @CsvSource(
            delimiter = '|',
            value = {
                "RDATE;TZID=Nowhere/Town:20261208T180000|TZID=Nowhere/Town is an unknown time zone",
                "EXDATE;TZID=Nowhere/Town:20261208T180000|TZID=Nowhere/Town is an unknown time zone",
                "RDATE:20261208T180000|RDATE has no time zone",
                "EXDATE:2026-12-02|EXDATE: '2026-12-02' is not a time",
                "EXDATE:20261302T180000Z|EXDATE: '20261302T180000Z' is not a time",
                "RRULE:FREQ=WEEKLY;BYDAY=DI|RRULE is not understood: BYDAY=DI",
                "RRULE:FREQ=WEEKLY;BYDAYS=MO|RRULE is not understood: BYDAYS=MO",
                "RRULE:FREQ=WEEKLY;COUNT=many|RRULE is not understood: COUNT=MANY",
                "RRULE:FREQ=WEEKLY;UNTIL=tomorrow|RRULE is not understood: UNTIL=TOMORROW",
                "RRULE:INTERVAL=2|RRULE is not understood: no FREQ",
                "EXRULE:FREQ=WEEKLY;BYDAY=X|EXRULE is not understood",
                "RDATE;VALUE=PERIOD:20261210T180000Z/20261210T170000Z|does not end after it begins"
            })
    void whatTheParserDoesNotUnderstandRefusesTheEventByItsName(String line, String reason) {
        Reading read = read(
                "UID:bad@x\nDTSTART:20261201T180000Z\nDURATION:PT1H\n" + line,
                "UID:good@x\nDTSTART:20261203T180000Z\nDURATION:PT1H");
        assertThat(read.refused()).singleElement().satisfies(refused -> {
            assertThat(refused.event()).isEqualTo("bad@x");
            assertThat(refused.reason()).contains(reason);
        });
        assertThat(read.entries()).extracting(Maintenance::uid).containsExactly("good@x");
        assertThat(read.uids()).as("what was known of the other one stays").containsExactly("good@x");
    }

    @Test
    @Tag("P2")
    void anEventOfWholeDaysIsReadInTheZoneThatIsSaid() {
        String event = "UID:a\nDTSTART;VALUE=DATE:20261201\nDTEND;VALUE=DATE:20261203";
        Reading plain = read(event);
        assertThat(spans(plain)).containsExactly("2026-12-01T00:00:00Z 2026-12-03T00:00:00Z");
        assertThat(plain.remarks()).containsExactly("whole days are read as days of UTC");
        Reading berlin = CalendarFile.read(calendar(event), "north", "ana", NOW, ZoneId.of("Europe/Berlin"));
        assertThat(spans(berlin)).containsExactly("2026-11-30T23:00:00Z 2026-12-02T23:00:00Z");
        assertThat(spans(read("!X-WR-TIMEZONE:Asia/Tokyo", "UID:a\nDTSTART;VALUE=DATE:20261201")))
                .as("one day without an end")
                .containsExactly("2026-11-30T15:00:00Z 2026-12-01T15:00:00Z");
    }

    @Test
    @Tag("P2")
    void wholeDaysKeepTheirLengthWhenTheClocksChange() {
        Reading read = CalendarFile.read(
                calendar("UID:a\nDTSTART;VALUE=DATE:20270327\nDURATION:P1D\nRRULE:FREQ=DAILY;UNTIL=20270329"),
                "north",
                "ana",
                NOW,
                ZoneId.of("Europe/Berlin"));
        assertThat(spans(read))
                .containsExactly(
                        "2027-03-26T23:00:00Z 2027-03-27T23:00:00Z",
                        "2027-03-27T23:00:00Z 2027-03-28T22:00:00Z",
                        "2027-03-28T22:00:00Z 2027-03-29T22:00:00Z");
    }

    @Test
    @Tag("P2")
    void aZoneMayBeNamedAsWindowsDoesOrBehindAPathOrBeDefinedInTheFile() {
        String time = ":20261201T180000\nDURATION:PT1H";
        assertThat(begins(read("UID:a\nDTSTART;TZID=W. Europe Standard Time" + time)))
                .containsExactly("2026-12-01T17:00:00Z");
        assertThat(begins(read("UID:a\nDTSTART;TZID=\"Eastern Standard Time\"" + time)))
                .containsExactly("2026-12-01T23:00:00Z");
        assertThat(begins(read("UID:a\nDTSTART;TZID=/freeassociation.sourceforge.net/Tzfile/Europe/Berlin" + time)))
                .containsExactly("2026-12-01T17:00:00Z");
        String defined =
                "!BEGIN:VTIMEZONE\nTZID:Our Time\nBEGIN:STANDARD\nDTSTART:16010101T030000\nTZOFFSETFROM:+0300\n"
                        + "TZOFFSETTO:+0200\nRRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10\nEND:STANDARD\nBEGIN:DAYLIGHT\n"
                        + "DTSTART:16010101T020000\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0300\nRRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3\n"
                        + "END:DAYLIGHT\nEND:VTIMEZONE";
        assertThat(begins(read(defined, "UID:a\nDTSTART;TZID=Our Time" + time)))
                .containsExactly("2026-12-01T16:00:00Z");
        assertThat(begins(read(defined, "UID:a\nDTSTART;TZID=Our Time:20270701T180000\nDURATION:PT1H")))
                .containsExactly("2027-07-01T15:00:00Z");
        assertThatThrownBy(() -> {
                    Reading unused = read(
                            "!BEGIN:VTIMEZONE\nTZID:Our Time\nEND:VTIMEZONE", "UID:a\nDTSTART;TZID=Our Time" + time);
                })
                .hasMessageContaining("TZID=Our Time");
    }

    @Test
    @Tag("P2")
    void aByteOrderMarkFoldedLinesLineFeedsAloneAndAlarmsAreNoObstacle() {
        String text = "\uFEFF"
                + calendar("UID:a\nDTSTART:20261201T1800\n 00Z\nDURATION:PT1H\nSUMMARY:new\n\t disks\nBEGIN:VALARM\n"
                                + "TRIGGER:-PT15M\nDURATION:PT5M\nSUMMARY:ring\nEND:VALARM")
                        .replace("\r\n", "\n");
        List<Maintenance> read =
                CalendarFile.read(text, "north", "ana", NOW, null).entries();
        assertThat(read).singleElement().satisfies(one -> {
            assertThat(one.endsAt()).isEqualTo("2026-12-01T19:00:00Z");
            assertThat(one.note()).isEqualTo("new disks");
        });
    }

    @Test
    @Tag("P2")
    void anEventThatIsCancelledReplacesWhatWasKnownOfIt() {
        Reading read = read("UID:a\nDTSTART:20261201T180000Z\nDURATION:PT1H\nSTATUS:CANCELLED");
        assertThat(read.entries()).isEmpty();
        assertThat(read.uids()).containsExactly("a");
        assertThat(read("!METHOD:CANCEL", "UID:a\nDTSTART:20261201T180000Z\nDURATION:PT1H")
                        .entries())
                .isEmpty();
        assertThat(read("UID:a\nDTSTART:20261201T180000Z\nDURATION:PT1H\nSTATUS:TENTATIVE\nTRANSP:TRANSPARENT")
                        .entries())
                .hasSize(1);
    }

    @Test
    @Tag("P1")
    void ofTwoStatesOfAnEventTheOneWithTheHigherSequenceCounts() {
        assertThat(begins(read(
                        "UID:a\nSEQUENCE:2\nDTSTART:20261205T180000Z\nDURATION:PT1H",
                        "UID:a\nSEQUENCE:1\nDTSTART:20261201T180000Z\nDURATION:PT1H")))
                .containsExactly("2026-12-05T18:00:00Z");
    }

    @Test
    @Tag("P1")
    void rulesAreCountedAndEndedOnTheClockOfTheirZone() {
        String event = "UID:a\nDTSTART;TZID=America/Los_Angeles:20261201T180000\nDURATION:PT1H\n";
        assertThat(begins(read(event + "RRULE:FREQ=DAILY;UNTIL=20261203T020000Z")))
                .as("18:00 of the 2nd is 02:00 of the 3rd in UTC")
                .containsExactly("2026-12-02T02:00:00Z", "2026-12-03T02:00:00Z");
        assertThat(begins(read(event + "RRULE:FREQ=DAILY;UNTIL=20261202")))
                .containsExactly("2026-12-02T02:00:00Z", "2026-12-03T02:00:00Z");
        assertThat(begins(read(event + "RRULE:FREQ=DAILY;COUNT=3\nEXRULE:FREQ=DAILY;INTERVAL=2")))
                .containsExactly("2026-12-03T02:00:00Z");
        assertThat(begins(read(event + "RRULE:FREQ=DAILY;COUNT=3\nEXDATE;VALUE=DATE:20261202")))
                .containsExactly("2026-12-02T02:00:00Z", "2026-12-04T02:00:00Z");
    }

    @Test
    @Tag("P1")
    void severalCalendarsInOneFileHaveZonesOfTheirOwn() {
        String text = calendar("!X-WR-TIMEZONE:Asia/Tokyo", "UID:a\nDTSTART:20261201T180000\nDURATION:PT1H")
                + calendar("UID:b\nDTSTART:20261201T180000\nDURATION:PT1H");
        Reading read = CalendarFile.read(text, "north", "ana", NOW, null);
        assertThat(begins(read)).containsExactly("2026-12-01T09:00:00Z");
        assertThat(read.refused())
                .extracting(Refused::event)
                .as("a floating time is not one of the host")
                .containsExactly("b");
    }

    @ParameterizedTest
    @Tag("P2")
    @ValueSource(
            strings = {
                "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\n",
                "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nEND:VCALENDAR\r\n",
                "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"
            })
    void aCalendarThatIsCutOffOrEmptyIsRefused(String text) {
        assertThatThrownBy(() -> {
                    Reading unused = CalendarFile.read(text, "north", "ana", NOW, null);
                })
                .hasMessageContaining("calendar");
    }
}
