package org.bdm.server.catalog.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.failure;
import static org.bdm.server.catalog.Samples.sha256;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.fault.ErrorCode;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Users, and the tokens on which all that they hold hangs. */
@ParameterizedClass
@EnumSource(TestDatabase.class)
class UsersContractTest {
    @Parameter
    TestDatabase database;

    private OpenCatalog open;

    @BeforeEach
    void open() {
        open = OpenCatalog.at(database.prepared());
    }

    @AfterEach
    void close() {
        open.close();
    }

    private Users users() {
        return open.catalog.users();
    }

    private Tokens tokens() {
        return open.catalog.tokens();
    }

    private User user(String name) {
        Instant now = open.clock.instant();
        return new User(0, name, "hash", "OPERATOR", "Ann Example", "ann@example.org", false, now, now);
    }

    private User added(String name) {
        return users().add(user(name), sha256("of " + name)).join();
    }

    private Token ofSessions(String name) {
        return users().confirm(name, "hash", null).join().orElseThrow();
    }

    private static UserChange change(@Nullable String hash, @Nullable String role, @Nullable Boolean disabled) {
        return new UserChange(null, hash, role, disabled, null, null);
    }

    private boolean isValid(Token token) {
        return tokens().valid(token.secretSha256()).isPresent();
    }

    @Test
    void userIsKeptWithATokenWhoseSecretNobodyHas() {
        assertThat(users().canLogIn()).isFalse();
        User ann = added("ann");
        open.reopen();
        assertThat(users().find("ann")).contains(ann);
        assertThat(users().all()).containsExactly(ann);
        assertThat(users().canLogIn()).isTrue();
        assertThat(ann.shownName()).isEqualTo("Ann Example");
        assertThat(ann.email()).isEqualTo("ann@example.org");
        assertThat(ann.passwordHash()).isEqualTo("hash");
        assertThat(ann.passwordChangedAt()).isEqualTo(ann.createdAt());
        Token token = ofSessions("ann");
        assertThat(token.secretSha256()).isEqualTo(sha256("of ann"));
        assertThat(token.owner()).isEqualTo("ann");
        assertThat(token.role()).isEqualTo("OPERATOR");
        assertThat(token.isOfSessions()).isTrue();
    }

    @Test
    void nameStandsForOnePersonForEver() {
        added("ann");
        assertThat(failure(users().add(user("ann"), sha256("x"))).code()).isEqualTo(ErrorCode.ILLEGAL_STATE);
        assertThat(failure(addToken("Ann")).code()).isEqualTo(ErrorCode.ILLEGAL_STATE);
        addToken("Bob").join();
        assertThat(failure(users().add(user("bob"), sha256("y"))).code()).isEqualTo(ErrorCode.ILLEGAL_STATE);
        users().remove("ann").join();
        assertThat(users().find("ann")).isEmpty();
        assertThat(failure(users().add(user("ann"), sha256("z"))).code()).isEqualTo(ErrorCode.ILLEGAL_STATE);
        assertThat(failure(addToken("ann")).code()).isEqualTo(ErrorCode.ILLEGAL_STATE);
    }

    private java.util.concurrent.CompletableFuture<Token> addToken(String owner) {
        return tokens().add(
                        new Token(0, sha256("secret " + owner), "ADMIN", owner, open.clock.instant(), null, null, 0));
    }

    @Test
    void newRoleIsThatOfAllTokensAtOnce() {
        added("ann");
        added("bob");
        Token given = exchange("ann", "a");
        User changed = users().change("ann", change(null, "READER", null), sha256("next"))
                .join();
        assertThat(changed.role()).isEqualTo("READER");
        assertThat(tokens().valid(given.secretSha256()).orElseThrow().role()).isEqualTo("READER");
        assertThat(ofSessions("ann").role()).isEqualTo("READER");
        assertThat(ofSessions("ann").secretSha256()).as("sessions go on").isEqualTo(sha256("of ann"));
        assertThat(ofSessions("bob").role()).isEqualTo("OPERATOR");
        assertThat(exchange("ann", "b").role()).isEqualTo("READER");
    }

