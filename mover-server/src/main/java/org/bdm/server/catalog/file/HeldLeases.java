package org.bdm.server.catalog.file;

import java.util.EnumMap;
import java.util.Map;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.job.JobState;

/** The leases that the nodes of this site hold now. Any thread that may block. */
public final class HeldLeases {
    private final CatalogParts parts;

    /** With the parts of the open catalog. */
    public HeldLeases(CatalogParts parts) {
        this.parts = parts;
    }

    /** Kinds of leases. */
    public enum Kind {
        /** The right to move the files of a chunk. */
        CHUNK,
        /** The right to list the source of a job. */
        LISTING,
        /** A duty of the site that one node does at a time. */
        DUTY
    }

    /** Returns the number of each kind, zeros included. */
    public Map<Kind, Long> byKind() {
        return parts.read(sql -> {
            long now = parts.leaseTime(sql).toEpochMilli();
            Map<Kind, Long> held = new EnumMap<>(Kind.class);
            held.put(Kind.CHUNK, chunks(sql, now));
            held.put(Kind.LISTING, listings(sql, now));
            held.put(Kind.DUTY, sql.number("SELECT COUNT(*) FROM duty WHERE until_ms > ?", now));
            return held;
        });
    }

    private static long chunks(Statements sql, long now) {
        return sql.number(
                "SELECT COUNT(*) FROM job j JOIN file_chunk c ON c.job_no = j.job_no"
                        + " WHERE j.state IN (?, ?) AND c.state = ? AND c.available_ms > ?",
                JobState.ACTIVE.code(),
                JobState.PAUSED.code(),
                ChunkState.LEASED.code(),
                now);
    }

    private static long listings(Statements sql, long now) {
        return sql.number(
                "SELECT COUNT(*) FROM job j JOIN job_listing l ON l.job_no = j.job_no"
                        + " WHERE j.state IN (?, ?) AND l.lease_node IS NOT NULL AND l.lease_until_ms > ?",
                JobState.PLANNING.code(),
                JobState.ACTIVE.code(),
                now);
    }
}
