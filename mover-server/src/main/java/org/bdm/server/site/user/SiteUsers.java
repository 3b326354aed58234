package org.bdm.server.site.user;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.site.User;
import org.bdm.server.catalog.site.UserChange;
import org.bdm.server.site.access.Role;
import org.jspecify.annotations.Nullable;

/** The users of this site, for administrators. Any thread that may block. */
public final class SiteUsers {
    private static final Pattern NAME = Pattern.compile("[a-z0-9._-]{1,64}");
    private static final Pattern EMAIL = Pattern.compile("[^@\\s]{1,64}@[^@\\s]{1,189}");

    /** The words that stand for others than a user in routes, jobs and the audit log. */
    private static final Set<String> RESERVED = Set.of("admin", "me", "offline", "unknown");

    private static final int SECRET_BYTES = 32;

    private final Catalog catalog;
    private final Passwords passwords;
    private final Clock clock;
    private final SecureRandom random;

    /** With its parts. */
    public SiteUsers(Catalog catalog, Passwords passwords, Clock clock, SecureRandom random) {
        this.catalog = catalog;
        this.passwords = passwords;
        this.clock = clock;
        this.random = random;
    }

    /**
     * The wanted changes of a user; null leaves what is there.
     *
     * @param password in the clear
     * @param shownName empty takes it away
     * @param email empty takes it away
     */
    public record Wish(
            @Nullable String password,
            @Nullable Role role,
            @Nullable Boolean disabled,
            @Nullable String shownName,
            @Nullable String email) {
        /** Nothing of the password. */
        @Override
        public String toString() {
            return "Wish[" + role + ", " + disabled + "]";
        }
    }

    /** All of them, by name. */
    public List<User> all() {
        return catalog.users().all();
    }

    /** True if somebody can log in with a password. */
    public boolean canLogIn() {
        return catalog.users().canLogIn();
    }

    /** The user of this name, also a disabled one; empty for what is no name of a user. */
    public Optional<User> find(String name) {
        return NAME.matcher(name).matches() ? catalog.users().find(name) : Optional.empty();
    }

    /**
     * Adds a user; durable when the future completes. INVALID_REQUEST for a name, a password, a role or an e-mail address that cannot be;
     * fails with ILLEGAL_STATE for a name that a token or a user has or had.
     */
    public CompletableFuture<User> create(String name, String password, Role role, String shownName, String email) {
        checkName(name);
        checkRole(role);
        checkEmail(email);
        String hash = passwords.hash(name, password);
        User user = new User(0, name, hash, role.name(), shownName, email, false, clock.instant(), clock.instant());
        return catalog.users().add(user, lostSecret());
    }

    private static void checkName(String name) {
        if (!NAME.matcher(name).matches()) {
            throw invalid("name: lower-case letters, digits, '.', '_' and '-', at most 64");
        }
        if (RESERVED.contains(name)) throw invalid("name: '" + name + "' stands for something else; choose another");
    }

    private static void checkRole(Role role) {
        if (role == Role.METRICS) throw invalid("role: metrics is for programs; give them a token");
    }

    private static void checkEmail(String email) {
        if (!email.isEmpty() && !EMAIL.matcher(email).matches()) throw invalid("email: not an e-mail address");
    }

    /**
     * Changes a user; durable when the future completes. A new password and a change of disabled end his sessions and tokens; a new role is
     * that of his sessions and tokens at once. INVALID_REQUEST as for {@link #create}; fails with NOT_FOUND.
     */
    public CompletableFuture<User> change(String name, Wish wish) {
        if (wish.role() != null) checkRole(wish.role());
        if (wish.email() != null) checkEmail(wish.email());
        if (find(name).isEmpty()) throw unknown(name);
        String hash = wish.password() == null ? null : passwords.hash(name, wish.password());
        String role = wish.role() == null ? null : wish.role().name();
        UserChange change = new UserChange(null, hash, role, wish.disabled(), wish.shownName(), wish.email());
        return catalog.users().change(name, change, lostSecret());
    }

    /** Removes a user; his sessions and tokens end, and nobody gets his name. Fails with NOT_FOUND. */
    public CompletableFuture<Void> remove(String name) {
        if (find(name).isEmpty()) throw unknown(name);
        return catalog.users().remove(name);
    }

    /** Gives a user another password, whose old one was compared with the hash that he has. His sessions and tokens end. */
    CompletableFuture<User> changePassword(User proved, String password) {
        String hash = passwords.hash(proved.name(), password);
        UserChange change = UserChange.ofPassword(proved.passwordHash(), hash);
        return catalog.users().change(proved.name(), change, lostSecret());
    }

    /** Returns the hash of a secret that is forgotten here: no token is found by it. */
    private Checksum lostSecret() {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return new Checksum(ChecksumAlgorithm.SHA256, bytes);
    }

    private static MoverException unknown(String name) {
        return new MoverException(ErrorCode.NOT_FOUND, "there is no user '" + name + "'");
    }

    private static MoverException invalid(String detail) {
        return new MoverException(ErrorCode.INVALID_REQUEST, detail);
    }
}
