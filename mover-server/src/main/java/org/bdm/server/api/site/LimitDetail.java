package org.bdm.server.api.site;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.control.link.SetLimit;
import org.bdm.core.id.ByteRate;
import org.jspecify.annotations.Nullable;

/** Tells what somebody limited, for the audit log. Pure. */
final class LimitDetail {
    private final List<String> parts = new ArrayList<>();

    private LimitDetail() {}

    static String of(SetLimit wanted) {
        return new LimitDetail()
                .rate("in ", wanted.maxRateInBytesPerSecond())
                .rate("out ", wanted.maxRateOutBytesPerSecond())
                .count(wanted.maxStreams(), "streams")
                .count(wanted.maxActiveFiles(), "active files")
                .text();
    }

    private LimitDetail rate(String way, @Nullable Long bytesPerSecond) {
        if (bytesPerSecond != null)
            parts.add(way + (bytesPerSecond == 0 ? "any rate" : ByteRate.limit(bytesPerSecond)));
        return this;
    }

    private LimitDetail count(@Nullable Integer count, String of) {
        if (count != null) parts.add((count == 0 ? "any number of" : "at most " + count) + " " + of);
        return this;
    }

    private String text() {
        return parts.isEmpty() ? "note" : String.join(", ", parts);
    }
}
