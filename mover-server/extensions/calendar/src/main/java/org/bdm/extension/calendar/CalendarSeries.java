package org.bdm.extension.calendar;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.Period;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.extension.calendar.CalendarTimes.Length;
import org.bdm.extension.calendar.CalendarTimes.Listed;
import org.bdm.extension.calendar.CalendarTimes.Time;
import org.jspecify.annotations.Nullable;

/** All times of the events of one UID: the event, what repeats it, and its single times that were moved or cancelled. Used once. */
final class CalendarSeries {
    private static final int STEPS_MAX = 100_000;
    private static final Duration HORIZON = Duration.ofDays(400);

    private final CalendarTimes times;
    private final Instant now;
    private final Map<Instant, Occurrence> byBegin = new TreeMap<>();
    private @Nullable Length length;
    private boolean hasDays;

    CalendarSeries(CalendarTimes times, Instant now) {
        this.times = times;
        this.now = now;
    }

    /**
     * One time.
     *
     * @param first the begin as the series has it
     */
    record Occurrence(Time first, Instant begins, Instant ends, String summary) {}

    /** By their begins. */
    Collection<Occurrence> occurrences() {
        return byBegin.values();
    }

    /** True if any of it is of whole days. */
    boolean hasDays() {
        return hasDays;
    }

    /** Takes the events of one UID; INVALID_REQUEST if anything of them is not understood. */
    void add(List<CalendarComponent> events) {
        long newest = events.stream()
                .filter(event -> event.first("RECURRENCE-ID").isEmpty())
                .mapToLong(CalendarSeries::sequence)
                .max()
                .orElse(0);
        for (CalendarComponent event : events) {
            boolean isSeries = event.first("RECURRENCE-ID").isEmpty();
            if (isSeries && sequence(event) == newest && !isCancelled(event)) addSeries(event);
        }
        Map<Instant, CalendarComponent> changes = new HashMap<>();
        for (CalendarComponent event : events) {
            if (event.first("RECURRENCE-ID").isEmpty()) continue;
            Instant of = times.time(event.first("RECURRENCE-ID").get()).at();
            changes.merge(of, event, (one, other) -> sequence(other) >= sequence(one) ? other : one);
        }
        for (CalendarComponent change : changes.values()) remove(change);
        for (CalendarComponent change : changes.values()) {
            if (!isCancelled(change)) addOne(change);
        }
    }

    private static boolean isCancelled(CalendarComponent event) {
        return event.word("STATUS").equals("CANCELLED");
    }

    private static long sequence(CalendarComponent event) {
        String said = event.word("SEQUENCE");
        return said.matches("\\d{1,18}") ? Long.parseLong(said) : 0;
    }

    private void addSeries(CalendarComponent event) {
        Time first = begin(event);
        Length each = length(event, first);
        length = each;
        List<CalendarComponent.Line> rules = event.all("RRULE");
        if (rules.isEmpty()) put(event, first, each);
        for (CalendarComponent.Line rule : rules) repeat(rule, first, time -> put(event, time, each));
        for (CalendarComponent.Line line : event.all("RDATE")) {
            for (Listed listed : times.list(line)) {
                put(event, listed.begin(), listed.length() == null ? each : listed.length());
            }
        }
        Set<Instant> left = new HashSet<>();
        for (CalendarComponent.Line rule : event.all("EXRULE")) repeat(rule, first, time -> left.add(time.at()));
        byBegin.keySet().removeAll(left);
        for (CalendarComponent.Line line : event.all("EXDATE")) {
            for (Listed listed : times.list(line)) removeAt(listed.begin());
        }
    }

    private interface Receiver {
        void take(Time time);
    }

    private void repeat(CalendarComponent.Line rule, Time first, Receiver receiver) {
        Iterator<LocalDateTime> local = CalendarRule.times(rule, first);
        for (int step = 0; local.hasNext(); step++) {
            if (step == STEPS_MAX) {
                throw new MoverException(ErrorCode.TOO_LARGE, "an event repeats more than " + STEPS_MAX + " times");
            }
            Time time = first.with(local.next());
            if (time.at().isAfter(now.plus(HORIZON))) return;
            receiver.take(time);
        }
    }

    private void addOne(CalendarComponent event) {
        Time begin = begin(event);
        boolean hasLength = event.first("DTEND").isPresent()
                || event.first("DURATION").isPresent()
                || begin.isDay()
                || length == null;
        put(event, begin, hasLength ? length(event, begin) : Objects.requireNonNull(length));
    }

    private void put(CalendarComponent event, Time begin, Length each) {
        Instant ends = each.after(begin);
        if (!ends.isAfter(begin.at())) throw CalendarTimes.invalid("it does not end after it begins");
        hasDays |= begin.isDay();
        byBegin.put(begin.at(), new Occurrence(begin, begin.at(), ends, event.text("SUMMARY")));
    }

    private void remove(CalendarComponent change) {
        CalendarComponent.Line of = change.first("RECURRENCE-ID").orElseThrow();
        if (!of.parameter("RANGE").isEmpty()) {
            throw CalendarTimes.invalid(
                    "RECURRENCE-ID with RANGE changes the rest of a series, which is not supported");
        }
        removeAt(times.time(of));
    }

    /** A day takes away what begins on it on the clock of the series. */
    private void removeAt(Time time) {
        if (!time.isDay()) {
            byBegin.remove(time.at());
            return;
        }
        byBegin.values()
                .removeIf(one ->
                        one.first().local().toLocalDate().equals(time.local().toLocalDate()));
    }

    private Time begin(CalendarComponent event) {
        return times.time(event.first("DTSTART").orElseThrow(() -> CalendarTimes.invalid("DTSTART is missing")));
    }

    private Length length(CalendarComponent event, Time begin) {
        if (event.first("DTEND").isPresent()) {
            return CalendarTimes.between(begin, times.time(event.first("DTEND").get()));
        }
        if (event.first("DURATION").isPresent()) {
            return times.length(event.first("DURATION").get());
        }
        if (begin.isDay()) return new Length(Period.ofDays(1), Duration.ZERO);
        throw CalendarTimes.invalid("it has neither DTEND nor DURATION");
    }
}
