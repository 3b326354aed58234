package org.bdm.server.catalog.limit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.RecordColumns;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/** The limits of links, exports and nodes, and what each node takes over links. Any thread that may block. Writes never wait for room: TOO_MANY_REQUESTS. */
public final class Limits {
    private static final int ROWS_MAX = 10_000;

    private static final RecordColumns<Limit> ROW = RecordColumns.of(
            Limit.class, "kind name in_bytes_per_second out_bytes_per_second streams files note changed_by changed_at");

    private static final RecordColumns<LinkUse> USE = RecordColumns.of(
            LinkUse.class,
            "node_no job_no source into_export whole sessions weight streams bytes_per_second demand job_part");

    private final CatalogParts parts;

    /** With the parts of the open catalog. */
    public Limits(CatalogParts parts) {
        this.parts = parts;
    }

    /** Grows with every change of a limit, whichever process made it. */
    public long version() {
        return parts.read(sql ->
                sql.number("SELECT SUM(version) FROM shared_version WHERE name IN ('limits', 'data-node-hosts')"));
    }

    /** All by kind, links first, and name; at most 10,000. */
    public List<Limit> all() {
        String all = "SELECT * FROM place_limit ORDER BY CASE WHEN kind = 'LINK' THEN 0 ELSE 1 END, kind, name LIMIT ?";
        return parts.read(sql -> sql.list(all, ROW, ROWS_MAX));
    }

    /** The limit of a place. */
    public Optional<Limit> find(LimitedPlace place) {
        return parts.read(sql -> found(sql, place));
    }

    private static Optional<Limit> found(Statements sql, LimitedPlace place) {
        String one = "SELECT * FROM place_limit WHERE kind = ? AND name = ?";
        return sql.one(one, ROW, place.kind().name(), place.name());
    }

    /** Sets the limit of a place, or parts of it. */
    public CompletableFuture<Limit> set(LimitedPlace place, LimitChange change) {
        return parts.write(2, work -> {
            countChange(work); // first: another process that changes the same limit waits here
            Optional<Limit> before = found(work.sql(), place);
            Limit none = new Limit(place, 0, 0, 0, 0, "", change.changedBy(), work.now());
            write(work, change.applied(before.orElse(none)), before.isPresent());
            return found(work.sql(), place).orElseThrow();
        });
    }

    private static void write(ChangeWork work, Limit next, boolean isThere) {
        String sql = isThere
                ? "UPDATE place_limit SET in_bytes_per_second = ?, out_bytes_per_second = ?, streams = ?, files = ?,"
                        + " note = ?, changed_by = ?, changed_at = ? WHERE kind = ? AND name = ?"
                : "INSERT INTO place_limit (in_bytes_per_second, out_bytes_per_second, streams, files, note, changed_by,"
                        + " changed_at, kind, name) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
        work.sql()
                .update(
                        sql,
                        next.inBytesPerSecondMax(),
                        next.outBytesPerSecondMax(),
                        next.streamsMax(),
                        next.filesMax(),
                        next.note(),
                        Statements.cut(next.changedBy(), 200),
                        work.now(),
                        next.place().kind().name(),
                        next.place().name());
    }

    /** Removes what is limited in these directions; gives whether there was something. */
    public CompletableFuture<Boolean> remove(LimitedPlace place, Set<Limit.Direction> directions, String changedBy) {
        if (!isLimited(find(place), directions)) return CompletableFuture.completedFuture(false);
        return parts.write(2, work -> {
            countChange(work);
            Optional<Limit> before = found(work.sql(), place);
            if (!isLimited(before, directions)) return false; // another removed it just now
            Limit left = LimitChange.without(directions, changedBy).applied(before.orElseThrow());
            if (!left.isNothing()) write(work, left, true);
            else delete(work, place);
            return true;
        });
    }

    private static boolean isLimited(Optional<Limit> limit, Set<Limit.Direction> directions) {
        return limit.stream()
                .anyMatch(found -> found.isNothing() || directions.stream().anyMatch(found::limits));
    }

    private static void delete(ChangeWork work, LimitedPlace place) {
        String one = "DELETE FROM place_limit WHERE kind = ? AND name = ?";
        work.sql().update(one, place.kind().name(), place.name());
    }

    private static void countChange(ChangeWork work) {
        work.sql().update("UPDATE shared_version SET version = version + 1 WHERE name = 'limits'");
    }

    /** Replaces what this node told before of its use; not forced to disk. The node in the rows does not count. */
    public void tell(List<LinkUse> own) {
        parts.database().transact(sql -> {
            long now = parts.leaseTime(sql).toEpochMilli();
            sql.update("DELETE FROM link_use WHERE node_no = ?", parts.node());
            List<@Nullable Object[]> rows = new ArrayList<>();
            for (LinkUse use : own) {
                rows.add(new Object[] {
                    parts.node(),
                    use.job(),
                    Statements.cut(use.source(), Limit.NAME_LENGTH_MAX),
                    use.export(),
                    use.isWhole() ? 1 : 0,
                    use.sessions(),
                    use.weight(),
                    use.streams(),
                    use.bytesPerSecond(),
                    use.demand(),
                    use.jobPart(),
                    now
                });
            }
            return sql.batch(
                            "INSERT INTO link_use (node_no, job_no, source, into_export, whole, sessions, weight, streams,"
                                    + " bytes_per_second, demand, job_part, at_ms)"
                                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                            rows)
                    .length;
        });
    }

    /** Returns the use that the other nodes told, not longer ago than this. */
    public List<LinkUse> ofOthers(Duration longestAgo) {
        return parts.read(sql -> sql.list(
                "SELECT * FROM link_use WHERE node_no <> ? AND at_ms >= ? ORDER BY node_no, job_no, source LIMIT "
                        + ROWS_MAX,
                USE,
                parts.node(),
                parts.leaseTime(sql).minus(longestAgo).toEpochMilli()));
    }
}
