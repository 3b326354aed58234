package org.bdm.server.catalog.site;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.RecordColumns;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.limit.Limit;
import org.jspecify.annotations.Nullable;

/**
 * Windows of links, maintenance of sites, and bans. Any thread that may block. Writes never wait for room: TOO_MANY_REQUESTS. Times are kept
 * to the millisecond.
 */
public final class PlaceRuleRows {
    /** The longest windows of one link, all together and with a character between them. */
    public static final int WINDOWS_LENGTH_MAX = 4000;

    private static final int ROWS_MAX = 10_000;
    private static final int ENTRIES_OF_SITE_MAX = 2_000;

    private static final RecordColumns<LinkWindows> WINDOWS = RecordColumns.of(
            LinkWindows.class,
            "source windows changed_by changed_at",
            Map.of(List.class, text -> text.lines().toList()));

    private static final RecordColumns<Maintenance> MAINTENANCE =
            RecordColumns.of(Maintenance.class, "entry_no site begins_at ends_at note uid added_by added_at");

    private static final RecordColumns<Ban> BAN =
            RecordColumns.of(Ban.class, "place reason until_at banned_by banned_at");

    private final CatalogParts parts;

    /** With the parts of the open catalog. */
    public PlaceRuleRows(CatalogParts parts) {
        this.parts = parts;
    }

    /** Grows with every change, whichever process made it. */
    public long version() {
        return parts.read(sql ->
                sql.number("SELECT SUM(version) FROM shared_version WHERE name IN ('places', 'data-node-hosts')"));
    }

    /** First in a change: another process that changes rules waits here. */
    private static void countChange(ChangeWork work) {
        work.sql().update("UPDATE shared_version SET version = version + 1 WHERE name = 'places'");
    }

    // ---- windows of links ----

    /** The links that have windows, by source; at most 10,000. */
    public List<LinkWindows> windows() {
        return parts.read(sql -> sql.list("SELECT * FROM link_window ORDER BY source LIMIT ?", WINDOWS, ROWS_MAX));
    }

    /** Sets the windows of a link, in place of earlier ones; at least one. */
    public CompletableFuture<LinkWindows> setWindows(String source, List<String> windows, String changedBy) {
        String lines = String.join("\n", windows);
        if (windows.isEmpty() || lines.length() > WINDOWS_LENGTH_MAX) {
            throw new IllegalArgumentException(windows.size() + " windows of " + lines.length() + " characters");
        }
        return parts.write(3, work -> {
            countChange(work);
            work.sql().update("DELETE FROM link_window WHERE source = ?", source);
            String by = Statements.cut(changedBy, 200);
            work.sql()
                    .update(
                            "INSERT INTO link_window (source, windows, changed_by, changed_at) VALUES (?, ?, ?, ?)",
                            source,
                            lines,
                            by,
                            work.now());
            return new LinkWindows(source, windows, by, work.now());
        });
    }

    /** Removes the windows of a link; gives whether it had any. */
    public CompletableFuture<Boolean> removeWindows(String source) {
        return removed("DELETE FROM link_window WHERE source = ?", source);
    }

    private CompletableFuture<Boolean> removed(String delete, Object... which) {
        return parts.write(2, work -> {
            countChange(work);
            return work.sql().update(delete, which) > 0;
        });
    }

    // ---- maintenance ----

    /** Entries of all sites that end after this time, by their begin; at most 10,000. */
    public List<Maintenance> maintenance(Instant after) {
        return parts.read(sql -> sql.list(
                "SELECT * FROM site_maintenance WHERE ends_at > ? ORDER BY begins_at, entry_no LIMIT ?",
                MAINTENANCE,
                after,
                ROWS_MAX));
    }

    /** Entries of one site, also those that are over, by their begin. */
    public List<Maintenance> maintenanceOf(String site) {
        return parts.read(sql -> sql.list(
                "SELECT * FROM site_maintenance WHERE site = ? ORDER BY begins_at, entry_no LIMIT ?",
                MAINTENANCE,
                site,
                ROWS_MAX));
    }

    /**
     * Adds entries of one site. Those that were imported earlier with one of the same uids, which are not empty, are replaced. Entries that
     * ended more than a year ago are removed. TOO_LARGE for more than 2,000 of a site.
     */
    public CompletableFuture<List<Maintenance>> addMaintenance(List<Maintenance> entries) {
        return addMaintenance(entries, "", Set.of());
    }

