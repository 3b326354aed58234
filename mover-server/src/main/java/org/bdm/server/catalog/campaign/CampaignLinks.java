package org.bdm.server.catalog.campaign;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.checksum.Checksum;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.Statements;

/** Links by which anybody may look at a campaign, and how far campaigns were over time. Any thread that may block. */
public final class CampaignLinks {
    private static final long HOUR_MILLIS = Duration.ofHours(1).toMillis();
    private static final int POINTS_MAX = 10_000;

    private final CatalogParts parts;

    /** With the parts of the open catalog. */
    public CampaignLinks(CatalogParts parts) {
        this.parts = parts;
    }

    /** Gives a campaign a link, in place of the one it had. */
    public CompletableFuture<Void> set(long campaign, Checksum secretSha256, String createdBy) {
        return parts.write(2, work -> {
            Statements sql = work.sql();
            sql.update("DELETE FROM campaign_link WHERE campaign_no = ?", campaign);
            sql.update(
                    "INSERT INTO campaign_link (campaign_no, secret_sha256, created_by, created_at) VALUES (?, ?, ?, ?)",
                    campaign,
                    secretSha256,
                    Statements.cut(createdBy, 200),
                    work.now());
            return null;
        });
    }

    /** Revokes the link of a campaign; gives whether there was one. */
    public CompletableFuture<Boolean> revoke(long campaign) {
        return parts.write(
                1, work -> work.sql().update("DELETE FROM campaign_link WHERE campaign_no = ?", campaign) > 0);
    }

    /** Returns the number of the campaign whose link has this secret. */
    public Optional<Long> campaignOf(Checksum secretSha256) {
        return parts.read(sql -> sql.one(
                "SELECT campaign_no FROM campaign_link WHERE secret_sha256 = ?",
                (row, at) -> row.getLong(1),
                secretSha256));
    }

    /** Returns how far a campaign was, hour by hour, the newest 10,000; hours in which nothing changed are left out. */
    public List<CampaignPoint> points(long campaign) {
        return parts.read(sql -> sql.list(
                "SELECT at_ms, bytes_done FROM (SELECT at_ms, bytes_done FROM campaign_point WHERE campaign_no = ?"
                        + " ORDER BY campaign_no DESC, at_ms DESC LIMIT " + POINTS_MAX + ") newest ORDER BY at_ms",
                (row, at) -> new CampaignPoint(Instant.ofEpochMilli(row.getLong(1)), row.getLong(2)),
                campaign));
    }

    /** Notes how far a campaign is, with the change of one of its parts. */
    static void note(ChangeWork work, long campaign) {
        Statements sql = work.sql();
        long hour = Math.floorDiv(work.now().toEpochMilli(), HOUR_MILLIS) * HOUR_MILLIS;
        long done = sql.number("SELECT SUM(bytes_done) FROM campaign_part WHERE campaign_no = ?", campaign);
        int there = sql.update(
                "UPDATE campaign_point SET bytes_done = ? WHERE campaign_no = ? AND at_ms = ?", done, campaign, hour);
        if (there > 0) return;
        sql.update(
                "INSERT INTO campaign_point (campaign_no, at_ms, bytes_done) VALUES (?, ?, ?)", campaign, hour, done);
    }
}
