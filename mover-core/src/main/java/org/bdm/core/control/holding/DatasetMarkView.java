package org.bdm.core.control.holding;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The mark of catalogs against a dataset version of which the site holds files.
 *
 * @param dataset instance id
 * @param state {@code RETRACTED} or {@code SUPERSEDED}
 * @param inForce whether its holdings have this state: not before a newer version is complete and verified here, if it is SUPERSEDED
 * @param reason a sentence, with who says so
 * @param newer instance id of the version that takes its place; null for none
 * @param since when it got this state, or came into force
 * @param treatment {@code NONE}, {@code QUARANTINED}, {@code LISTED} for removal, or {@code RESTORED} from the quarantine by a person
 */
public record DatasetMarkView(
        String dataset,
        String state,
        boolean inForce,
        String reason,
        @Nullable String newer,
        Instant since,
        String treatment) {}