    /** The same; entries of the site with one of these UIDs are replaced too, also where there is no new one. */
    public CompletableFuture<List<Maintenance>> addMaintenance(
            List<Maintenance> entries, String ofSite, Set<String> uids) {
        List<String> replaced = List.copyOf(uids);
        return parts.write(entries.size() + replaced.size() + 2, work -> {
            countChange(work);
            replaced.forEach(uid -> work.sql()
                    .update(
                            "DELETE FROM site_maintenance WHERE site = ? AND uid = ?",
                            ofSite,
                            Statements.cut(uid, 255)));
            work.sql()
                    .update(
                            "DELETE FROM site_maintenance WHERE ends_at < ?",
                            work.now().minus(Duration.ofDays(366)));
            entries.stream()
                    .filter(entry -> !entry.uid().isEmpty())
                    .forEach(entry -> work.sql()
                            .update(
                                    "DELETE FROM site_maintenance WHERE site = ? AND uid = ?",
                                    entry.site(),
                                    Statements.cut(entry.uid(), 255)));
            List<Maintenance> added = new ArrayList<>();
            for (Maintenance entry : entries) added.add(insert(work, entry));
            for (String site :
                    entries.stream().map(Maintenance::site).distinct().toList()) refuseTooMany(work, site);
            return added;
        });
    }

    private static Maintenance insert(ChangeWork work, Maintenance entry) {
        Maintenance kept = new Maintenance(
                0,
                entry.site(),
                entry.beginsAt().truncatedTo(ChronoUnit.MILLIS),
                entry.endsAt().truncatedTo(ChronoUnit.MILLIS),
                Statements.cut(entry.note(), Limit.NOTE_LENGTH_MAX),
                Statements.cut(entry.uid(), 255),
                Statements.cut(entry.addedBy(), 200),
                work.now());
        long number = work.sql()
                .insert(
                        "INSERT INTO site_maintenance (site, begins_at, ends_at, note, uid, added_by, added_at)"
                                + " VALUES (?, ?, ?, ?, ?, ?, ?)",
                        "entry_no",
                        kept.site(),
                        kept.beginsAt(),
                        kept.endsAt(),
                        kept.note(),
                        kept.uid(),
                        kept.addedBy(),
                        kept.addedAt());
        return new Maintenance(
                number,
                kept.site(),
                kept.beginsAt(),
                kept.endsAt(),
                kept.note(),
                kept.uid(),
                kept.addedBy(),
                kept.addedAt());
    }

    private static void refuseTooMany(ChangeWork work, String site) {
        if (work.sql().number("SELECT COUNT(*) FROM site_maintenance WHERE site = ?", site) <= ENTRIES_OF_SITE_MAX)
            return;
        throw new MoverException(
                ErrorCode.TOO_LARGE,
                "the calendar of '" + site + "' would have more than " + ENTRIES_OF_SITE_MAX + " entries");
    }

    /** Removes one entry; gives whether it was there. */
    public CompletableFuture<Boolean> removeMaintenance(String site, long number) {
        return removed("DELETE FROM site_maintenance WHERE site = ? AND entry_no = ?", site, number);
    }

    // ---- bans ----

    /** Bans that hold at this time, by place; at most 10,000. */
    public List<Ban> bans(Instant at) {
        return parts.read(sql -> sql.list(
                "SELECT * FROM place_ban WHERE until_at IS NULL OR until_at > ? ORDER BY place LIMIT ?",
                BAN,
                at,
                ROWS_MAX));
    }

    /** Bans a place, or changes its ban. */
    public CompletableFuture<Ban> ban(String place, String reason, @Nullable Instant until, String bannedBy) {
        Instant ends = until == null ? null : until.truncatedTo(ChronoUnit.MILLIS);
        return parts.write(3, work -> {
            countChange(work);
            work.sql().update("DELETE FROM place_ban WHERE place = ?", place);
            Ban ban = new Ban(
                    place,
                    Statements.cut(reason, Limit.NOTE_LENGTH_MAX),
                    ends,
                    Statements.cut(bannedBy, 200),
                    work.now());
            work.sql()
                    .update(
                            "INSERT INTO place_ban (place, reason, until_at, banned_by, banned_at) VALUES (?, ?, ?, ?, ?)",
                            ban.place(),
                            ban.reason(),
                            ban.until(),
                            ban.bannedBy(),
                            ban.bannedAt());
            return ban;
        });
    }

    /** The ban of a place that holds at this time. */
    public Optional<Ban> banOf(String place, Instant at) {
        return parts.read(sql -> sql.one("SELECT * FROM place_ban WHERE place = ?", BAN, place))
                .filter(ban -> ban.holdsAt(at));
    }

    /** Lifts a ban; gives whether there was one, even if it was over. */
    public CompletableFuture<Boolean> unban(String place) {
        return removed("DELETE FROM place_ban WHERE place = ?", place);
    }
}
