package org.bdm.extension.calendar;

import biweekly.Biweekly;
import biweekly.ICalendar;
import biweekly.io.ParseWarning;
import biweekly.util.com.google.ical.compat.javautil.DateIterator;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.regex.Pattern;
import org.bdm.core.fault.MoverException;
import org.bdm.extension.calendar.CalendarTimes.Time;

/** A rule by which an event repeats, as times on the clock of its zone. A word of it that is not understood is refused. */
final class CalendarRule {
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'");
    private static final String NUMBERS = "[+-]?\\d{1,3}(,[+-]?\\d{1,3})*";
    private static final String DAY = "[+-]?\\d{0,2}(MO|TU|WE|TH|FR|SA|SU)";
    private static final Map<String, Pattern> WORDS = Map.ofEntries(
            word("FREQ", "DAILY|WEEKLY|MONTHLY|YEARLY"),
            word("INTERVAL", "0*[1-9]\\d{0,5}"),
            word("COUNT", "0*[1-9]\\d{0,8}"),
            word("UNTIL", "\\d{8}(T\\d{6}Z?)?"),
            word("BYDAY", DAY + "(," + DAY + ")*"),
            word("WKST", "MO|TU|WE|TH|FR|SA|SU"),
            word("BYMONTH", NUMBERS),
            word("BYMONTHDAY", NUMBERS),
            word("BYYEARDAY", NUMBERS),
            word("BYWEEKNO", NUMBERS),
            word("BYSETPOS", NUMBERS),
            word("BYHOUR", NUMBERS),
            word("BYMINUTE", NUMBERS),
            word("BYSECOND", NUMBERS));

    private CalendarRule() {}

    private static Map.Entry<String, Pattern> word(String name, String values) {
        return Map.entry(name, Pattern.compile(values));
    }

    /** The times of a rule from the first on, which may have no end. */
    static Iterator<LocalDateTime> times(CalendarComponent.Line line, Time first) {
        Map<String, String> rule = read(line, first);
        StringBuilder written = new StringBuilder();
        rule.forEach((name, value) -> written.append(written.length() == 0 ? "" : ";")
                .append(name)
                .append('=')
                .append(value));
        // Clock times are read as if they were UTC: the rule is one of clocks.
        String text =
                "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//y//EN\r\nBEGIN:VEVENT\r\nUID:x\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:"
                        + first.local().format(STAMP) + "\r\nRRULE:" + written + "\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";
        List<List<ParseWarning>> warnings = new ArrayList<>();
        ICalendar calendar = Biweekly.parse(text).warnings(warnings).first();
        String warning = warnings.stream()
                .flatMap(List::stream)
                .map(ParseWarning::getMessage)
                .findFirst()
                .orElse("");
        boolean isRead = calendar != null
                && calendar.getEvents().size() == 1
                && calendar.getEvents().get(0).getRecurrenceRule() != null;
        if (!isRead || !warning.isEmpty()) throw notUnderstood(line, warning);
        DateIterator dates = calendar.getEvents().get(0).getDateIterator(TimeZone.getTimeZone("UTC"));
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return dates.hasNext();
            }

            @Override
            public LocalDateTime next() {
                return LocalDateTime.ofInstant(dates.next().toInstant(), ZoneOffset.UTC);
            }
        };
    }

    private static Map<String, String> read(CalendarComponent.Line line, Time first) {
        Map<String, String> rule = new LinkedHashMap<>();
        for (String part : line.value().strip().toUpperCase(Locale.ROOT).split(";", -1)) {
            if (part.isEmpty()) continue;
            int equals = part.indexOf('=');
            String name = equals < 0 ? part : part.substring(0, equals).strip();
            String value = equals < 0 ? "" : part.substring(equals + 1).strip();
            if (name.startsWith("X-")) continue;
            if (name.equals("FREQ") && value.matches("HOURLY|MINUTELY|SECONDLY")) {
                throw CalendarTimes.invalid(
                        line.name() + " repeats " + value + "; daily, weekly, monthly and yearly are supported");
            }
            Pattern values = WORDS.get(name);
            boolean isKnown = values != null && values.matcher(value).matches();
            if (!isKnown || rule.put(name, value) != null) throw notUnderstood(line, part);
        }
        if (!rule.containsKey("FREQ")) throw notUnderstood(line, "no FREQ");
        rule.computeIfPresent("UNTIL", (name, until) -> until(line, until, first));
        return rule;
    }

    /** The last time on the clock of the event. A day counts as a whole. */
    private static String until(CalendarComponent.Line line, String until, Time first) {
        if (until.length() == 8) return until + "T235959Z";
        try {
            LocalDateTime time = LocalDateTime.parse(until.substring(0, 15) + "Z", STAMP);
            boolean isUtc = until.endsWith("Z");
            return (isUtc ? first.zone().local(time.toInstant(ZoneOffset.UTC)) : time).format(STAMP);
        } catch (DateTimeException e) {
            throw notUnderstood(line, "UNTIL=" + until);
        }
    }

    private static MoverException notUnderstood(CalendarComponent.Line line, String what) {
        String word = what.isEmpty() ? line.value() : what;
        return CalendarTimes.invalid(line.name() + " is not understood: " + CalendarTimes.shown(word));
    }
}
