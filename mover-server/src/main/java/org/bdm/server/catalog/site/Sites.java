package org.bdm.server.catalog.site;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.RecordColumns;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowMapper;

/** Paired sites, what they may do here, and invitations. Writes never wait for room: TOO_MANY_REQUESTS. */
public final class Sites {
    private static final int ROWS_MAX = 1000;

    private static final RecordColumns<Site> ROW =
            RecordColumns.of(Site.class, "name pin data_address control_url relation added_at");

    private static final RowMapper<SiteGrant> GRANT = (row, at) -> new SiteGrant(
            new SiteName(row.getString("site")),
            new ExportName(row.getString("export")),
            StorePath.of(row.getBytes("prefix")),
            GrantVerb.values()[row.getInt("verb")],
            lent(row.getString("lent")));

    private final CatalogParts parts;

    public Sites(CatalogParts parts) {
        this.parts = parts;
    }

    private static @Nullable LentAccess lent(@Nullable String text) {
        return text == null ? null : LentAccess.parse(text);
    }

    private static @Nullable String text(@Nullable LentAccess lent) {
        return lent == null ? null : lent.text();
    }

    /** Grows with every change of sites, grants and invitations, whichever process made it. */
    public long version() {
        return parts.read(sql -> sql.number("SELECT version FROM shared_version WHERE name = 'trust'"));
    }

    private <T> CompletableFuture<T> changed(int rows, ChangeWork.Change<T> change) {
        return parts.write(rows + 1, work -> {
            T result = change.apply(work);
            work.sql().update("UPDATE shared_version SET version = version + 1 WHERE name = 'trust'");
            return result;
        });
    }

    /** Adds a site, or replaces what is known of it. */
    public CompletableFuture<Site> put(Site site) {
        return changed(1, work -> put(work.sql(), site));
    }

    private static Site put(Statements sql, Site site) {
        @Nullable Object[] row = {
            site.pin().fingerprint(),
            site.dataAddress(),
            site.controlUrl(),
            site.relation().code(),
            site.addedAt(),
            site.name().value()
        };
        int known = sql.update(
                "UPDATE site SET pin = ?, data_address = ?, control_url = ?, relation = ?, added_at = ?,"
                        + " data_ports = NULL, data_ports_at = NULL WHERE name = ?",
                row);
        if (known == 0) {
            sql.update(
                    "INSERT INTO site (pin, data_address, control_url, relation, added_at, name) VALUES (?, ?, ?, ?, ?, ?)",
                    row);
        }
        return found(sql, site.name()).orElseThrow();
    }

    /** The site of this name. */
    public Optional<Site> find(SiteName name) {
        return parts.read(sql -> found(sql, name));
    }

    private static Optional<Site> found(Statements sql, SiteName name) {
        return sql.one("SELECT * FROM site WHERE name = ?", ROW, name.value());
    }

    /** Returns the data ports of the nodes of a site. */
    public ToldPorts dataPorts(SiteName name) {
        return parts.read(sql -> sql.one(
                        "SELECT data_ports, data_ports_at FROM site WHERE name = ?",
                        (row, at) -> new ToldPorts(ports(row.getString(1)), Statements.instant(row, "data_ports_at")),
                        name.value()))
                .orElse(ToldPorts.none());
    }

    private static List<String> ports(@Nullable String joined) {
        return joined == null ? List.of() : List.of(joined.split(","));
    }

    /** Replaces the data ports of a site, which a node of it told; nothing happens if it is not paired any more. */
    public CompletableFuture<Void> tellDataPorts(SiteName name, List<String> dataPorts) {
        String joined = dataPorts.isEmpty() ? null : String.join(",", dataPorts);
        return parts.write(1, work -> {
            work.sql()
                    .update(
                            "UPDATE site SET data_ports = ?, data_ports_at = ? WHERE name = ?",
                            joined,
                            work.now(),
                            name.value());
            return null;
        });
    }

    /** All sites by name, at most 1,000. */
    public List<Site> all() {
        return parts.read(sql -> sql.list("SELECT * FROM site ORDER BY name LIMIT ?", ROW, ROWS_MAX));
    }

    /** Forgets a site with its grants; gives whether it was there. */
    public CompletableFuture<Boolean> remove(SiteName name) {
        return changed(1, work -> {
            work.sql().update("DELETE FROM site_grant WHERE site = ?", name.value());
            return work.sql().update("DELETE FROM site WHERE name = ?", name.value()) > 0;
        });
    }

    /** Replaces all grants of a site; fails with UNKNOWN_SITE. */
    public CompletableFuture<Void> grant(SiteName site, List<SiteGrant> grants) {
        return changed(1 + grants.size(), work -> {
            if (found(work.sql(), site).isEmpty()) {
                throw new MoverException(ErrorCode.UNKNOWN_SITE, "the site " + site + " is not paired with this one");
            }
            grant(work.sql(), site, grants);
            return null;
        });
    }

    private static void grant(Statements sql, SiteName site, List<SiteGrant> grants) {
        sql.update("DELETE FROM site_grant WHERE site = ?", site.value());
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (SiteGrant grant : grants) {
            rows.add(new Object[] {
                site.value(),
                grant.export().value(),
                grant.prefix().bytes(),
                grant.verb().ordinal(),
                text(grant.lent())
            });
        }
        sql.batch("INSERT INTO site_grant (site, export, prefix, verb, lent) VALUES (?, ?, ?, ?, ?)", rows);
    }

