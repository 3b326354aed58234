package org.bdm.server.attention;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bdm.core.fault.MoverException;
import org.bdm.server.attention.AttentionItem.Cause;
import org.bdm.server.message.ProblemText;
import org.bdm.server.site.access.LocalExports;

/** Exports of this process that are offered read-only though they were given as writable. Any thread. */
final class ExportCauses {
    private final LocalExports exports;
    private final Instant since;

    /** With the exports, which were opened at {@code since}. */
    ExportCauses(LocalExports exports, Instant since) {
        this.exports = exports;
        this.since = since;
    }

    List<AttentionItem> all() {
        return exports.all().stream()
                .filter(export -> export.problem() != null)
                .map(this::item)
                .toList();
    }

    private AttentionItem item(LocalExports.Export export) {
        MoverException problem = Objects.requireNonNull(export.problem());
        Cause cause = new Cause(
                problem.code().name(),
                ProblemText.shown("The export " + export.name() + " is offered read-only: " + problem.detail()),
                "Mend the cause, or put the export on XFS, ext4 or a parallel file system, and restart the server.",
                since,
                since,
                1);
        Remedy remedy = new Remedy("bdm-client doctor", "GET", "/api/v1/doctor", Map.of());
        return new AttentionItem(AttentionKind.EXPORT, export.name().value(), cause, 0, null, null, remedy);
    }
}
