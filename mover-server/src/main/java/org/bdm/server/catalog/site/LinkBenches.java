package org.bdm.server.catalog.site;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.Statements;
import org.springframework.jdbc.core.RowMapper;

/** Measurements of links, the last {@value #KEPT_MAX} of each. Any thread that may block. Writes never wait for room: TOO_MANY_REQUESTS. */
public final class LinkBenches {
    /** Of each link so many are kept. */
    public static final int KEPT_MAX = 50;

    private static final String INTERRUPTED = "the server ended while it ran";

    private static final RowMapper<LinkBench> ROW = (row, at) -> new LinkBench(
            row.getLong("bench_no"),
            row.getString("source"),
            row.getString("mode"),
            row.getLong("node_no"),
            row.getString("owner"),
            Statements.instantOf(row, "began_at"),
            row.getLong("took_ms"),
            row.getLong("bytes"),
            row.getInt("streams"),
            row.getString("limited_by"),
            row.getString("limit_text"),
            row.getString("trouble"));

    private final CatalogParts parts;

    /** With the parts of the open catalog. */
    public LinkBenches(CatalogParts parts) {
        this.parts = parts;
    }

    /** A measurement begins at this node; the oldest of the link goes if there are too many. */
    public CompletableFuture<LinkBench> begin(String source, String mode, String owner) {
        return parts.write(3, work -> {
            long number = work.sql()
                    .insert(
                            "INSERT INTO link_bench (source, mode, node_no, owner, began_at, took_ms, bytes, streams,"
                                    + " limited_by, limit_text, trouble) VALUES (?, ?, ?, ?, ?, -1, 0, 0, '', '', '')",
                            "bench_no",
                            source,
                            Statements.cut(mode, LinkBench.MODE_LENGTH_MAX),
                            parts.node(),
                            Statements.cut(owner, 200),
                            work.now());
            work.sql()
                    .update(
                            "DELETE FROM link_bench WHERE source = ? AND bench_no NOT IN (SELECT bench_no FROM"
                                    + " (SELECT bench_no FROM link_bench WHERE source = ? ORDER BY bench_no DESC LIMIT "
                                    + KEPT_MAX + ") kept)",
                            source,
                            source);
            return found(work.sql(), number).orElseThrow();
        });
    }

    /** It has ended; {@code ended} has the outcome. */
    public CompletableFuture<Integer> end(LinkBench ended) {
        return parts.write(
                1,
                work -> work.sql()
                        .update(
                                "UPDATE link_bench SET took_ms = ?, bytes = ?, streams = ?, limited_by = ?, limit_text = ?,"
                                        + " trouble = ? WHERE bench_no = ?",
                                ended.tookMillis(),
                                ended.bytes(),
                                ended.streams(),
                                Statements.cut(ended.limitedBy(), 64),
                                Statements.cut(ended.limit(), 400),
                                Statements.cut(ended.trouble(), 1000),
                                ended.number()));
    }

    /** Those that this node did not end before it ended itself. To be called before it begins any. */
    public CompletableFuture<Integer> endLeft() {
        return parts.write(
                KEPT_MAX,
                work -> work.sql()
                        .update(
                                "UPDATE link_bench SET took_ms = 0, trouble = ? WHERE took_ms < 0 AND node_no = ?",
                                INTERRUPTED,
                                parts.node()));
    }

    /** Of one link, the newest first. */
    public List<LinkBench> of(String source) {
        return parts.read(sql -> sql.list(
                "SELECT * FROM link_bench WHERE source = ? ORDER BY bench_no DESC LIMIT " + KEPT_MAX, ROW, source));
    }

    /** The measurement of this number. */
    public Optional<LinkBench> find(long number) {
        return parts.read(sql -> found(sql, number));
    }

    private static Optional<LinkBench> found(Statements sql, long number) {
        return sql.one("SELECT * FROM link_bench WHERE bench_no = ?", ROW, number);
    }
}
