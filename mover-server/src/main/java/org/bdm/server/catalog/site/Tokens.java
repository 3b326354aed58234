package org.bdm.server.catalog.site;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.RecordColumns;
import org.bdm.server.catalog.db.Statements;

/** Tokens of the REST API. Writes never wait for room: TOO_MANY_REQUESTS. */
public final class Tokens {
    static final RecordColumns<Token> ROW =
            RecordColumns.of(Token.class, "token_no secret_sha256 role owner created_at expires_at revoked_at user_no");

    private final CatalogParts parts;

    public Tokens(CatalogParts parts) {
        this.parts = parts;
    }

    /** Keeps a new token of nobody; the future gives it with its number. Fails with ILLEGAL_STATE for the name that a user has or had. */
    public CompletableFuture<Token> add(Token token) {
        return parts.write(work -> {
            checkNoUser(work.sql(), token.owner());
            long number = work.sql()
                    .insert(
                            "INSERT INTO token (secret_sha256, role, owner, created_at, expires_at, revoked_at)"
                                    + " VALUES (?, ?, ?, ?, ?, ?)",
                            "token_no",
                            token.secretSha256(),
                            token.role(),
                            token.owner(),
                            token.createdAt(),
                            token.expiresAt(),
                            token.revokedAt());
            return numbered(work.sql(), number);
        });
    }

    /** A name stands for one person in jobs and in the audit log. */
    private static void checkNoUser(Statements sql, String owner) {
        String name = owner.toLowerCase(Locale.ROOT);
        if (sql.number("SELECT COUNT(*) FROM token WHERE user_no > 0 AND owner = ?", name) == 0) return;
        throw new MoverException(
                ErrorCode.ILLEGAL_STATE,
                "'" + owner + "' is or was the name of a user, who logs in with a password; choose another name");
    }

    static Token numbered(Statements sql, long number) {
        return sql.one("SELECT * FROM token WHERE token_no = ?", ROW, number)
                .orElseThrow(() -> new MoverException(ErrorCode.NOT_FOUND, "there is no token " + number));
    }

    /** The token with this secret, also one that was revoked or is past its time. */
    public Optional<Token> find(Checksum secretSha256) {
        return parts.read(sql -> sql.one("SELECT * FROM token WHERE secret_sha256 = ?", ROW, secretSha256));
    }

    /** The token with this secret that is neither revoked nor expired now. */
    public Optional<Token> valid(Checksum secretSha256) {
        return parts.read(sql -> sql.one(
                "SELECT * FROM token WHERE secret_sha256 = ? AND revoked_at IS NULL"
                        + " AND (expires_at IS NULL OR expires_at > ?)",
                ROW,
                secretSha256,
                parts.now()));
    }

    /** Tokens by number, beginning after {@code afterNumber}; at most {@code rowsMax}. */
    public List<Token> after(long afterNumber, int rowsMax) {
        int limit = CatalogParts.checkedRows(rowsMax);
        return parts.read(sql ->
                sql.list("SELECT * FROM token WHERE token_no > ? ORDER BY token_no LIMIT ?", ROW, afterNumber, limit));
    }

    /** Revokes a token; fails with NOT_FOUND. */
    public CompletableFuture<Token> revoke(long number) {
        return parts.write(work -> {
            work.sql()
                    .update(
                            "UPDATE token SET revoked_at = ? WHERE token_no = ? AND revoked_at IS NULL",
                            work.now(),
                            number);
            return numbered(work.sql(), number);
        });
    }

    /** Revokes a token that a user was given for his password; nothing happens to any other. */
    public CompletableFuture<Boolean> revokeExchanged(long number) {
        return parts.write(work -> work.sql()
                        .update(
                                "UPDATE token SET revoked_at = ? WHERE token_no = ? AND revoked_at IS NULL"
                                        + " AND user_no > 0 AND expires_at IS NOT NULL",
                                work.now(),
                                number)
                > 0);
    }
}
