package org.bdm.server.catalog.site;

import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.Statements;

/**
 * Tokens of the people whom the issuer of the site named: one each, whose secret nobody has, on which the sessions of that person hang. It
 * expires some time after the last login. Writes never wait for room: TOO_MANY_REQUESTS.
 */
public final class IssuedTokens {
    /** People at one time. */
    public static final int PEOPLE_MAX = 10_000;

    private static final String OF_OWNER = " user_no = " + Token.OF_ISSUER + " AND owner = ? AND revoked_at IS NULL";

    private final CatalogParts parts;

    /** With the parts of the open catalog. */
    public IssuedTokens(CatalogParts parts) {
        this.parts = parts;
    }

    /**
     * Returns the token of a person who has just logged in, with this role and this end; his other sessions have them too. Those that are over
     * go. Fails with TOO_LARGE beyond {@link #PEOPLE_MAX}.
     *
     * @param role upper-case names, judged by {@code access}
     * @param lostSecret SHA-256 of the secret of his token, if he has none yet
     */
    public CompletableFuture<Token> renew(String owner, String role, Instant expiresAt, Checksum lostSecret) {
        return parts.write(work -> {
            Statements sql = work.sql();
            sql.update(
                    "DELETE FROM token WHERE user_no = ? AND (expires_at <= ? OR revoked_at IS NOT NULL)",
                    Token.OF_ISSUER,
                    work.now());
            int renewed =
                    sql.update("UPDATE token SET role = ?, expires_at = ? WHERE" + OF_OWNER, role, expiresAt, owner);
            if (renewed > 0) {
                return Tokens.numbered(sql, sql.number("SELECT MAX(token_no) FROM token WHERE" + OF_OWNER, owner));
            }
            if (sql.number("SELECT COUNT(*) FROM token WHERE user_no = ?", Token.OF_ISSUER) >= PEOPLE_MAX) {
                throw new MoverException(
                        ErrorCode.TOO_LARGE, "more than " + PEOPLE_MAX + " people of the issuer are logged in");
            }
            long number = sql.insert(
                    "INSERT INTO token (secret_sha256, role, owner, created_at, expires_at, user_no)"
                            + " VALUES (?, ?, ?, ?, ?, ?)",
                    "token_no",
                    lostSecret,
                    role,
                    owner,
                    work.now(),
                    expiresAt,
                    Token.OF_ISSUER);
            return Tokens.numbered(sql, number);
        });
    }

    /** Ends the sessions of a person; nothing happens if he has none. */
    public CompletableFuture<Void> end(String owner) {
        return parts.write(work -> {
            work.sql().update("UPDATE token SET revoked_at = ? WHERE" + OF_OWNER, work.now(), owner);
            return null;
        });
    }
}
