package org.bdm.client.cli.site;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.bdm.client.output.Plural;
import org.bdm.client.output.TerminalStyle;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.link.LimitView;
import org.bdm.core.control.link.LinkLimitView;
import org.bdm.core.control.link.LinkWindowsView;
import org.bdm.core.id.ByteRate;
import org.jspecify.annotations.Nullable;

/** Limits, and the windows of a link, as lines for people. */
final class LimitLines {
    private LimitLines() {}

    /** For example {@code open until 2026-11-26 06:00:00}; a dash without windows. */
    static String window(@Nullable LinkWindowsView windows, ZoneId zone) {
        if (windows == null) return "-";
        String state = windows.isOpen() ? "open" : "closed";
        return windows.changesAt() == null ? state : state + " until " + TimeText.moment(windows.changesAt(), zone);
    }

    /** A limit of a rate in a list: on a terminal, where columns are few, only as it is typed. */
    static String inList(long bytesPerSecond, TerminalStyle style) {
        return style.listColumns() > 0 ? ByteRate.typedLimit(bytesPerSecond) : ByteRate.limit(bytesPerSecond);
    }

    static List<String> of(LinkLimitView limit, String changedAt) {
        Long rate = limit.maxRateBytesPerSecond();
        Integer streams = limit.maxStreams();
        List<String> lines = new ArrayList<>();
        lines.add("max rate   " + (rate == null ? "none" : ByteRate.limit(rate)));
        lines.add("max open   " + (streams == null ? "none" : Plural.of(streams, "stream")));
        Integer files = limit.maxActiveFiles();
        if (files != null) lines.add("max files  " + Plural.of(files, "active file"));
        if (!limit.note().isEmpty()) lines.add("note       " + limit.note());
        lines.add("set        " + changedAt + " by " + limit.changedBy());
        return lines;
    }

    /** The limit of a link, an export or a node. */
    static List<String> of(LimitView limit, String changedAt) {
        List<String> lines = new ArrayList<>();
        lines.add("%-10s %s".formatted(limit.kind().toLowerCase(Locale.ROOT), limit.name()));
        lines.add("max in     " + rate(limit.maxRateInBytesPerSecond()));
        lines.add("max out    " + rate(limit.maxRateOutBytesPerSecond()));
        if (limit.maxStreams() != null) lines.add("max open   " + Plural.of(limit.maxStreams(), "stream"));
        Integer files = limit.maxActiveFiles();
        lines.add("max files  " + (files == null ? "none" : Plural.of(files, "active file")));
        if (!limit.note().isEmpty()) lines.add("note       " + limit.note());
        lines.add("set        " + changedAt + " by " + limit.changedBy());
        return lines;
    }

    private static String rate(@Nullable Long bytesPerSecond) {
        return bytesPerSecond == null ? "none" : ByteRate.limit(bytesPerSecond);
    }
}
