package org.bdm.server.site.access;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.site.Token;
import org.jspecify.annotations.Nullable;

/** Tokens of the REST API: 256 random bits, of which only the SHA-256 is kept. Any thread that may block. */
public final class AccessTokens {
    /** The life of a token that a user is given for his password. */
    public static final Duration EXCHANGED_LIFETIME = Duration.ofDays(7);

    private static final int EXCHANGED_MAX = 20;
    private static final String PREFIX = "bdm_";
    private static final int SECRET_BYTES = 32;
    private static final int SECRET_LENGTH = PREFIX.length() + (SECRET_BYTES * 8 + 5) / 6;
    private static final int SECRET_LENGTH_MAX = 200;
    private static final int ROWS_AT_ONCE = 1000;
    private static final String FIRST_OWNER = "admin";

    private final Catalog catalog;
    private final Clock clock;
    private final SecureRandom random;

    /** By number of the token; lost with the process, since it is only for people. */
    private final Map<Long, Instant> lastUsed = new ConcurrentHashMap<>();

    /** With its parts. */
    public AccessTokens(Catalog catalog, Clock clock, SecureRandom random) {
        this.catalog = catalog;
        this.clock = clock;
        this.random = random;
    }

    /**
     * A token that was made.
     *
     * @param secret to be handed over; it is not kept and cannot be shown again
     */
    public record Made(String secret, AccessToken token) {}

    /**
     * A token without its secret.
     *
     * @param name who or what uses it; the owner of the jobs it submits
     * @param isOfUser whether a user was given it for his password, or it is of a person whom the issuer of the site named
     * @param lastUsedAt since the process began; null if it was not
     */
    public record AccessToken(
            long number,
            String name,
            Set<Role> roles,
            boolean isOfUser,
            Instant createdAt,
            @Nullable Instant expiresAt,
            @Nullable Instant lastUsedAt) {
        /** Copies the set. */
        public AccessToken {
            roles = Set.copyOf(roles);
        }
    }

    /**
     * Sees to it that there is a token of an administrator. The first one is kept for its owner before the catalog knows it: a start that
     * ends in between is gone on with by the next, which finds what was kept.
     *
     * @param kept what an earlier start kept
     * @param keep makes a new secret durable where its owner finds it
     */
    public void ensureAdmin(Supplier<Optional<String>> kept, Consumer<String> keep) {
        if (valid().stream().anyMatch(AccessTokens::isOfAdministrator)) return;
        Optional<String> earlier = kept.get().filter(this::isUsable);
        var unused = earlier.map(secret -> add(secret, FIRST_OWNER, EnumSet.of(Role.ADMIN), null))
                .orElseGet(() -> createAdmin(keep))
                .join();
    }

    /** True for a token that no password is needed for: users may lose theirs. */
    private static boolean isOfAdministrator(AccessToken token) {
        return !token.isOfUser() && token.roles().contains(Role.ADMIN);
    }

    /** True if it is a secret of ours that the catalog has never had: one that was revoked stays so. */
    private boolean isUsable(String secret) {
        if (!secret.startsWith(PREFIX) || secret.length() != SECRET_LENGTH) return false;
        return catalog.tokens().find(sha256(secret)).isEmpty();
    }

    /** Makes a token; durable when the future completes. INVALID_REQUEST for a reserved name; fails with ILLEGAL_STATE for the name of a user. */
    public CompletableFuture<Made> create(String name, Set<Role> roles, @Nullable Instant expiresAt) {
        Caller.refuseReserved(name);
        return add(newSecret(), name, roles, expiresAt);
    }

    /** Makes another token of an administrator, kept for its owner before the catalog knows it. */
    public CompletableFuture<Made> createAdmin(Consumer<String> keep) {
        String secret = newSecret();
        keep.accept(secret);
        return add(secret, FIRST_OWNER, EnumSet.of(Role.ADMIN), null);
    }

