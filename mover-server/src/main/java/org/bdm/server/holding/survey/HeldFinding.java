package org.bdm.server.holding.survey;

import java.util.Optional;
import org.bdm.server.catalog.holding.Holding;

/** Says in a sentence what is wrong with a held file by its state. Pure. */
final class HeldFinding {
    private HeldFinding() {}

    /** Empty for a file that nothing is known against, and for one that is not there. */
    static Optional<String> of(Holding holding) {
        return switch (holding.state()) {
            case CHANGED -> Optional.of("changed on disk since " + holding.since() + ": " + difference(holding));
            case DAMAGED -> Optional.of("its bytes are not those that were verified, or that a list says");
            case DISPUTED -> Optional.of("its size or digest contradicts what is published or listed");
            case VERIFIED, UNVERIFIED, READ, SUPERSEDED, RETRACTED, MISSING -> Optional.empty();
        };
    }

    private static String difference(Holding holding) {
        Holding.Seen seen = holding.seen();
        if (seen == null) return "its size or time is not that of its evidence";
        if (seen.size() != holding.size()) return "size is " + seen.size() + " and was " + holding.size();
        return "time of change is " + seen.modified() + " and was " + holding.modified();
    }
}
