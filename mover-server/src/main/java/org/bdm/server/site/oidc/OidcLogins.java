package org.bdm.server.site.oidc;

import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.bdm.server.extension.Extensions;
import org.bdm.server.site.access.AccessTokens;
import org.bdm.server.site.access.Caller;
import org.bdm.server.site.access.LoginSessions;
import org.jspecify.annotations.Nullable;

/**
 * Logins of people with the account of their institution: OpenID Connect with an authorization code, PKCE, state and nonce. Any thread that
 * may block.
 */
public final class OidcLogins {
    /** Time from {@link #begin} to {@link #finish}. */
    public static final Duration TIME_MAX = LoginAttempt.TIME_MAX;

    private final @Nullable OidcSettings settings;
    private final @Nullable Issuer issuer;
    private final AccessTokens tokens;
    private final Clock clock;
    private final SecureRandom random;

    /**
     * With its parts; without settings nobody can log in so. Asks nothing.
     *
     * @throws org.bdm.core.fault.MoverException UNSUPPORTED if there are settings, and what asks the issuer is not installed
     */
    public OidcLogins(
            Optional<OidcSettings> settings,
            Extensions extensions,
            AccessTokens tokens,
            Clock clock,
            SecureRandom random) {
        this.settings = settings.orElse(null);
        this.issuer = settings.map(
                        known -> extensions.need(Issuers.POINT, "--oidc-issuer").of(known, clock))
                .orElse(null);
        this.tokens = tokens;
        this.clock = clock;
        this.random = random;
    }

    /**
     * A login that began.
     *
     * @param page of the issuer, where the browser goes
     * @param cookie to be kept by the browser until it comes back
     */
    public record Begun(URI page, String cookie) {
        /** Nothing secret. */
        @Override
        public String toString() {
            return "Begun";
        }
    }

    /**
     * The words with which the issuer sends a browser back; empty for what it did not say.
     *
     * @param issuer as whom it names itself
     */
    public record Return(String code, String state, String error, String issuer) {
        /** Nothing secret. */
        @Override
        public String toString() {
            return "Return";
        }
    }

    /** True if the site has an issuer. */
    public boolean areOffered() {
        return issuer != null;
    }

    /** The name of the institution for people; empty without an issuer. */
    public Optional<String> shownName() {
        return Optional.ofNullable(settings).map(OidcSettings::shownName);
    }

    /** True if browsers reach this site by HTTPS only. */
    public boolean areSecure() {
        return settings != null && settings.isSecure();
    }

    /** Begins a login. */
    public Begun begin() throws LoginRefused {
        LoginAttempt attempt = LoginAttempt.begin(clock.instant(), random);
        return new Begun(known().page(attempt), attempt.cookie());
    }

    /**
     * Ends a login, and returns the person as the caller of a session. Refused for want of a role, he loses the sessions that he has.
     *
     * @param cookie that the browser kept; null if it has none
     */
    public Caller finish(Return back, @Nullable String cookie) throws LoginRefused {
        LoginAttempt attempt = LoginAttempt.of(cookie, back.state(), clock.instant())
                .orElseThrow(() -> new LoginRefused(
                        LoginEnd.LATE, "the login took too long, or another browser or address began it: state"));
        known().checkSender(back.issuer());
        if (!back.error().isEmpty()) {
            LoginEnd end = back.error().equals("access_denied") ? LoginEnd.DECLINED : LoginEnd.ISSUER;
            throw new LoginRefused(end, "the issuer refused the login: " + LoginRefused.shown(back.error()));
        }
        if (back.code().isEmpty()) throw new LoginRefused(LoginEnd.ISSUER, "the issuer sent no code");
        Person person = Person.of(known().claims(back.code(), attempt), settings());
        if (person.roles().isEmpty()) {
            tokens.endIssued(person.owner());
            throw new LoginRefused(
                    LoginEnd.NO_ROLE,
                    "no value of the claim '" + settings().roleClaim() + "' gives " + person.owner() + " a role");
        }
        return tokens.issued(person.owner(), person.roles(), LoginSessions.LIFETIME);
    }

    private Issuer known() throws LoginRefused {
        if (issuer == null) throw new LoginRefused(LoginEnd.SITE, "this site has no issuer");
        return issuer;
    }

    private OidcSettings settings() throws LoginRefused {
        if (settings == null) throw new LoginRefused(LoginEnd.SITE, "this site has no issuer");
        return settings;
    }
}