    /** Returns the grants of a site here, at most 1,000. */
    public List<SiteGrant> grants(SiteName site) {
        return parts.read(sql -> sql.list(
                "SELECT * FROM site_grant WHERE site = ? ORDER BY site, grant_no LIMIT ?",
                GRANT,
                site.value(),
                ROWS_MAX));
    }

    /** Keeps an invitation. */
    public CompletableFuture<Invitation> invite(Invitation invitation) {
        return changed(1 + invitation.grants().size(), work -> {
            work.sql()
                    .update(
                            "INSERT INTO invitation (secret_sha256, site, expires_at, used_at) VALUES (?, ?, ?, ?)",
                            invitation.secretSha256(),
                            invitation.site().value(),
                            invitation.expiresAt(),
                            invitation.usedAt());
            List<@Nullable Object[]> rows = new ArrayList<>();
            for (SiteGrant grant : invitation.grants()) {
                rows.add(new Object[] {
                    invitation.secretSha256(),
                    rows.size(),
                    grant.export().value(),
                    grant.prefix().bytes(),
                    grant.verb().ordinal(),
                    text(grant.lent())
                });
            }
            work.sql()
                    .batch(
                            "INSERT INTO invitation_grant (secret_sha256, ordinal, export, prefix, verb, lent)"
                                    + " VALUES (?, ?, ?, ?, ?, ?)",
                            rows);
            return invitation;
        });
    }

    /**
     * Uses an invitation up: the site and its grants are there when the future completes. Fails with INVITATION_INVALID if it is not open, or
     * is for a site of another name. Used before by the same site with the same key it succeeds and changes nothing.
     */
    public CompletableFuture<Invitation> accept(Checksum secretSha256, Site site) {
        return changed(1, work -> {
            Statements sql = work.sql();
            int used = sql.update(
                    "UPDATE invitation SET used_at = ? WHERE secret_sha256 = ? AND site = ? AND used_at IS NULL"
                            + " AND expires_at > ?",
                    work.now(),
                    secretSha256,
                    site.name().value(),
                    work.now());
            Optional<Invitation> invitation = invitation(sql, secretSha256)
                    .filter(known -> known.site().equals(site.name())
                            && known.expiresAt().isAfter(work.now()));
            boolean isRepeated = used == 0
                    && invitation.isPresent()
                    && found(sql, site.name()).map(Site::pin).equals(Optional.of(site.pin()));
            if (used == 0 && !isRepeated) {
                throw new MoverException(
                        ErrorCode.INVITATION_INVALID,
                        "no open invitation of site " + site.name() + " has the secret that it showed");
            }
            if (!isRepeated) {
                put(sql, site);
                grant(sql, site.name(), invitation.orElseThrow().grants());
            }
            return invitation.orElseThrow();
        });
    }

    /** When the last invitation that can still be used runs out; empty if there is none. */
    public Optional<Instant> openInvitationsUntil() {
        return parts.read(sql -> sql.one(
                "SELECT expires_at FROM invitation WHERE used_at IS NULL AND expires_at > ? ORDER BY expires_at DESC LIMIT 1",
                (row, at) -> Statements.instantOf(row, "expires_at"),
                parts.now()));
    }

    /** The invitations that can still be used, the first to run out first; at most 1,000. */
    public List<Invitation> openInvitations() {
        return parts.read(sql -> {
            List<Checksum> open = sql.list(
                    "SELECT secret_sha256 FROM invitation WHERE used_at IS NULL AND expires_at > ?"
                            + " ORDER BY expires_at, secret_sha256 LIMIT ?",
                    (row, at) -> new Checksum(ChecksumAlgorithm.SHA256, row.getBytes(1)),
                    parts.now(),
                    ROWS_MAX);
            return open.stream()
                    .flatMap(secret -> invitation(sql, secret).stream())
                    .toList();
        });
    }

    /** Takes an invitation back; gives whether it could still be used. */
    public CompletableFuture<Boolean> uninvite(Checksum secretSha256) {
        return changed(1, work -> {
            int taken = work.sql()
                    .update(
                            "DELETE FROM invitation WHERE secret_sha256 = ? AND used_at IS NULL AND expires_at > ?",
                            secretSha256,
                            work.now());
            if (taken > 0) work.sql().update("DELETE FROM invitation_grant WHERE secret_sha256 = ?", secretSha256);
            return taken > 0;
        });
    }

    /** An invitation that can still be used. */
    public Optional<Invitation> invitation(Checksum secretSha256) {
        return parts.read(sql -> invitation(sql, secretSha256))
                .filter(found -> found.usedAt() == null && found.expiresAt().isAfter(parts.now()));
    }

    private static Optional<Invitation> invitation(Statements sql, Checksum secretSha256) {
        List<SiteGrant> grants = sql.list(
                "SELECT i.site, g.export, g.prefix, g.verb, g.lent FROM invitation_grant g"
                        + " JOIN invitation i ON i.secret_sha256 = g.secret_sha256 WHERE g.secret_sha256 = ?"
                        + " ORDER BY g.ordinal LIMIT ?",
                GRANT,
                secretSha256,
                ROWS_MAX);
        return sql.one(
                "SELECT * FROM invitation WHERE secret_sha256 = ?",
                (row, at) -> new Invitation(
                        secretSha256,
                        new SiteName(row.getString("site")),
                        grants,
                        Statements.instantOf(row, "expires_at"),
                        Statements.instant(row, "used_at")),
                secretSha256);
    }
}