    @Test
    void disabledUserHasNothingAndGetsNothingOfItBack() {
        added("ann");
        Token sessions = ofSessions("ann");
        Token given = exchange("ann", "a");
        User disabled =
                users().change("ann", change(null, null, true), sha256("no")).join();
        assertThat(disabled.isDisabled()).isTrue();
        assertThat(isValid(sessions)).isFalse();
        assertThat(isValid(given)).isFalse();
        assertThat(users().canLogIn()).isFalse();
        assertThat(users().confirm("ann", "hash", null).join()).isEmpty();
        users().change("ann", change(null, null, false), sha256("second")).join();
        assertThat(ofSessions("ann").secretSha256()).isEqualTo(sha256("second"));
        assertThat(isValid(sessions)).isFalse();
        assertThat(isValid(given)).isFalse();
    }

    @Test
    void removedUserHasNothing() {
        added("ann");
        Token sessions = ofSessions("ann");
        Token given = exchange("ann", "a");
        users().remove("ann").join();
        assertThat(isValid(sessions)).isFalse();
        assertThat(isValid(given)).isFalse();
        assertThat(failure(users().remove("ann")).code()).isEqualTo(ErrorCode.NOT_FOUND);
        assertThat(failure(users().change("ann", change(null, null, false), sha256("x")))
                        .code())
                .isEqualTo(ErrorCode.NOT_FOUND);
    }

    @Test
    void newPasswordEndsWhatTheOldOneBegan() {
        added("ann");
        Token sessions = ofSessions("ann");
        open.clock.turn(Duration.ofMinutes(1));
        UserChange change = UserChange.ofPassword("hash", "other");
        User changed = users().change("ann", change, sha256("second")).join();
        assertThat(changed.passwordChangedAt()).isEqualTo(open.clock.instant());
        assertThat(isValid(sessions)).isFalse();
        assertThat(users().confirm("ann", "hash", null).join())
                .as("a login that was being checked")
                .isEmpty();
        assertThat(users().confirm("ann", "other", null).join().orElseThrow().secretSha256())
                .isEqualTo(sha256("second"));
        assertThat(failure(users().change("ann", change, sha256("third"))).code())
                .as("it was proved with the old one")
                .isEqualTo(ErrorCode.NOT_ALLOWED);
        assertThat(failure(users().exchange(sessions.number(), sha256("a"), later(), 20))
                        .code())
                .isEqualTo(ErrorCode.NOT_AUTHENTICATED);
    }

    @Test
    void renewedHashIsKeptAndEndsNothing() {
        added("ann");
        Token sessions = ofSessions("ann");
        assertThat(users().confirm("ann", "hash", "stronger").join()).contains(sessions);
        assertThat(users().find("ann").orElseThrow().passwordHash()).isEqualTo("stronger");
        assertThat(users().confirm("ann", "hash", null).join()).isEqualTo(Optional.empty());
    }

    @Test
    void tokensForAPasswordExpireAndAreBounded() {
        User ann = added("ann");
        Token first = exchange("ann", "1");
        assertThat(first.user()).isEqualTo(ann.number());
        assertThat(first.isOfSessions()).isFalse();
        assertThat(first.expiresAt()).isEqualTo(later());
        Token second = exchange("ann", "2");
        Token third = exchange("ann", "3");
        assertThat(isValid(first)).as("only two at once").isFalse();
        assertThat(isValid(second)).isTrue();
        assertThat(tokens().revokeExchanged(second.number()).join()).isTrue();
        assertThat(tokens().revokeExchanged(ofSessions("ann").number()).join()).isFalse();
        assertThat(isValid(second)).isFalse();
        assertThat(isValid(third)).isTrue();
        assertThat(failure(users().exchange(third.number(), sha256("4"), later(), 2))
                        .code())
                .as("only for a password")
                .isEqualTo(ErrorCode.NOT_AUTHENTICATED);
        open.clock.turn(Duration.ofHours(1));
        assertThat(isValid(third)).isFalse();
        Token last = exchange("ann", "5");
        assertThat(tokens().after(0, 10))
                .extracting(Token::number)
                .containsExactly(ofSessions("ann").number(), last.number());
    }

    private Token exchange(String name, String secret) {
        Checksum hash = sha256(secret);
        return users().exchange(ofSessions(name).number(), hash, later(), 2).join();
    }

    private Instant later() {
        return open.clock.instant().plusSeconds(3600);
    }
}
