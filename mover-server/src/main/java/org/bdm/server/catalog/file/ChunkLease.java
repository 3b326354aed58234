package org.bdm.server.catalog.file;

import java.time.Instant;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;

/**
 * The right to work on one chunk until a time. Who lets it run out loses it, and a lease by another gets a higher number.
 *
 * @param chunk number of the chunk in its job, from 0
 * @param leaseNumber grows with every lease of the chunk
 * @param until when it runs out; put off by {@link Chunks#heartbeat}
 * @param first its first file
 * @param last its last file; all numbers between belong to the chunk
 * @param files number of files that were PENDING when it was cut
 * @param bytes their sizes
 * @param mayFormerLive whether the lease before ran out without having been given back: its process may be frozen, and wake
 */
public record ChunkLease(
        JobId job,
        int chunk,
        int leaseNumber,
        Instant until,
        FileId first,
        FileId last,
        int files,
        long bytes,
        boolean mayFormerLive) {
    /** The same lease with another end. */
    ChunkLease until(Instant otherEnd) {
        return new ChunkLease(job, chunk, leaseNumber, otherEnd, first, last, files, bytes, mayFormerLive);
    }

    /** True if the file belongs to the chunk. */
    boolean holds(FileId file) {
        return file.number() >= first.number() && file.number() <= last.number();
    }
}
