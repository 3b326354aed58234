package org.bdm.core.control.site;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A directory tree that a site offers.
 *
 * @param name Name of the export. Such as {@code data}.
 * @param mode Read-only or writable. One of {@code ExportMode}.
 * @param freeBytes Free bytes of its file system; null if that is not known here. Such as {@code 9007199254740992}.
 * @param totalBytes Size of its file system in bytes; null if that is not known here. Such as {@code 18014398509481984}.
 * @param available True if its directory can be reached.
 * @param problem Why it is not available, as a sentence; null if it is. Such as {@code the directory of export 'data' is gone}.
 * @param placing How files are placed there, and what proves it; of a bucket also its address, and what its store does otherwise than S3
 * says. Null for a directory that is only read, and at another node. Such as {@code rename without replacing, proved by inode number}.
 * @param lost What files lose on its file system, a phrase for each; empty for nothing. Such as {@code times are not kept}.
 * @param unconfigured What is held there, of an export that no node of the site has; null for the others.
 */
public record ExportView(
        String name,
        String site,
        String mode,
        @Nullable Long freeBytes,
        @Nullable Long totalBytes,
        boolean available,
        @Nullable String problem,
        @Nullable String placing,
        List<String> lost,
        @Nullable Unconfigured unconfigured) {
    /** Copies the list. */
    public ExportView {
        lost = lost == null ? List.of() : List.copyOf(lost); // sites of an earlier version do not tell
    }

    /**
     * The holdings at an export that no node of the site has.
     *
     * @param files Number of files that are held there, at least 1. Such as {@code 1200}.
     * @param since When a server first started without it, as far as that is known.
     */
    public record Unconfigured(long files, Instant since) {}
}
