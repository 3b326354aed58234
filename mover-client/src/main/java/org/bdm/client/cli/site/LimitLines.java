package org.bdm.client.cli.site;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.bdm.client.output.NetworkRate;
import org.bdm.client.output.Plural;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.link.LinkLimitView;
import org.bdm.core.control.link.LinkWindowsView;
import org.jspecify.annotations.Nullable;

/** The limit and the windows of a link as lines for people. */
final class LimitLines {
    private LimitLines() {}

    /** For example {@code open until 2026-11-26 06:00:00}; a dash without windows. */
    static String window(@Nullable LinkWindowsView windows, ZoneId zone) {
        if (windows == null) return "-";
        String state = windows.isOpen() ? "open" : "closed";
        return windows.changesAt() == null ? state : state + " until " + TimeText.moment(windows.changesAt(), zone);
    }

    static List<String> of(LinkLimitView limit, String changedAt) {
        Long rate = limit.maxRateBytesPerSecond();
        Integer streams = limit.maxStreams();
        List<String> lines = new ArrayList<>();
        lines.add("max rate   " + (rate == null ? "none" : NetworkRate.text(rate)));
        lines.add("max open   " + (streams == null ? "none" : Plural.of(streams, "stream")));
        if (!limit.note().isEmpty()) lines.add("note       " + limit.note());
        lines.add("set        " + changedAt + " by " + limit.changedBy());
        return lines;
    }
}
