package org.bdm.server.catalog.site;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.checksum.Checksum;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.RecordColumns;
import org.bdm.server.catalog.db.Statements;

/** Sessions of the web UI, which any process of the site knows. Writes never wait for room: TOO_MANY_REQUESTS. */
public final class LoginSessionRows {
    private static final RecordColumns<LoginSessionRow> ROW =
            RecordColumns.of(LoginSessionRow.class, "id_sha256 token_no token_sha256 csrf_token expires_at");

    private final CatalogParts parts;

    /** With the parts of the open catalog. */
    public LoginSessionRows(CatalogParts parts) {
        this.parts = parts;
    }

    /**
     * Keeps a session, and forgets those that are over. Beyond a number of its token, that token's oldest goes; beyond a number of all, the oldest
     * of the token that has most.
     */
    public CompletableFuture<Void> add(LoginSessionRow session, int ofTokenMax, int max) {
        return parts.write(work -> {
            Statements sql = work.sql();
            sql.update("DELETE FROM login_session WHERE expires_at <= ?", work.now());
            long ofToken = sql.number("SELECT COUNT(*) FROM login_session WHERE token_no = ?", session.token());
            if (ofToken >= ofTokenMax) endOldest(sql, session.token());
            if (sql.number("SELECT COUNT(*) FROM login_session") >= max) endOldest(sql, tokenOfMost(sql));
            sql.update(
                    "INSERT INTO login_session (id_sha256, token_no, token_sha256, csrf_token, expires_at)"
                            + " VALUES (?, ?, ?, ?, ?)",
                    session.idSha256(),
                    session.token(),
                    session.tokenSha256(),
                    session.csrfToken(),
                    session.expiresAt());
            return null;
        });
    }

    private static void endOldest(Statements sql, long token) {
        sql.update(
                "DELETE FROM login_session WHERE session_no ="
                        + " (SELECT MIN(s.session_no) FROM login_session s WHERE s.token_no = ?)",
                token);
    }

    private static long tokenOfMost(Statements sql) {
        return sql.number(
                "SELECT token_no FROM login_session GROUP BY token_no ORDER BY COUNT(*) DESC, token_no LIMIT 1");
    }

    /** The session with this id, whether or not its time is over. */
    public Optional<LoginSessionRow> find(Checksum idSha256) {
        return parts.read(sql -> sql.one("SELECT * FROM login_session WHERE id_sha256 = ?", ROW, idSha256));
    }

    /** Ends a session; nothing happens if there is none. */
    public CompletableFuture<Void> end(Checksum idSha256) {
        return parts.write(work -> {
            work.sql().update("DELETE FROM login_session WHERE id_sha256 = ?", idSha256);
            return null;
        });
    }
}
