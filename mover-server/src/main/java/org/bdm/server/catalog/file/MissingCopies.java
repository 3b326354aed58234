package org.bdm.server.catalog.file;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.fault.MoverException;
import org.bdm.core.replica.Copy;
import org.bdm.core.replica.MissingCopy;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.KeyHash;
import org.bdm.server.catalog.db.RecordColumns;
import org.bdm.server.catalog.db.Statements;

/**
 * Copies that their data nodes did not have when they were asked. Only such copies have a row. Any thread; reads block, writes do not. A
 * write that is refused loses an occasion, and the copy is asked once more.
 */
public final class MissingCopies {
    private static final int LOCATION_LENGTH_MAX = 4_000;
    private static final String SELECT =
            "SELECT location, occasions, first_seen_ms, last_counted_ms, last_seen_ms FROM missing_copy";

    private static final RecordColumns<Kept> KEPT =
            RecordColumns.of(Kept.class, "location occasions first_seen_ms last_counted_ms last_seen_ms");

    private final CatalogParts parts;

    public MissingCopies(CatalogParts parts) {
        this.parts = parts;
    }

    /** Those of the addresses, as they were published, whose copies are missing. One that cannot be asked is nobody's. */
    public Map<String, MissingCopy> of(Collection<String> published) {
        Map<String, String> asked = new HashMap<>();
        for (String text : published) asked(text).ifPresent(location -> asked.put(text, location));
        Map<String, MissingCopy> kept = kept(List.copyOf(new HashSet<>(asked.values())));
        Map<String, MissingCopy> found = new HashMap<>();
        asked.forEach((text, location) -> {
            MissingCopy missing = kept.get(location);
            if (missing != null) found.put(text, missing);
        });
        return found;
    }

    private static Optional<String> asked(String published) {
        try {
            return Optional.of(Copy.location(published).toString());
        } catch (MoverException e) {
            return Optional.empty(); // who wants to ask it is told
        }
    }

    private record Kept(String location, MissingCopy copy) {}

    private Map<String, MissingCopy> kept(List<String> locations) {
        if (locations.isEmpty()) return Map.of();
        return parts.read(sql -> {
            Map<String, MissingCopy> kept = new HashMap<>();
            for (List<String> part : Statements.parts(locations)) {
                sql.list(
                                SELECT + " WHERE location_hash IN (" + Statements.marks(part.size())
                                        + ") ORDER BY location_hash LIMIT " + part.size(),
                                KEPT,
                                part.stream().map(KeyHash::of).toArray())
                        .forEach(row -> kept.put(row.location(), row.copy()));
            }
            return kept;
        });
    }

    /** The copy is missing now; whether that counts is the rule of {@link MissingCopy}. An address that is too long is not kept. */
    public CompletableFuture<Void> missing(String location) {
        if (location.length() > LOCATION_LENGTH_MAX) return CompletableFuture.completedFuture(null);
        return parts.write(work -> {
            MissingCopy known = work.sql()
                    .one(SELECT + " WHERE location_hash = ? AND location = ?", KEPT, KeyHash.of(location), location)
                    .map(before -> before.copy().again(work.now()))
                    .orElseGet(() -> MissingCopy.first(work.now()));
            work.sql().update("DELETE FROM missing_copy WHERE location_hash = ?", KeyHash.of(location));
            work.sql()
                    .update(
                            "INSERT INTO missing_copy (location_hash, location, occasions, first_seen_ms, last_counted_ms,"
                                    + " last_seen_ms) VALUES (?, ?, ?, ?, ?, ?)",
                            KeyHash.of(location),
                            location,
                            known.occasions(),
                            known.firstSeen().toEpochMilli(),
                            known.lastCounted().toEpochMilli(),
                            known.lastSeen().toEpochMilli());
            return null;
        });
    }

    /** The copy is there again: nothing of it is remembered. */
    public CompletableFuture<Void> isBack(String location) {
        return parts.write(work -> {
            work.sql()
                    .update(
                            "DELETE FROM missing_copy WHERE location_hash = ? AND location = ?",
                            KeyHash.of(location),
                            location);
            return null;
        });
    }
}
