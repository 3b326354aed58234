package org.bdm.server.api.holding;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bdm.core.control.Page;
import org.bdm.core.control.holding.QuarantinedFileView;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.dispute.Dispute;
import org.bdm.server.catalog.dispute.DisputeState;
import org.bdm.server.catalog.holding.KeptHoldings.KeptHolding;
import org.bdm.server.catalog.removal.QuarantinedFile;
import org.bdm.server.message.Numbers;
import org.jspecify.annotations.Nullable;

/** All that is in the quarantines of this site: first what policies moved there, then files of plans, then those of disputes. Any thread. */
final class QuarantineListing {
    private static final Pattern PLAN = Pattern.compile("purge-(\\d{1,18})-(\\d{1,18})");
    private static final Pattern DISPUTE = Pattern.compile("dispute-(\\d{1,18})");

    private final Catalog catalog;

    QuarantineListing(Catalog catalog) {
        this.catalog = catalog;
    }

    /** One page; the cursor is the place of its last file. INVALID_REQUEST for a cursor that is none. */
    Page<QuarantinedFileView> page(@Nullable String cursor, int rows) {
        List<QuarantinedFileView> found = new ArrayList<>();
        String at = cursor == null ? "" : cursor;
        Matcher plan = PLAN.matcher(at);
        Matcher dispute = DISPUTE.matcher(at);
        String next;
        if (plan.matches()) {
            next = plans(Long.parseLong(plan.group(1)), Long.parseLong(plan.group(2)), rows, found);
        } else if (dispute.matches()) {
            next = disputes(Long.parseLong(dispute.group(1)), rows, found);
        } else {
            next = policies(at, rows, found);
        }
        return new Page<>(found, found.size() < rows ? null : next);
    }

    private String policies(String cursor, int rows, List<QuarantinedFileView> found) {
        long after = Numbers.after(cursor);
        for (KeptHolding kept : catalog.keptHoldings().after(after, rows)) {
            found.add(PurgeViews.of(kept));
            after = kept.number();
        }
        return found.size() == rows ? String.valueOf(after) : plans(0, 0, rows, found);
    }

    private String plans(long plan, long file, int rows, List<QuarantinedFileView> found) {
        String at = "purge-" + plan + "-" + file;
        for (QuarantinedFile kept : catalog.mirrors().quarantined(plan, file, rows - found.size())) {
            found.add(PurgeViews.of(kept));
            at = "purge-" + kept.plan().number() + "-" + kept.file().number();
        }
        return found.size() == rows ? at : disputes(0, rows, found);
    }

    private String disputes(long after, int rows, List<QuarantinedFileView> found) {
        long at = after;
        while (found.size() < rows) {
            List<Dispute> open = catalog.disputes().after(at, DisputeState.OPEN, rows - found.size());
            for (Dispute dispute : open) {
                at = dispute.number();
                if (dispute.keptAs() != null) found.add(of(dispute, dispute.keptAs()));
            }
            if (open.isEmpty()) break;
        }
        return "dispute-" + at;
    }

    private static QuarantinedFileView of(Dispute dispute, String keptAs) {
        Endpoint place = Endpoint.parse(dispute.destination());
        return new QuarantinedFileView(
                null,
                place.export().value(),
                place.path().shown(),
                dispute.size(),
                "DISPUTED",
                keptAs,
                dispute.openedAt(),
                "dispute-" + dispute.number());
    }
}
