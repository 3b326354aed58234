package org.bdm.server.api.holding;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bdm.core.control.holding.PatchScrub;
import org.bdm.core.control.holding.ScrubView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ByteRate;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.holding.ScrubSettings;
import org.bdm.server.catalog.holding.ScrubWeek;
import org.bdm.server.catalog.holding.Scrubs.Exceptional;
import org.bdm.server.message.ProblemText;
import org.jspecify.annotations.Nullable;

/** Messages about the scrub. */
final class ScrubViews {
    private static final String ALWAYS = "always";
    private static final double MILLIPERCENT = 1_000;
    private static final int HOUR_MINUTES = 60;
    private static final int ZONE_LENGTH_MAX = 64;
    private static final String TIME = "([01]\\d|2[0-3]):([0-5]\\d)";
    private static final Pattern HOURS = Pattern.compile(TIME + "-" + TIME);

    private ScrubViews() {}

    static ScrubView of(Catalog catalog, Instant now) {
        ScrubSettings settings = catalog.scrubs().settings();
        ScrubWeek week = catalog.scrubs().week();
        return new ScrubView(
                state(settings, week, now),
                settings.isOn(),
                settings.millipercentPerWeek() / MILLIPERCENT,
                hours(settings),
                settings.zone().getId(),
                settings.bytesPerSecond(),
                of(week),
                week.trouble() == null ? null : ProblemText.shown(week.trouble()),
                week.troubleAt(),
                catalog.scrubs().oldestCheck().orElse(null),
                files(catalog, HoldingState.DAMAGED),
                files(catalog, HoldingState.MISSING));
    }

    private static ScrubView.Week of(ScrubWeek week) {
        return new ScrubView.Week(
                week.began(),
                week.filesMax(),
                week.checked(),
                week.bytes(),
                week.damaged(),
                week.missing(),
                week.unreadable());
    }

    private static long files(Catalog catalog, HoldingState state) {
        return catalog.scrubs().exceptional(state).map(Exceptional::files).orElse(0L);
    }

    private static String state(ScrubSettings settings, ScrubWeek week, Instant now) {
        if (!settings.isOn()) return "OFF";
        if (!settings.isOpenAt(now)) return "OUTSIDE_HOURS";
        return week.began() != null && week.isDone() ? "WEEK_DONE" : "CHECKING";
    }

    private static String hours(ScrubSettings settings) {
        if (settings.fromMinute() == settings.toMinute()) return ALWAYS;
        return time(settings.fromMinute()) + "-" + time(settings.toMinute());
    }

    private static String time(int minute) {
        return String.format(Locale.ROOT, "%02d:%02d", minute / HOUR_MINUTES, minute % HOUR_MINUTES);
    }

    /** The settings in one line, for the audit log. */
    static String shown(ScrubSettings settings) {
        return (settings.isOn() ? "on" : "off") + ", " + settings.millipercentPerWeek() / MILLIPERCENT
                + " percent a week, hours " + hours(settings) + " " + settings.zone() + ", "
                + "at most " + ByteRate.limit(settings.bytesPerSecond());
    }

    /** The settings with the changes; INVALID_REQUEST if there are none, or for a value that is out of range. */
    static ScrubSettings changed(ScrubSettings former, PatchScrub changes) {
        if (changes.equals(new PatchScrub(null, null, null, null, null))) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "nothing is changed");
        }
        int[] minutes = minutes(former, changes.hours());
        Long rate = changes.bytesPerSecond();
        Double percent = changes.percentPerWeek();
        try {
            return new ScrubSettings(
                    changes.isOn() == null ? former.isOn() : changes.isOn(),
                    percent == null ? former.millipercentPerWeek() : (int) Math.round(percent * MILLIPERCENT),
                    minutes[0],
                    minutes[1],
                    zone(former, changes.zone()),
                    rate == null ? former.bytesPerSecond() : rate);
        } catch (IllegalArgumentException e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, Objects.requireNonNull(e.getMessage()), e);
        }
    }

    private static int[] minutes(ScrubSettings former, @Nullable String hours) {
        if (hours == null) return new int[] {former.fromMinute(), former.toMinute()};
        if (hours.equals(ALWAYS)) return new int[] {0, 0};
        Matcher matcher = HOURS.matcher(hours);
        if (!matcher.matches()) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST, "hours: write always, or times of the day as 20:00-06:00");
        }
        return new int[] {minute(matcher.group(1), matcher.group(2)), minute(matcher.group(3), matcher.group(4))};
    }

    private static int minute(String hours, String minutes) {
        return Integer.parseInt(hours) * HOUR_MINUTES + Integer.parseInt(minutes);
    }

    private static ZoneId zone(ScrubSettings former, @Nullable String zone) {
        if (zone == null) return former.zone();
        try {
            if (zone.length() > ZONE_LENGTH_MAX) throw new DateTimeException("too long");
            return ZoneId.of(zone);
        } catch (DateTimeException e) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST, "zone: not a time zone; write UTC or a name as Europe/Berlin", e);
        }
    }
}
