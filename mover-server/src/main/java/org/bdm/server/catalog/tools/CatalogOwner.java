package org.bdm.server.catalog.tools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.OptionalLong;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.server.catalog.db.AcknowledgedVersion;
import org.bdm.server.catalog.db.CatalogDatabase;
import org.bdm.server.catalog.db.CatalogExpectation;
import org.bdm.server.catalog.db.CatalogLocation;

/** Changes, offline and on a person's word, which node a catalog belongs to. */
public final class CatalogOwner {
    private CatalogOwner() {}

    /**
     * Begins an empty catalog.
     *
     * @throws MoverException ILLEGAL_STATE if one is there; as {@code Catalog.open}
     */
    public static void create(CatalogLocation location, NodeId node, Clock clock) {
        Optional<Path> file = location.file();
        if (file.isPresent() && isUsed(file.get())) throw isThere(location);
        try (CatalogDatabase database = CatalogDatabase.openAlone(location, CatalogExpectation.THERE_OR_EMPTY)) {
            boolean isUsed = database.read(sql -> sql.number("SELECT COUNT(*) FROM node")) > 0;
            if (isUsed) throw isThere(location);
            register(database, node, clock);
        }
    }

    private static boolean isUsed(Path file) {
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS)
                && (!Files.isRegularFile(file) || file.toFile().length() > 0);
    }

    private static MoverException isThere(CatalogLocation location) {
        return new MoverException(
                ErrorCode.ILLEGAL_STATE, "there is a catalog at " + location + "; move it away before another is made");
    }

    /**
     * Refuses a place without a catalog.
     *
     * @throws MoverException NOT_FOUND, CATALOG_DAMAGED
     */
    public static void requireThere(CatalogLocation location) {
        location.file()
                .filter(file -> !isUsed(file))
                .ifPresent(file -> CatalogExpectation.THERE.require(location, java.util.Set.of()));
    }

    /**
     * Accepts a catalog as it is, and lets it belong to this node: leases and history of its only node are the new one's.
     *
     * @return a sentence on what is lost, if the file ends before what was acknowledged
     */
    public static Optional<String> adopt(CatalogLocation location, NodeId node, Clock clock) {
        Optional<Path> file = location.file();
        OptionalLong acknowledged = OptionalLong.empty();
        try {
            if (file.isPresent()) {
                acknowledged = AcknowledgedVersion.read(file.get());
                AcknowledgedVersion.forget(file.get());
            }
        } catch (IOException e) {
            throw new MoverException(ErrorCode.CATALOG_UNAVAILABLE, "the catalog cannot be read: " + e, e);
        }
        try (CatalogDatabase database = CatalogDatabase.openAlone(location, CatalogExpectation.THERE)) {
            long version = database.openedVersion();
            register(database, node, clock);
            return acknowledged.isPresent() && version < acknowledged.getAsLong()
                    ? Optional.of("the catalog ends at version " + version + ": what was acknowledged up to version "
                            + acknowledged.getAsLong() + " is lost")
                    : Optional.empty();
        }
    }

    private static void register(CatalogDatabase database, NodeId node, Clock clock) {
        database.transact(sql -> {
            sql.update("UPDATE own_site SET key_fingerprint = ?", node.fingerprint());
            if (sql.number("SELECT COUNT(*) FROM node WHERE node_id = ?", node.fingerprint()) > 0) return 0;
            if (sql.number("SELECT COUNT(*) FROM node") == 1) {
                return sql.update("UPDATE node SET node_id = ?", node.fingerprint());
            }
            return sql.update(
                    "INSERT INTO node (node_id, opened_at) VALUES (?, ?)", node.fingerprint(), clock.instant());
        });
        database.force();
    }
}