    private String newSecret() {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private CompletableFuture<Made> add(String secret, String name, Set<Role> roles, @Nullable Instant expiresAt) {
        Token token = new Token(0, sha256(secret), Role.stored(roles), name, clock.instant(), expiresAt, null, 0);
        return catalog.tokens().add(token).thenApply(kept -> new Made(secret, accessToken(kept)));
    }

    /** Returns the caller who shows this secret; empty if it is invalid. */
    public Optional<Caller> callerOf(String secret) {
        if (!secret.startsWith(PREFIX) || secret.length() > SECRET_LENGTH_MAX) return Optional.empty();
        return callerOf(sha256(secret));
    }

    /** Returns the holder of the token with this hash; empty if it was revoked or has expired. */
    public Optional<Caller> callerOf(Checksum tokenSha256) {
        return catalog.tokens()
                .valid(tokenSha256)
                .filter(AccessTokens::isNotOfSite)
                .map(token -> {
                    lastUsed.put(token.number(), clock.instant());
                    return new Caller(token.number(), token.owner(), Role.ofStored(token.role()), tokenSha256);
                });
    }

    /** An earlier version made tokens with the name of a person at another site; nobody may show one. */
    private static boolean isNotOfSite(Token token) {
        return !AskersRights.isOfSite(token.owner());
    }

    /** All tokens that are neither revoked nor past their time and whose secret somebody has, oldest first. */
    public List<AccessToken> valid() {
        Instant now = clock.instant();
        List<AccessToken> valid = new ArrayList<>();
        List<Token> rows;
        long after = 0;
        do {
            rows = catalog.tokens().after(after, ROWS_AT_ONCE);
            for (Token row : rows) {
                after = row.number();
                boolean isOver = row.expiresAt() != null && !row.expiresAt().isAfter(now);
                if (row.revokedAt() == null && !isOver && !row.isOfSessions()) valid.add(accessToken(row));
            }
        } while (rows.size() == ROWS_AT_ONCE);
        return valid;
    }

    /** Revokes a token, at once for whoever uses it. NOT_FOUND; ILLEGAL_STATE for the last one of an administrator. */
    public CompletableFuture<Void> revoke(long number) {
        List<AccessToken> valid = valid();
        boolean isThere = valid.stream().anyMatch(token -> token.number() == number);
        if (!isThere) throw new MoverException(ErrorCode.NOT_FOUND, "there is no token-" + number);
        boolean isAdminLeft = valid.stream().anyMatch(token -> token.number() != number && isOfAdministrator(token));
        if (!isAdminLeft) {
            throw new MoverException(
                    ErrorCode.ILLEGAL_STATE,
                    "token-" + number + " is the last of an administrator: make another first");
        }
        return catalog.tokens().revoke(number).thenAccept(revoked -> lastUsed.remove(number));
    }

    /**
     * Gives a user who has just logged in a token that expires; beyond 20, his oldest one ends. Fails with NOT_AUTHENTICATED if the login ended
     * meanwhile.
     *
     * @param login the caller whose token is the one of his sessions
     */
    public CompletableFuture<Made> exchange(Caller login) {
        String secret = newSecret();
        Instant end = clock.instant().plus(EXCHANGED_LIFETIME).truncatedTo(ChronoUnit.MILLIS);
        return catalog.users()
                .exchange(login.token(), sha256(secret), end, EXCHANGED_MAX)
                .thenApply(kept -> new Made(secret, accessToken(kept)));
    }

    /**
     * Returns the caller for a person whom the issuer of the site named, and who has just logged in: the sessions that hang on his token get
     * these roles, and end with it.
     *
     * @param owner with the prefix that keeps it apart from names of users
     * @param lifetime of the token from now on
     */
    public Caller issued(String owner, Set<Role> roles, Duration lifetime) {
        Instant end = clock.instant().plus(lifetime).truncatedTo(ChronoUnit.MILLIS);
        Token token = Durable.await(catalog.issuedTokens().renew(owner, Role.stored(roles), end, sha256(newSecret())));
        return new Caller(token.number(), token.owner(), Role.ofStored(token.role()), token.secretSha256());
    }

    /** Ends the sessions of a person whom the issuer of the site named. */
    public void endIssued(String owner) {
        Durable.await(catalog.issuedTokens().end(owner));
    }

    /** Ends the token of this caller if it was given for a password; others stay. The future says whether it ended. */
    public CompletableFuture<Boolean> endExchanged(Caller caller) {
        return catalog.tokens().revokeExchanged(caller.token());
    }

    private AccessToken accessToken(Token row) {
        return new AccessToken(
                row.number(),
                row.owner(),
                Role.ofStored(row.role()),
                row.user() != 0,
                row.createdAt(),
                row.expiresAt(),
                lastUsed.get(row.number()));
    }

    static Checksum sha256(String secret) {
        RunningDigest digest = RunningDigest.of(ChecksumAlgorithm.SHA256);
        digest.update(ByteBuffer.wrap(secret.getBytes(StandardCharsets.UTF_8)));
        return digest.finish();
    }
}
