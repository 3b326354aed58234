package org.bdm.server.site.access;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.site.LoginSessionRow;

/**
 * Sessions of the web UI: a cookie stands for a token, so that no script of a page ever holds the token. They are in the catalog, so that any
 * process of the site answers; they end after their time, and with the token that began them. Any thread that may block.
 */
public final class LoginSessions {
    /** The life of a session. */
    public static final Duration LIFETIME = Duration.ofHours(12);

    /** Sessions of one token. */
    public static final int PER_TOKEN_MAX = 20;

    private static final int SESSIONS_MAX = 10_000;
    private static final int ID_BYTES = 32;
    private static final int ID_LENGTH_MAX = 100;

    private final Catalog catalog;
    private final AccessTokens tokens;
    private final Clock clock;
    private final SecureRandom random;

    /** With its parts. */
    public LoginSessions(Catalog catalog, AccessTokens tokens, Clock clock, SecureRandom random) {
        this.catalog = catalog;
        this.tokens = tokens;
        this.clock = clock;
        this.random = random;
    }

    /**
     * One session.
     *
     * @param id what the cookie holds; as secret as the token
     * @param csrfToken what every change has to show besides the cookie
     */
    public record Session(String id, Caller caller, String csrfToken, Instant expiresAt) {}

    /** Begins a session. Beyond 20 of its token, that token's oldest ends; beyond 10,000, the oldest of the token that has most. */
    public Session begin(Caller caller) {
        Instant end = clock.instant().plus(LIFETIME).truncatedTo(ChronoUnit.MILLIS);
        Session session = new Session(random(), caller, random(), end);
        LoginSessionRow row = new LoginSessionRow(
                sha256(session.id()), caller.token(), caller.tokenSha256(), session.csrfToken(), end);
        Durable.await(catalog.loginSessions().add(row, PER_TOKEN_MAX, SESSIONS_MAX));
        return session;
    }

    /** The session of this cookie, with what its token allows now; empty if it ended. */
    public Optional<Session> find(String id) {
        if (id.length() > ID_LENGTH_MAX) return Optional.empty();
        Optional<LoginSessionRow> row = catalog.loginSessions()
                .find(sha256(id))
                .filter(known -> known.expiresAt().isAfter(clock.instant()));
        if (row.isEmpty()) return Optional.empty();
        return tokens.callerOf(row.get().tokenSha256())
                .map(caller ->
                        new Session(id, caller, row.get().csrfToken(), row.get().expiresAt()));
    }

    /** Ends a session; nothing happens if there is none. */
    public void end(String id) {
        Durable.await(catalog.loginSessions().end(sha256(id)));
    }

    private String random() {
        byte[] bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static Checksum sha256(String id) {
        RunningDigest digest = RunningDigest.of(ChecksumAlgorithm.SHA256);
        digest.update(ByteBuffer.wrap(id.getBytes(StandardCharsets.UTF_8)));
        return digest.finish();
    }
}
