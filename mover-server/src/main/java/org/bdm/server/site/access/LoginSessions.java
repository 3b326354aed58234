package org.bdm.server.site.access;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Sessions of the web UI: a cookie stands for a token, so that no script of a page ever holds the token. They end with the process, after
 * their time, and with the token that began them. Any thread.
 */
public final class LoginSessions {
    /** The life of a session. */
    public static final Duration LIFETIME = Duration.ofHours(12);

    /** Sessions of one token. */
    public static final int PER_TOKEN_MAX = 20;

    private static final int SESSIONS_MAX = 10_000;
    private static final int ID_BYTES = 32;

    private final AccessTokens tokens;
    private final Clock clock;
    private final SecureRandom random;
    private final Map<String, Session> sessions = new LinkedHashMap<>(); // guarded by this

    /** With its parts. */
    public LoginSessions(AccessTokens tokens, Clock clock, SecureRandom random) {
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
    public synchronized Session begin(Caller caller) {
        Instant now = clock.instant();
        sessions.values().removeIf(old -> !old.expiresAt().isAfter(now));
        if (count(caller.token()) >= PER_TOKEN_MAX) endOldest(caller.token());
        if (sessions.size() >= SESSIONS_MAX) endOldest(tokenOfMost());
        Session session = new Session(random(), caller, random(), now.plus(LIFETIME));
        sessions.put(session.id(), session);
        return session;
    }

    private long count(long token) {
        return sessions.values().stream()
                .filter(session -> session.caller().token() == token)
                .count();
    }

    private void endOldest(long token) {
        sessions.values().stream()
                .filter(session -> session.caller().token() == token)
                .findFirst()
                .ifPresent(oldest -> sessions.remove(oldest.id()));
    }

    private long tokenOfMost() {
        Map<Long, Long> counts = sessions.values().stream()
                .collect(Collectors.groupingBy(session -> session.caller().token(), Collectors.counting()));
        return Collections.max(counts.entrySet(), Map.Entry.comparingByValue()).getKey();
    }

    /** The session of this cookie, with what its token allows now; empty if it ended. May block. */
    public Optional<Session> find(String id) {
        Session session;
        synchronized (this) {
            session = sessions.get(id);
        }
        if (session == null) return Optional.empty();
        Optional<Caller> caller = session.expiresAt().isAfter(clock.instant())
                ? tokens.callerOf(session.caller().tokenSha256())
                : Optional.empty();
        if (caller.isEmpty()) end(id);
        return caller.map(now -> new Session(id, now, session.csrfToken(), session.expiresAt()));
    }

    /** Ends a session; nothing happens if there is none. */
    public synchronized void end(String id) {
        sessions.remove(id);
    }

    private String random() {
        byte[] bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
