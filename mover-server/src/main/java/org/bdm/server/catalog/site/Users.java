package org.bdm.server.catalog.site;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.RecordColumns;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/**
 * Users, each with the token on which all that he holds hangs. Whatever ends his rights revokes his tokens in the same transaction. Any
 * thread that may block. Writes never wait for room: TOO_MANY_REQUESTS.
 */
public final class Users {
    /** As many as there can be. */
    public static final int USERS_MAX = 1000;

    private static final String BY_NAME = "SELECT * FROM site_user WHERE name = ?";

    /** Another process must not give him a token while this one revokes them. */
    private static final String LOCKED = " FOR UPDATE";

    private static final RecordColumns<User> USER = RecordColumns.of(
            User.class, "user_no name password_hash role shown_name email is_disabled created_at password_changed_at");

    private final CatalogParts parts;

    /** With the parts of the open catalog. */
    public Users(CatalogParts parts) {
        this.parts = parts;
    }

    /** All of them, by name. */
    public List<User> all() {
        return parts.read(sql -> sql.list("SELECT * FROM site_user ORDER BY name LIMIT ?", USER, USERS_MAX));
    }

    /** True if somebody can log in with a password. */
    public boolean canLogIn() {
        return parts.read(sql -> sql.number("SELECT COUNT(*) FROM site_user WHERE is_disabled = FALSE")) > 0;
    }

    /** The user of this name, also a disabled one. */
    public Optional<User> find(String name) {
        return parts.read(sql -> sql.one(BY_NAME, USER, name));
    }

    /**
     * Adds a user. Fails with ILLEGAL_STATE if a token or a user has or had the name, in any case of letters; TOO_LARGE beyond {@link #USERS_MAX}.
     *
     * @param lostSecret SHA-256 of the secret of his token, which nobody has
     */
    public CompletableFuture<User> add(User user, Checksum lostSecret) {
        return parts.write(work -> {
            Statements sql = work.sql();
            checkFree(sql, user.name());
            if (sql.number("SELECT COUNT(*) FROM site_user") >= USERS_MAX) {
                throw new MoverException(ErrorCode.TOO_LARGE, "a site has at most " + USERS_MAX + " users");
            }
            long number = sql.insert(
                    "INSERT INTO site_user (name, password_hash, role, shown_name, email, is_disabled, created_at,"
                            + " password_changed_at) VALUES (?, ?, ?, ?, ?, FALSE, ?, ?)",
                    "user_no",
                    user.name(),
                    user.passwordHash(),
                    user.role(),
                    user.shownName(),
                    user.email(),
                    user.createdAt(),
                    user.createdAt());
            User added = byNumber(sql, number);
            addToken(sql, added, lostSecret, work.now(), null);
            return added;
        });
    }

    private static void checkFree(Statements sql, String name) {
        if (sql.one(BY_NAME, USER, name).isPresent()) {
            throw new MoverException(ErrorCode.ILLEGAL_STATE, "there is a user '" + name + "' already");
        }
        if (sql.number("SELECT COUNT(*) FROM token WHERE LOWER(owner) = ?", name) > 0) {
            throw new MoverException(
                    ErrorCode.ILLEGAL_STATE,
                    "a token or a former user has the name '" + name
                            + "', by which jobs and the audit log know it; choose another name");
        }
    }

    private static User byNumber(Statements sql, long number) {
        return sql.one("SELECT * FROM site_user WHERE user_no = ?", USER, number)
                .orElseThrow();
    }

    private static long addToken(
            Statements sql, User user, Checksum secretSha256, Instant now, @Nullable Instant expiresAt) {
        return sql.insert(
                "INSERT INTO token (secret_sha256, role, owner, created_at, expires_at, user_no) VALUES (?, ?, ?, ?, ?, ?)",
                "token_no",
                secretSha256,
                user.role(),
                user.name(),
                now,
                expiresAt,
                user.number());
    }

