package org.bdm.server.catalog.db;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** The few places where H2 and PostgreSQL differ. */
public enum Dialect {
    /** A file, one process. A commit is written but not forced: {@code CHECKPOINT SYNC} after it does that. */
    H2("", List.of("CHECKPOINT SYNC"), 10_000_000, 10_000_000),
    /** A server; its commits are durable by themselves with the settings that {@link #refuseUnsafe} demands. */
    POSTGRESQL(" FOR SHARE", List.of(), 100_000_000, Long.MAX_VALUE);

    private final String shareLock;
    private final List<String> force;
    private final int filesPerJobMax;
    private final long filesMax;

    Dialect(String shareLock, List<String> force, int filesPerJobMax, long filesMax) {
        this.shareLock = shareLock;
        this.force = force;
        this.filesPerJobMax = filesPerJobMax;
        this.filesMax = filesMax;
    }

    static Dialect of(CatalogLocation location) {
        return location.isPostgreSql() ? POSTGRESQL : H2;
    }

    /** Ends a SELECT whose rows must not change until the commit; with H2 our committer is the only one who would. */
    public String shareLock() {
        return shareLock;
    }

    /** Returns the statements that make a commit durable; executed after it. */
    List<String> force() {
        return force;
    }

    /** True if the database is another process, which may go away and come back. */
    boolean isRemote() {
        return this == POSTGRESQL;
    }

    /** A SELECT of 128 random bits, as a UUID. */
    public String randomUuid() {
        return this == H2
                ? "SELECT CAST(RANDOM_UUID() AS VARCHAR(36))"
                : "SELECT CAST(gen_random_uuid() AS VARCHAR(36))";
    }

    /** Published limit of files per job. */
    public int filesPerJobMax() {
        return filesPerJobMax;
    }

    /** Published limit of files in all. */
    public long filesMax() {
        return filesMax;
    }

    /** Folders of migration scripts. */
    String[] migrations() {
        return switch (this) {
            case H2 -> new String[] {"classpath:db/migration/common", "classpath:db/migration/h2"};
            case POSTGRESQL -> new String[] {"classpath:db/migration/common", "classpath:db/migration/postgresql"};
        };
    }

    /**
     * A statement for each connection that runs scripts. H2 writes and syncs its file after each statement, hundreds of them in a new catalog, if
     * it may not wait: with that alone a first start takes a second longer, and many on a slow disk. It keeps the order of what it writes, so
     * that a kill leaves what a kill some statements before would have left.
     */
    Optional<String> beforeScripts() {
        return this == H2 ? Optional.of("SET WRITE_DELAY 1000") : Optional.empty();
    }

    /** Statements after which all that scripts did is on disk, and all else as well when it is acknowledged. */
    List<String> afterScripts() {
        return this == H2 ? List.of("SET WRITE_DELAY 0", "CHECKPOINT SYNC") : List.of();
    }

    /**
     * Refuses settings of the open database that may lose acknowledged work.
     *
     * @throws MoverException CATALOG_UNSAFE
     */
    void refuseUnsafe(Statements database) {
        Map<String, String> needed = switch (this) {
            case H2 -> Map.of("WRITE_DELAY", "0", "MODE", "regular");
            case POSTGRESQL ->
                Map.of(
                        "fsync", "on",
                        "full_page_writes", "on",
                        "synchronous_commit", "on|local|remote_write|remote_apply");
        };
        needed.forEach((setting, allowed) -> {
            List<String> actual = settings(database, setting);
            if (actual.isEmpty() || !List.of(allowed.split("\\|")).containsAll(actual)) {
                throw new MoverException(
                        ErrorCode.CATALOG_UNSAFE,
                        "the database runs with " + setting + "=" + String.join(",", actual) + ", needed is "
                                + allowed);
            }
        });
    }

    private List<String> settings(Statements database, String name) {
        String query = switch (this) {
            case H2 -> "SELECT SETTING_VALUE FROM INFORMATION_SCHEMA.SETTINGS WHERE SETTING_NAME = ?";
            case POSTGRESQL -> "SELECT current_setting(?)";
        };
        return database.list(query, (row, at) -> row.getString(1).toLowerCase(Locale.ROOT), name);
    }
}
