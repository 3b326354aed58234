package org.bdm.core.control.dataset;

import java.time.Instant;

/**
 * The settings of one data node that somebody changed while the server ran.
 *
 * @param node host, with its port where that is unusual
 * @param connections most at once; 0: as at the start of the server
 * @param preference {@code first}, {@code usual} or {@code last}
 * @param hasCa whether certificates were given for it
 * @param hasToken whether a token was given for it
 * @param patienceSeconds for which a file is waited for that is busy or being staged; 0: as at the start
 * @param note for people; empty without one
 */
public record DataNodeSettingsView(
        String node,
        int connections,
        String preference,
        boolean hasCa,
        boolean hasToken,
        long patienceSeconds,
        String note,
        String changedBy,
        Instant changedAt) {}
