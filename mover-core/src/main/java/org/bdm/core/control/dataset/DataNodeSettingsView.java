package org.bdm.core.control.dataset;

import java.time.Instant;

/**
 * Settings of a data node that somebody changed while the server ran; they win over those of the start.
 *
 * @param node Host, with its port where that is unusual. Such as {@code esgf.example.org}.
 * @param connections Most connections at once, over all jobs and nodes; 0: as at the start. Within {@code 0..256}. Such as {@code 4}.
 * @param preference When it is asked, beside others with the same file. One of {@code NodePreference}.
 * @param hasCa True if certificates were given for it.
 * @param hasToken True if a token was given for it.
 * @param patienceSeconds How long it is waited for answers that may pass; 0: as at the start. Within {@code 0..}. Such as {@code 1800}.
 * @param staging How files are brought from its tapes.
 * @param note For people; empty without one. Such as {@code as agreed with its operators}.
 * @param changedBy Who changed them last. Such as {@code ana}.
 * @param changedAt When they were changed last.
 */
public record DataNodeSettingsView(
        String node,
        int connections,
        String preference,
        boolean hasCa,
        boolean hasToken,
        long patienceSeconds,
        StagingSettings staging,
        String note,
        String changedBy,
        Instant changedAt) {}
