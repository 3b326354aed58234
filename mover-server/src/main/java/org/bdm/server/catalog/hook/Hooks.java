package org.bdm.server.catalog.hook;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.RecordColumns;
import org.bdm.server.catalog.db.RunningNumber;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/** The hooks of the site. Any thread that may block. Writes never wait for room: TOO_MANY_REQUESTS. */
public final class Hooks {
    /** As many as there can be. */
    public static final int HOOKS_MAX = 100;

    private static final int FAILURE_LENGTH_MAX = 1000;

    private static final RecordColumns<Hook> HOOK = RecordColumns.of(
            Hook.class,
            "name target events label_start secret created_by created_at delivered_event delivered_ms failures"
                    + " failing_ms failed_ms next_ms failure",
            Map.of(Set.class, names -> Set.of(names.split(",", -1))));

    private final CatalogParts parts;

    /** With the parts of the open catalog. */
    public Hooks(CatalogParts parts) {
        this.parts = parts;
    }

    /** All of them, by name. */
    public List<Hook> all() {
        return parts.read(sql -> sql.list("SELECT * FROM hook ORDER BY name LIMIT ?", HOOK, HOOKS_MAX));
    }

    public Optional<Hook> find(String name) {
        return parts.read(sql -> sql.one("SELECT * FROM hook WHERE name = ?", HOOK, name));
    }

    /**
     * Adds a hook, which is told of events from now on, whatever its progress says. Fails with INVALID_REQUEST if there is one of that name,
     * with TOO_LARGE beyond {@link #HOOKS_MAX}.
     */
    public CompletableFuture<Hook> add(Hook hook) {
        return parts.write(work -> {
            Statements sql = work.sql();
            if (sql.number("SELECT COUNT(*) FROM hook WHERE name = ?", hook.name()) > 0) {
                throw new MoverException(
                        ErrorCode.INVALID_REQUEST, "there is a hook '" + hook.name() + "' already; remove it first");
            }
            if (sql.number("SELECT COUNT(*) FROM hook") >= HOOKS_MAX) {
                throw new MoverException(ErrorCode.TOO_LARGE, "a site has at most " + HOOKS_MAX + " hooks");
            }
            sql.update(
                    "INSERT INTO hook (name, target, events, label_start, secret, created_by, created_at,"
                            + " delivered_event, delivered_ms, failures, failed_ms, next_ms, failure)"
                            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, 0, '')",
                    hook.name(),
                    hook.target(),
                    String.join(",", new TreeSet<>(hook.events())),
                    hook.labelStart(),
                    hook.secret(),
                    Statements.cut(hook.createdBy(), 200),
                    hook.createdAt(),
                    RunningNumber.EVENT.last(sql));
            return sql.one("SELECT * FROM hook WHERE name = ?", HOOK, hook.name())
                    .orElseThrow();
        });
    }

    /** Removes a hook; the future says whether there was one. */
    public CompletableFuture<Boolean> remove(String name) {
        return parts.write(work -> work.sql().update("DELETE FROM hook WHERE name = ?", name) > 0);
    }

    /**
     * Notes that everything up to an event was delivered or is not wanted.
     *
     * @param at when something was delivered; null if nothing of it was wanted
     */
    public CompletableFuture<Integer> delivered(String name, long event, @Nullable Instant at) {
        long millis = at == null ? 0 : at.toEpochMilli();
        return parts.write(work -> work.sql()
                .update(
                        "UPDATE hook SET delivered_event = ?, failures = 0, failing_ms = 0, next_ms = 0, failure = '',"
                                + " delivered_ms = CASE WHEN ? = 0 THEN delivered_ms ELSE ? END WHERE name = ?",
                        event,
                        millis,
                        millis,
                        name));
    }

    /** Notes a try that failed, and when the next one is. */
    public CompletableFuture<Integer> failed(String name, Instant at, Instant nextAt, String failure) {
        return parts.write(work -> work.sql()
                .update(
                        "UPDATE hook SET failing_ms = CASE WHEN failures = 0 THEN ? ELSE failing_ms END,"
                                + " failures = failures + 1, failed_ms = ?, next_ms = ?, failure = ? WHERE name = ?",
                        at.toEpochMilli(),
                        at.toEpochMilli(),
                        nextAt.toEpochMilli(),
                        Statements.cut(failure, FAILURE_LENGTH_MAX),
                        name));
    }
}
