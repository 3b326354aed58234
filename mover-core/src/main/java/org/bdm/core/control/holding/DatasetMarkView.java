package org.bdm.core.control.holding;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The mark of catalogs against a dataset version of which the site holds files.
 *
 * @param state What is said: retracted or superseded. One of {@code PurgedState}.
 * @param inForce True if its holdings have this state. SUPERSEDED is in force once a newer version is complete and verified here.
 * @param reason Who says so, as a sentence. Such as {@code west says that it was retracted}.
 * @param since When it got this state, or the state came into force.
 * @param treatment What was done with its files. One of {@code MarkTreatment}.
 */
public record DatasetMarkView(
        String dataset,
        String state,
        boolean inForce,
        String reason,
        @Nullable String newer,
        Instant since,
        String treatment) {}
