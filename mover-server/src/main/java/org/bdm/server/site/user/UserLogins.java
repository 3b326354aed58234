package org.bdm.server.site.user;

import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.site.Token;
import org.bdm.server.catalog.site.User;
import org.bdm.server.site.access.AccessTokens;
import org.bdm.server.site.access.Caller;
import org.bdm.server.site.access.FailedLogins;

/**
 * Finds out who shows a name and a password. No answer tells whether the user exists. After 10 wrong passwords of a user from one address
 * within a minute, or 50 from all, none is looked at until the minute is over: what is being checked then may make it up to 10 more. Any
 * thread that may block.
 */
public final class UserLogins {
    /** Wrong passwords of one user from one address within a minute. */
    public static final int PER_ADDRESS_MAX = 10;

    /** Wrong passwords of one user within a minute. */
    public static final int PER_USER_MAX = 50;

    private final Catalog catalog;
    private final SiteUsers users;
    private final Passwords passwords;
    private final AccessTokens tokens;
    private final Clock clock;
    private final FailedLogins failures;

    /** With its parts. The failures of passwords are counted apart from others, so that nobody floods their room with wrong tokens. */
    public UserLogins(Catalog catalog, SiteUsers users, Passwords passwords, AccessTokens tokens, Clock clock) {
        this.catalog = catalog;
        this.users = users;
        this.passwords = passwords;
        this.tokens = tokens;
        this.clock = clock;
        this.failures = new FailedLogins(clock);
    }

    /**
     * Returns the caller, whose token is the one of his sessions. NOT_AUTHENTICATED; RATE_LIMITED after too many wrong passwords;
     * TOO_MANY_REQUESTS while many are being checked.
     *
     * @param name as it was typed
     * @param address from where
     */
    public Caller callerOf(String name, String password, String address) {
        Optional<User> user = proved(name, password, address);
        return user.flatMap(known -> confirmed(known, password))
                .orElseThrow(() ->
                        new MoverException(ErrorCode.NOT_AUTHENTICATED, "the user name or the password is wrong"));
    }

    private Optional<Caller> confirmed(User user, String password) {
        Optional<Token> token = Durable.await(
                catalog.users().confirm(user.name(), user.passwordHash(), passwords.renewed(password, user)));
        return token.flatMap(found -> tokens.callerOf(found.secretSha256()));
    }

    /** The user, if it is his password; counts it if it is not. */
    private Optional<User> proved(String name, String password, String address) {
        Optional<User> user = users.find(written(name));
        String all = user.map(User::name)
                .orElseGet(() -> Integer.toHexString(written(name).hashCode()) + " of nobody");
        String here = all + " at " + address;
        refuse(failures.standing(here), PER_ADDRESS_MAX);
        refuse(failures.standing(all), PER_USER_MAX);
        if (passwords.matches(password, user.orElse(null))) return user.filter(known -> !known.isDisabled());
        count(here);
        count(all);
        return Optional.empty();
    }

    private void count(String who) {
        var unused = failures.refused(who);
    }

    /** Telephones begin names with a capital letter. */
    private static String written(String name) {
        return name.strip().toLowerCase(Locale.ROOT);
    }

    private void refuse(FailedLogins.Standing standing, int max) {
        if (standing.refusals() < max) return;
        long seconds = Math.max(
                1, Duration.between(clock.instant(), standing.windowEnd()).toSeconds());
        throw new MoverException(
                ErrorCode.RATE_LIMITED, "too many wrong passwords for this user; wait " + seconds + " s");
    }

    /** The name under which the audit log may show a failed login: that of a user, since others may be passwords in the wrong field. */
    public String shown(String name) {
        return users.find(written(name)).map(user -> "user " + user.name()).orElse("no user of this site");
    }

    /**
     * Changes the password of a user who shows the old one; his sessions and tokens end. NOT_ALLOWED if the old one is wrong; RATE_LIMITED and
     * TOO_MANY_REQUESTS as at a login; ILLEGAL_STATE if the caller is not a user; INVALID_REQUEST for a password that cannot be.
     */
    public CompletableFuture<User> changePassword(Caller caller, String old, String wanted, String address) {
        if (users.find(caller.owner()).isEmpty()) {
            throw new MoverException(ErrorCode.ILLEGAL_STATE, "'" + caller.owner() + "' has a token and no password");
        }
        User user = proved(caller.owner(), old, address)
                .orElseThrow(() -> new MoverException(ErrorCode.NOT_ALLOWED, "the old password is wrong"));
        return users.changePassword(user, wanted);
    }
}
