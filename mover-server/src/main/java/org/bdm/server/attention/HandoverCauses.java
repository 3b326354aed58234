package org.bdm.server.attention;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bdm.core.fault.MoverException;
import org.bdm.server.attention.AttentionItem.Cause;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.handover.Awaited;
import org.bdm.server.catalog.handover.Handover;
import org.bdm.server.message.Numbers;
import org.bdm.server.message.ProblemText;

/** Turns handovers that wait for a person, or ended with named files, into items. Any thread that may block. */
final class HandoverCauses {
    private static final int HANDOVERS_MAX = 100;

    private HandoverCauses() {}

    static List<AttentionItem> all(Catalog catalog) {
        return catalog.handovers().forPeople(HANDOVERS_MAX).stream()
                .map(HandoverCauses::item)
                .toList();
    }

    /** The item of a handover; empty if it needs nobody, and for what is not the id of one. */
    static Optional<AttentionItem> find(Catalog catalog, String target) {
        try {
            return catalog.handovers()
                    .find(Numbers.handover(target))
                    .filter(handover -> handover.awaited() == Awaited.PERSON)
                    .map(HandoverCauses::item);
        } catch (MoverException notOne) {
            return Optional.empty();
        }
    }

    private static AttentionItem item(Handover handover) {
        String id = handover.id();
        Instant ended = handover.endedAt();
        Instant at = ended == null ? handover.createdAt() : ended;
        Cause cause = new Cause(
                "HANDOVER_WAITS",
                ProblemText.shown(id + " of " + handover.order().selection() + ": " + handover.says()),
                "Look at it with 'bdm-client handover show " + id
                        + " --files'. When the carrier has what it needs, or to try"
                        + " again what is missing or wrong: 'bdm-client handover again " + id
                        + "'. If nothing more is to come,"
                        + " acknowledge it.",
                at,
                at,
                1);
        Remedy remedy =
                new Remedy("bdm-client handover show " + id + " --files", "GET", "/api/v1/handovers/" + id, null);
        return new AttentionItem(
                AttentionKind.HANDOVER, String.valueOf(handover.number()), cause, 0, null, null, remedy);
    }
}
