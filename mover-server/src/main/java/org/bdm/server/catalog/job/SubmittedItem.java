package org.bdm.server.catalog.job;

import java.time.Instant;
import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.transfer.ItemSource;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/**
 * One line of what was asked: from where to where.
 *
 * @param source from where it comes; its text has at most 13,000 characters
 * @param destination endpoint URL in its one normal form, names percent-escaped; no two items of a job may have the same
 * @param recursive a tree; otherwise one file
 * @param size expected size in bytes; {@link #SIZE_UNKNOWN} if it was not given
 * @param digests what was published about the file; at most 4
 * @param modified modification time that was published, to the millisecond; null if it is not known
 * @param copies where else the file can be had, the source among them; empty if the source is all there is. Only what is submitted has them:
 *     to be read with {@code Copies.ofItems}
 */
public record SubmittedItem(
        ItemSource source,
        String destination,
        boolean recursive,
        long size,
        List<Checksum> digests,
        @Nullable Instant modified,
        List<ItemCopy> copies) {
    /** No size was given. */
    public static final long SIZE_UNKNOWN = -1;

    /** Most copies of one item. */
    public static final int COPIES_MAX = 32;

    static final int URL_LENGTH_MAX = 13_000;

    /** A file or tree of a site, or a file of a data node: {@code source} as {@link ItemSource#kept} reads it. */
    public SubmittedItem(String source, String destination, boolean recursive, long size, List<Checksum> digests) {
        this(ItemSource.kept(source), destination, recursive, size, digests);
    }

    /** An item without other copies, whose time nobody published. */
    public SubmittedItem(ItemSource source, String destination, boolean recursive, long size, List<Checksum> digests) {
        this(source, destination, recursive, size, digests, null, List.of());
    }

    /** Copies the lists. */
    public SubmittedItem {
        digests = List.copyOf(digests);
        copies = List.copyOf(copies);
        if (size < SIZE_UNKNOWN) throw new IllegalArgumentException("size is negative: " + size);
        if (digests.size() > 4) throw new IllegalArgumentException("more than four digests for " + destination);
        if (source.text().length() > URL_LENGTH_MAX || destination.length() > URL_LENGTH_MAX) {
            throw new IllegalArgumentException("an endpoint is longer than 13,000 characters");
        }
        if (copies.size() > COPIES_MAX) {
            throw new IllegalArgumentException("more than 32 copies of " + destination);
        }
    }

    /**
     * A file that no data node has, and that paired sites may have.
     *
     * @param first where the first of them would have it: for people, the job says where all are
     * @param size at least 0
     */
    public static SubmittedItem atSites(
            String first, String destination, long size, List<Checksum> digests, @Nullable Instant modified) {
        return new SubmittedItem(
                new ItemSource.AtPairedSites(first), destination, false, size, digests, modified, List.of());
    }

    /**
     * A file that nobody has: it is listed as failed, so that it is counted and shown.
     *
     * @param why sentence for a person; at most 2,000 characters
     */
    public static SubmittedItem fromNowhere(String destination, long size, List<Checksum> digests, String why) {
        return new SubmittedItem(new ItemSource.Nowhere(Statements.cut(why, 2000)), destination, false, size, digests);
    }

    /** The same with the copies that were kept with it. */
    public SubmittedItem withCopies(List<ItemCopy> kept) {
        return new SubmittedItem(source, destination, recursive, size, digests, modified, kept);
    }
}
