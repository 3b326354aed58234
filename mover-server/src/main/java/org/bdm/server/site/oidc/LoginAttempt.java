package org.bdm.server.site.oidc;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A login that a browser began. All that the next step needs follows from one secret, which only the cookie of that browser has: state, nonce
 * and the verifier of PKCE. The time is a part of it, so that a cookie with another time fits no state. Immutable.
 *
 * @param cookie the seconds at which it began, a dot, and 256 random bits
 */
public record LoginAttempt(String cookie) {
    /** The longest login. */
    static final Duration TIME_MAX = Duration.ofMinutes(10);

    private static final int SECRET_BYTES = 32;
    private static final Pattern COOKIE = Pattern.compile("([0-9]{1,12})\\.[A-Za-z0-9_-]{43}");

    static LoginAttempt begin(Instant now, SecureRandom random) {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return new LoginAttempt(now.getEpochSecond() + "." + text(bytes));
    }

    /** The attempt of a cookie and the state that came back; empty if they do not fit, or it is too late. */
    static Optional<LoginAttempt> of(@Nullable String cookie, @Nullable String state, Instant now) {
        if (cookie == null || state == null) return Optional.empty();
        Matcher matcher = COOKIE.matcher(cookie);
        if (!matcher.matches()) return Optional.empty();
        Instant begun = Instant.ofEpochSecond(Long.parseLong(matcher.group(1)));
        if (begun.isAfter(now) || !begun.plus(TIME_MAX).isAfter(now)) return Optional.empty();
        LoginAttempt attempt = new LoginAttempt(cookie);
        boolean fits = MessageDigest.isEqual(
                state.getBytes(StandardCharsets.UTF_8), attempt.state().getBytes(StandardCharsets.UTF_8));
        return fits ? Optional.of(attempt) : Optional.empty();
    }

    /** Comes back with the browser. */
    public String state() {
        return derived("state");
    }

    /** Is in the token for this login, and in no other. */
    public String nonce() {
        return derived("nonce");
    }

    /** The verifier of PKCE, which only the issuer gets, with the code. */
    public String verifier() {
        return derived("verifier");
    }

    /** The challenge of PKCE by S256, which goes through the browser. */
    public String challenge() {
        return text(sha256(verifier()));
    }

    private String derived(String use) {
        return text(sha256(use + " " + cookie));
    }

    private static String text(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Nothing secret. */
    @Override
    public String toString() {
        return "LoginAttempt";
    }
}
