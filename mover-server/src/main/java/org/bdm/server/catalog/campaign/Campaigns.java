package org.bdm.server.catalog.campaign;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.RecordColumns;
import org.bdm.server.catalog.db.Statements;

/** Campaigns and their parts. Any thread that may block. */
public final class Campaigns {
    private static final int ROWS_MAX = 1_000;
    private static final int OPEN_MAX = 100;
    private static final int TROUBLE_LENGTH_MAX = 2_000;

    private static final RecordColumns<Campaign> CAMPAIGN =
            RecordColumns.of(Campaign.class, "campaign_no name owner state message files bytes created_at ended_at");

    private static final RecordColumns<CampaignPart> PART = RecordColumns.of(
            CampaignPart.class,
            "campaign_no part_no destination job state files_total files_done files_failed bytes_total"
                    + " bytes_done trouble changed_at");

    private final CatalogParts parts;

    /** With the parts of the open catalog. */
    public Campaigns(CatalogParts parts) {
        this.parts = parts;
    }

    /** Keeps a new one, RUNNING, with its parts. Fails with TOO_LARGE beyond 100 that have not ended. */
    public CompletableFuture<Campaign> add(Campaign campaign, List<CampaignPart> destinations) {
        List<CampaignPart> all = List.copyOf(destinations);
        return parts.write(1 + all.size(), work -> {
            Statements sql = work.sql();
            if (sql.number("SELECT COUNT(*) FROM campaign WHERE state <= ?", CampaignState.CANCELLING.code())
                    >= OPEN_MAX) {
                throw new MoverException(
                        ErrorCode.TOO_LARGE, OPEN_MAX + " campaigns have not ended; wait, or cancel some");
            }
            long number = sql.insert(
                    "INSERT INTO campaign (name, owner, state, message, files, bytes, created_at)"
                            + " VALUES (?, ?, ?, ?, ?, ?, ?)",
                    "campaign_no",
                    Statements.cut(campaign.name(), 200),
                    Statements.cut(campaign.owner(), 200),
                    CampaignState.RUNNING.code(),
                    campaign.messageJson(),
                    campaign.files(),
                    campaign.bytes(),
                    work.now());
            for (CampaignPart part : all) {
                sql.update(
                        "INSERT INTO campaign_part (campaign_no, part_no, destination, state, files_total, files_done,"
                                + " files_failed, bytes_total, bytes_done, trouble, changed_at)"
                                + " VALUES (?, ?, ?, ?, 0, 0, 0, 0, 0, '', ?)",
                        number,
                        part.number(),
                        part.destination(),
                        part.state(),
                        work.now());
            }
            return existing(sql, number);
        });
    }

    private static Campaign existing(Statements sql, long number) {
        return sql.one("SELECT * FROM campaign WHERE campaign_no = ?", CAMPAIGN, number)
                .orElseThrow(() -> new MoverException(ErrorCode.NOT_FOUND, "there is no campaign-" + number));
    }

    /** One of them. */
    public Optional<Campaign> find(long number) {
        return parts.read(sql -> sql.one("SELECT * FROM campaign WHERE campaign_no = ?", CAMPAIGN, number));
    }

    /** The newest 1,000, newest first. */
    public List<Campaign> newest() {
        return parts.read(
                sql -> sql.list("SELECT * FROM campaign ORDER BY campaign_no DESC LIMIT " + ROWS_MAX, CAMPAIGN));
    }

    /** Those that have not ended, by number. */
    public List<Campaign> open() {
        return parts.read(sql -> sql.list(
                "SELECT * FROM campaign WHERE state <= ? ORDER BY campaign_no LIMIT " + OPEN_MAX,
                CAMPAIGN,
                CampaignState.CANCELLING.code()));
    }

    /** The parts of one, in their order. */
    public List<CampaignPart> parts(long number) {
        return parts.read(
                sql -> sql.list("SELECT * FROM campaign_part WHERE campaign_no = ? ORDER BY part_no", PART, number));
    }

    /** Keeps what is known of a part now. */
    public CompletableFuture<Void> put(CampaignPart part) {
        return parts.write(1, work -> {
            CampaignPart.Seen seen = part.seen();
            work.sql()
                    .update(
                            "UPDATE campaign_part SET job = ?, state = ?, files_total = ?, files_done = ?,"
                                    + " files_failed = ?, bytes_total = ?, bytes_done = ?, trouble = ?, changed_at = ?"
                                    + " WHERE campaign_no = ? AND part_no = ?",
                            part.job(),
                            part.state(),
                            seen.filesTotal(),
                            seen.filesDone(),
                            seen.filesFailed(),
                            seen.bytesTotal(),
                            seen.bytesDone(),
                            Statements.cut(part.trouble(), TROUBLE_LENGTH_MAX),
                            work.now(),
                            part.campaign(),
                            part.number());
            CampaignLinks.note(work, part.campaign());
            return null;
        });
    }

    /** Brings one that has not ended into another state; gives it as it is then. Fails with NOT_FOUND. */
    public CompletableFuture<Campaign> become(long number, CampaignState next) {
        return parts.write(1, work -> {
            Campaign before = existing(work.sql(), number);
            if (before.state().isFinal()) return before;
            work.sql()
                    .update(
                            "UPDATE campaign SET state = ?, ended_at = ? WHERE campaign_no = ?",
                            next.code(),
                            next.isFinal() ? work.now() : null,
                            number);
            return existing(work.sql(), number);
        });
    }
}