    /**
     * Changes a user. A new password and a change of disabled end his sessions and tokens; a new role is that of his tokens at once. Fails with
     * NOT_FOUND; NOT_ALLOWED if the password is not the one that was checked any more, or he is disabled.
     *
     * @param lostSecret SHA-256 of the secret of his next token, which nobody has
     */
    public CompletableFuture<User> change(String name, UserChange change, Checksum lostSecret) {
        return parts.write(work -> {
            Statements sql = work.sql();
            User before = sql.one(BY_NAME + LOCKED, USER, name).orElseThrow(() -> unknown(name));
            if (change.checkedHash() != null && !isProved(before, change.checkedHash())) {
                throw new MoverException(ErrorCode.NOT_ALLOWED, "the password was changed meanwhile");
            }
            User after = change.applied(before);
            sql.update(
                    "UPDATE site_user SET password_hash = ?, role = ?, shown_name = ?, email = ?, is_disabled = ?,"
                            + " password_changed_at = ? WHERE user_no = ?",
                    after.passwordHash(),
                    after.role(),
                    after.shownName(),
                    after.email(),
                    after.isDisabled(),
                    change.passwordHash() == null ? before.passwordChangedAt() : work.now(),
                    before.number());
            if (change.endsSessions(before)) {
                revokeTokens(work, before.number());
                if (!after.isDisabled()) addToken(sql, after, lostSecret, work.now(), null);
            } else {
                sql.update(
                        "UPDATE token SET role = ? WHERE user_no = ? AND revoked_at IS NULL",
                        after.role(),
                        before.number());
            }
            return byNumber(sql, before.number());
        });
    }

    private static boolean isProved(User user, String checkedHash) {
        return !user.isDisabled() && user.passwordHash().equals(checkedHash);
    }

    /** Removes a user; his sessions and tokens end, and nobody gets his name. Fails with NOT_FOUND. */
    public CompletableFuture<Void> remove(String name) {
        return parts.write(work -> {
            User user = work.sql().one(BY_NAME + LOCKED, USER, name).orElseThrow(() -> unknown(name));
            revokeTokens(work, user.number());
            work.sql().update("DELETE FROM site_user WHERE user_no = ?", user.number());
            return null;
        });
    }

    private static void revokeTokens(ChangeWork work, long user) {
        work.sql().update("UPDATE token SET revoked_at = ? WHERE user_no = ? AND revoked_at IS NULL", work.now(), user);
    }

    /**
     * Confirms a login, so that a password that was changed, or a user who was disabled while it was checked, is refused.
     *
     * @param checkedHash with which the password was compared
     * @param renewedHash of the same password, to be kept instead; null keeps the one that is there
     * @return the token on which his sessions hang; empty if he is refused
     */
    public CompletableFuture<Optional<Token>> confirm(String name, String checkedHash, @Nullable String renewedHash) {
        return parts.write(work -> {
            Statements sql = work.sql();
            Optional<User> user = sql.one(BY_NAME + LOCKED, USER, name).filter(found -> isProved(found, checkedHash));
            if (user.isEmpty()) return Optional.empty();
            long number = user.get().number();
            if (renewedHash != null)
                sql.update("UPDATE site_user SET password_hash = ? WHERE user_no = ?", renewedHash, number);
            return sql.one(
                    "SELECT * FROM token WHERE user_no = ? AND expires_at IS NULL AND revoked_at IS NULL",
                    Tokens.ROW,
                    number);
        });
    }

    /**
     * Gives a user a token with an end for the one on which his sessions hang. Fails with NOT_AUTHENTICATED if that one was revoked.
     *
     * @param token number of the token on which his sessions hang
     * @param perUserMax beyond it, the oldest of his tokens with an end goes
     */
    public CompletableFuture<Token> exchange(long token, Checksum secretSha256, Instant expiresAt, int perUserMax) {
        return parts.write(work -> {
            Statements sql = work.sql();
            User user = userOf(sql, token)
                    .orElseThrow(() ->
                            new MoverException(ErrorCode.NOT_AUTHENTICATED, "the login ended meanwhile: log in again"));
            sql.update(
                    "DELETE FROM token WHERE user_no = ? AND expires_at IS NOT NULL"
                            + " AND (expires_at <= ? OR revoked_at IS NOT NULL)",
                    user.number(),
                    work.now());
            String ofUser = " FROM token WHERE user_no = ? AND expires_at IS NOT NULL";
            if (sql.number("SELECT COUNT(*)" + ofUser, user.number()) >= perUserMax) {
                long oldest = sql.number("SELECT MIN(token_no)" + ofUser, user.number());
                sql.update("DELETE FROM token WHERE token_no = ?", oldest);
            }
            return Tokens.numbered(sql, addToken(sql, user, secretSha256, work.now(), expiresAt));
        });
    }

    /** The user whose sessions hang on this token, locked; empty if it was revoked. */
    private static Optional<User> userOf(Statements sql, long token) {
        long number = sql.number("SELECT user_no FROM token WHERE token_no = ?", token);
        Optional<User> user = sql.one("SELECT * FROM site_user WHERE user_no = ?" + LOCKED, USER, number);
        String valid = "SELECT COUNT(*) FROM token WHERE token_no = ? AND expires_at IS NULL AND revoked_at IS NULL";
        return user.filter(found -> sql.number(valid, token) == 1);
    }

    private static MoverException unknown(String name) {
        return new MoverException(ErrorCode.NOT_FOUND, "there is no user '" + name + "'");
    }
}
