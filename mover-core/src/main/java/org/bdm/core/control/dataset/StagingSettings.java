package org.bdm.core.control.dataset;

import org.jspecify.annotations.Nullable;

/**
 * The way in which files are brought from the tapes of a data node.
 *
 * @param way {@code auto}, {@code never} or {@code tape-rest}; empty: as at the start of the server. Null, in a change, leaves it. Such as
 * {@code tape-rest}.
 * @param patienceSeconds Time after which files that still wait for tape need attention, 1 to 2,592,000; 0: as at the start. Null leaves
 * it. Within {@code 0..}. Such as {@code 172800}.
 * @param window Recalls at once, 1 to 100,000; 0: as at the start. Null leaves it. Within {@code 0..100000}. Such as {@code 500}.
 * @param prefix How paths of the tape service differ from those of addresses, as {@code TO} or {@code FROM:TO}; empty: as at the start. Null
 * leaves it. Such as {@code /webdav:/pnfs/site}.
 */
public record StagingSettings(
        @Nullable String way,
        @Nullable Long patienceSeconds,
        @Nullable Integer window,
        @Nullable String prefix) {}
