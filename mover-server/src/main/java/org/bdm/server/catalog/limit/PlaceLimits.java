package org.bdm.server.catalog.limit;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.Statements;
import org.springframework.jdbc.core.RowMapper;

/** The limits of exports and nodes of this site. Any thread that may block. Writes never wait for room: TOO_MANY_REQUESTS. */
public final class PlaceLimits {
    private static final int ROWS_MAX = 10_000;

    private static final RowMapper<PlaceLimit> ROW = (row, at) -> new PlaceLimit(
            new LimitedPlace(LimitedPlace.Kind.valueOf(row.getString("kind")), row.getString("name")),
            row.getLong("in_bytes_per_second"),
            row.getLong("out_bytes_per_second"),
            row.getInt("streams"),
            row.getInt("files"),
            row.getString("note"),
            row.getString("changed_by"),
            Statements.instantOf(row, "changed_at"));

    private final CatalogParts parts;

    /** With the parts of the open catalog. */
    public PlaceLimits(CatalogParts parts) {
        this.parts = parts;
    }

    /** All by kind and name, at most 10,000. */
    public List<PlaceLimit> all() {
        return parts.read(sql -> sql.list("SELECT * FROM place_limit ORDER BY kind, name LIMIT ?", ROW, ROWS_MAX));
    }

    /** The limit of a place. */
    public Optional<PlaceLimit> find(LimitedPlace place) {
        return parts.read(sql -> found(sql, place));
    }

    private static Optional<PlaceLimit> found(Statements sql, LimitedPlace place) {
        return sql.one(
                "SELECT * FROM place_limit WHERE kind = ? AND name = ?",
                ROW,
                place.kind().name(),
                place.name());
    }

    /** Sets the limit of a place, or parts of it. */
    public CompletableFuture<PlaceLimit> set(LimitedPlace place, PlaceLimitChange change) {
        return parts.write(2, work -> {
            LinkLimits.countChange(work); // first: another process that changes the same limit waits here
            Optional<PlaceLimit> before = found(work.sql(), place);
            PlaceLimit next = change.applied(
                    before.orElse(new PlaceLimit(place, 0, 0, 0, 0, "", change.changedBy(), work.now())));
            write(work, next, before.isPresent());
            return found(work.sql(), place).orElseThrow();
        });
    }

    private static void write(ChangeWork work, PlaceLimit next, boolean isThere) {
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

    /** Removes the limit of a place; gives whether there was one. */
    public CompletableFuture<Boolean> remove(LimitedPlace place) {
        return parts.write(2, work -> {
            boolean wasThere = work.sql()
                            .update(
                                    "DELETE FROM place_limit WHERE kind = ? AND name = ?",
                                    place.kind().name(),
                                    place.name())
                    > 0;
            if (wasThere) LinkLimits.countChange(work);
            return wasThere;
        });
    }
}
