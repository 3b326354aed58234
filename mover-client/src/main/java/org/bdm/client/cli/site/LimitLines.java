package org.bdm.client.cli.site;

import java.util.ArrayList;
import java.util.List;
import org.bdm.client.output.NetworkRate;
import org.bdm.client.output.Plural;
import org.bdm.core.control.site.LinkLimitView;

/** The limit of a link as lines for people. */
final class LimitLines {
    private LimitLines() {}

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
