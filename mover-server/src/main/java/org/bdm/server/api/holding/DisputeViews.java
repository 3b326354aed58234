package org.bdm.server.api.holding;

import java.util.List;
import java.util.Locale;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.control.DigestValue;
import org.bdm.core.control.holding.DisputeView;
import org.bdm.server.catalog.dispute.Dispute;
import org.bdm.server.catalog.job.FileNumber;
import org.jspecify.annotations.Nullable;

/** Disputes as the API shows them. */
final class DisputeViews {
    private DisputeViews() {}

    static DisputeView brief(Dispute dispute) {
        return view(dispute, null);
    }

    static DisputeView full(Dispute dispute) {
        return view(dispute, report(dispute));
    }

    private static DisputeView view(Dispute dispute, @Nullable String report) {
        Dispute.Decision decision = dispute.decision();
        return new DisputeView(
                "dispute-" + dispute.number(),
                FileNumber.job(dispute.file()).toString(),
                dispute.file().toString(),
                dispute.destination(),
                dispute.size(),
                dispute.published().stream().map(DisputeViews::digest).toList(),
                digest(dispute.found()),
                dispute.locations(),
                dispute.keptAs() != null,
                dispute.state().name(),
                dispute.openedAt(),
                decision == null ? null : decision.at(),
                decision == null ? null : decision.by(),
                decision == null ? null : decision.remark(),
                report);
    }

    private static DigestValue digest(Checksum digest) {
        return new DigestValue(digest.algorithm().name().toLowerCase(Locale.ROOT), digest.hex());
    }

    /** Returns the report that a publisher needs to look into a dispute. */
    private static String report(Dispute dispute) {
        StringBuilder text = new StringBuilder();
        text.append("The published checksum of a file does not agree with its copies.\n\n");
        line(text, "file", last(dispute.destination()));
        line(text, "size", dispute.size() + " bytes");
        for (Checksum published : dispute.published()) line(text, "published", published.toString());
        line(text, "found", dispute.found().toString());
        line(text, "seen", dispute.openedAt().toString());
        text.append("\nFetched whole and with the same result from:\n");
        for (String location : dispute.locations())
            text.append("  ").append(location).append('\n');
        text.append(
                "\nEither the published checksum is wrong, or these copies were made of a file that was not the published one.\n");
        return text.toString();
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append(String.format(Locale.ROOT, "  %-10s %s%n", name, value));
    }

    private static String last(String endpoint) {
        List<String> names = List.of(endpoint.split("/", -1));
        return names.get(names.size() - 1);
    }
}
