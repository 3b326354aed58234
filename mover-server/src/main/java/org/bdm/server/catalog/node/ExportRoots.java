package org.bdm.server.catalog.node;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.Statements;

/** Rows that say which directory is behind the name of an export. Within one transaction. */
final class ExportRoots {
    private static final int CHUNK_DONE = 2; // ChunkState.DONE, which is in another room

    private ExportRoots() {}

    /** Replaces what the node offers, after comparing it with what the others of the site offer. */
    static void offer(Statements sql, long node, List<OfferedExport> exports, Instant now) {
        sql.update("DELETE FROM node_export WHERE node_no = ?", node);
        for (OfferedExport offered : exports) {
            refuseOther(sql, offered);
            Long root = offered.rootId() == null ? null : number(sql, offered, now);
            sql.update(
                    "INSERT INTO node_export (node_no, export, root_no, is_writable) VALUES (?, ?, ?, ?)",
                    node,
                    offered.export(),
                    root,
                    offered.isWritable());
        }
    }

    private static void refuseOther(Statements sql, OfferedExport offered) {
        if (offered.rootId() == null) return;
        Optional<String> other = sql
                .list(
                        "SELECT n.process, r.root_id FROM node_export e JOIN node n ON n.node_no = e.node_no"
                                + " JOIN export_root r ON r.root_no = e.root_no"
                                + " WHERE e.export = ? AND r.root_id <> ? AND n.state <> ? ORDER BY n.node_no LIMIT 1",
                        (row, at) -> row.getString(1) + ", whose directory is " + row.getString(2),
                        offered.export(),
                        offered.rootId(),
                        NodeState.REMOVED.code())
                .stream()
                .findFirst();
        if (other.isEmpty()) return;
        throw new MoverException(
                ErrorCode.EXPORT_DIFFERS,
                "export '" + offered.export() + "' is directory " + offered.rootId() + " here, but is offered by "
                        + other.get() + ": a file would be at one of them only. Mount the same file system,"
                        + " give one of them another name, or run 'bdm-client node remove' if that node is gone");
    }

    private static long number(Statements sql, OfferedExport offered, Instant now) {
        Optional<Long> known = sql.one(
                "SELECT root_no FROM export_root WHERE root_id = ?", (row, at) -> row.getLong(1), offered.rootId());
        if (known.isPresent()) {
            sql.update("UPDATE export_root SET export = ? WHERE root_no = ?", offered.export(), known.get());
            return known.get();
        }
        long made = sql.insert(
                "INSERT INTO export_root (root_id, export, first_seen_at, cleared_no) VALUES (?, ?, ?, -1)",
                "root_no",
                offered.rootId(),
                offered.export(),
                now);
        // Nobody else offers another directory of that name: what is open goes to the new one.
        sql.update(
                "UPDATE file_chunk SET root_no = ? WHERE state <> ? AND root_no IN"
                        + " (SELECT root_no FROM export_root WHERE export = ? AND root_no <> ?)",
                made,
                CHUNK_DONE,
                offered.export(),
                made);
        return made;
    }
}
