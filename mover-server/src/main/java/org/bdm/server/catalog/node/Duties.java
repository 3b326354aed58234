package org.bdm.server.catalog.node;

import java.time.Duration;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.CatalogParts;
import org.springframework.dao.DuplicateKeyException;

/** Work of the site that one process does at a time: subscriptions, policies, retention. Any thread that may block. */
public final class Duties {
    private final CatalogParts parts;

    /** With the parts of the open catalog. */
    public Duties(CatalogParts parts) {
        this.parts = parts;
    }

    /** Gives a duty back, for any node to take; nothing happens if another one has it. */
    public void release(String name) {
        parts.database()
                .transact(sql ->
                        sql.update("UPDATE duty SET until_ms = 0 WHERE name = ? AND node_no = ?", name, parts.node()));
    }

    /**
     * Takes a duty, or keeps it for longer.
     *
     * @param name of the duty, at most 100 characters
     * @param longest how long it is kept from others if this process says nothing more of it
     * @return whether this process has it now
     */
    public boolean hold(String name, Duration longest) {
        try {
            return parts.database().transact(sql -> {
                long now = parts.leaseTime(sql).toEpochMilli();
                int taken = sql.update(
                        "UPDATE duty SET number = number + CASE WHEN node_no = ? THEN 0 ELSE 1 END, node_no = ?, run_no = 0,"
                                + " until_ms = ? WHERE name = ? AND (node_no = ? OR until_ms <= ?)",
                        parts.node(),
                        parts.node(),
                        now + longest.toMillis(),
                        name,
                        parts.node(),
                        now);
                if (taken == 1) return true;
                if (sql.number("SELECT COUNT(*) FROM duty WHERE name = ?", name) > 0) return false;
                sql.update(
                        "INSERT INTO duty (name, node_no, run_no, until_ms, number) VALUES (?, ?, 0, ?, 1)",
                        name,
                        parts.node(),
                        now + longest.toMillis());
                return true;
            });
        } catch (DuplicateKeyException another) {
            return false;
        } catch (MoverException e) {
            if (e.code() == ErrorCode.INTERNAL && e.getCause() instanceof DuplicateKeyException) return false;
            throw e;
        }
    }
}
