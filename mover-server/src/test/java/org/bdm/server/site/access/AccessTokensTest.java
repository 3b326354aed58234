package org.bdm.server.site.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.core.testkit.TurnedClock;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.catalog.site.Token;
import org.bdm.server.site.access.AccessTokens.AccessToken;
import org.bdm.server.site.access.AccessTokens.Made;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which secrets let in, as whom, and for how long. */
class AccessTokensTest {
    @TempDir
    Path home;

    private final TurnedClock clock = new TurnedClock();
    private Catalog catalog;
    private AccessTokens tokens;

    @BeforeEach
    void open() {
        CatalogSettings settings = new CatalogSettings(new NodeId("a".repeat(64)), clock, fatal -> {});
        catalog = Catalog.open(TestDatabase.preparedBelow(home, settings.node()), settings);
        tokens = new AccessTokens(catalog, clock, new SecureRandom());
    }

    @AfterEach
    void close() {
        catalog.close();
    }

    private Made make(String name, Role role) {
        return tokens.create(name, EnumSet.of(role), null).join();
    }

    private void assertRefused(ErrorCode code, long number) {
        assertThatThrownBy(() -> tokens.revoke(number))
                .isInstanceOfSatisfying(
                        MoverException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(code));
    }

    // ---- who comes in ----

    @ParameterizedTest
    @Tag("A8")
    @ValueSource(
            strings = {"site:a/ann", "Site:a/ann", " site:a/ann", "oidc:ann", "OIDC:ann", "site a", "offline", "unknown"
            })
    void aNameThatBelongsToSomebodyElseIsRefused(String name) {
        assertThatThrownBy(() -> make(name, Role.SUBMITTER)).isInstanceOfSatisfying(MoverException.class, refusal -> {
            assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_REQUEST);
            assertThat(refusal.detail()).contains("choose another");
        });
        assertThat(tokens.valid()).isEmpty();
    }

    @Test
    @Tag("A8")
    void aTokenThatAnEarlierVersionMadeForSomebodyOfAnotherSiteLetsNobodyIn() {
        Made made = make("ann", Role.SUBMITTER);
        catalog.tokens()
                .add(new Token(
                        0,
                        AccessTokens.sha256("bdm_" + "x".repeat(43)),
                        "SUBMITTER",
                        "site:a/ann",
                        clock.instant(),
                        null,
                        null,
                        0))
                .join();
        assertThat(tokens.callerOf(AccessTokens.sha256("bdm_" + "x".repeat(43))))
                .isEmpty();
        assertThat(tokens.callerOf(made.secret())).isPresent();
    }

    @Test
    void secretLetsItsHolderInWithTheRolesItWasGiven() {
        Made made = make("ann", Role.READER);
        Caller caller = tokens.callerOf(made.secret()).orElseThrow();
        assertThat(caller.token()).isEqualTo(made.token().number());
        assertThat(caller.owner()).isEqualTo("ann");
        assertThat(caller.roles()).containsExactly(Role.READER);
        assertThat(caller.may(Role.READER)).isTrue();
        assertThat(caller.may(Role.OPERATOR)).isFalse();
        assertThat(tokens.callerOf(caller.tokenSha256())).contains(caller);
    }

    @Test
    void everySecretIsAnotherOne() {
        assertThat(make("ann", Role.READER).secret())
                .hasSize("bdm_".length() + 43)
                .isNotEqualTo(make("ann", Role.READER).secret());
    }

    @Test
    void otherSecretsLetNobodyIn() {
        String secret = make("ann", Role.ADMIN).secret();
        assertThat(tokens.callerOf(secret + "x")).isEmpty();
        assertThat(tokens.callerOf(secret.substring(4))).isEmpty();
        assertThat(tokens.callerOf("bdm_" + "A".repeat(43))).isEmpty();
        assertThat(tokens.callerOf("bdm_" + "A".repeat(1_000))).isEmpty();
    }

    @Test
    void expiredTokenLetsNobodyInAndIsNotListed() {
        Made made = tokens.create(
                        "ann", EnumSet.of(Role.READER), clock.instant().plusSeconds(60))
                .join();
        clock.turn(Duration.ofSeconds(59));
        assertThat(tokens.callerOf(made.secret())).isPresent();
        assertThat(tokens.valid()).hasSize(1);
        clock.turn(Duration.ofSeconds(1));
        assertThat(tokens.callerOf(made.secret())).isEmpty();
        assertThat(tokens.valid()).isEmpty();
    }

    @Test
    void lastUseIsShown() {
        Made made = make("ann", Role.READER);
        assertThat(tokens.valid().get(0).lastUsedAt()).isNull();
        clock.turn(Duration.ofSeconds(5));
        tokens.callerOf(made.secret());
        AccessToken shown = tokens.valid().get(0);
        assertThat(shown.lastUsedAt()).isEqualTo(clock.instant());
        assertThat(shown.createdAt()).isEqualTo(clock.instant().minusSeconds(5));
        assertThat(shown.expiresAt()).isNull();
    }

    @Test
    void allOfManyTokensAreListedInOrder() {
        List<CompletableFuture<Made>> making = new ArrayList<>();
        for (int i = 0; i < 1_001; i++) making.add(tokens.create("user-" + i, EnumSet.of(Role.READER), null));
        making.forEach(CompletableFuture::join);
        assertThat(tokens.valid()).extracting(AccessToken::name).hasSize(1_001).startsWith("user-0", "user-1");
    }

    // ---- revoking ----

    @Test
    void revokedTokenLetsNobodyInAndIsNotListed() {
        make("root", Role.ADMIN);
        Made made = make("ann", Role.READER);
        tokens.revoke(made.token().number()).join();
        assertThat(tokens.callerOf(made.secret())).isEmpty();
        assertThat(tokens.valid()).extracting(AccessToken::name).containsExactly("root");
        assertRefused(ErrorCode.NOT_FOUND, made.token().number());
    }

    @Test
    void lastTokenOfAnAdministratorIsNotRevoked() {
        Made first = make("root", Role.ADMIN);
        make("ann", Role.OPERATOR);
        assertRefused(ErrorCode.ILLEGAL_STATE, first.token().number());
        make("another", Role.ADMIN);
        tokens.revoke(first.token().number()).join();
        assertThat(tokens.valid()).extracting(AccessToken::name).containsExactly("ann", "another");
    }

    // ---- the first one ----

    @Test
    void firstStartMakesATokenOfAnAdministratorAndKeepsItsSecret() {
        List<String> kept = new ArrayList<>();
        tokens.ensureAdmin(Optional::empty, kept::add);
        assertThat(kept).hasSize(1);
        assertThat(tokens.callerOf(kept.get(0)).orElseThrow().may(Role.ADMIN)).isTrue();
        tokens.ensureAdmin(Optional::empty, kept::add);
        assertThat(kept).as("there is one already").hasSize(1);
        make("ann", Role.READER);
        assertThat(tokens.valid()).hasSize(2);
    }

    @Test
    void tokensOfOthersDoNotReplaceThatOfAnAdministrator() {
        make("ann", Role.OPERATOR);
        List<String> kept = new ArrayList<>();
        tokens.ensureAdmin(Optional::empty, kept::add);
        assertThat(kept).hasSize(1);
    }

    @Test
    void secretThatAnEarlierStartKeptIsUsed() {
        String earlier = "bdm_" + "A".repeat(43);
        List<String> kept = new ArrayList<>();
        tokens.ensureAdmin(() -> Optional.of(earlier), kept::add);
        assertThat(kept).isEmpty();
        assertThat(tokens.callerOf(earlier).orElseThrow().may(Role.ADMIN)).isTrue();
    }

    @Test
    void whatWasKeptAndIsNoSecretOrWasRevokedIsReplaced() {
        Made revoked = make("root", Role.ADMIN);
        make("another", Role.ADMIN);
        tokens.revoke(revoked.token().number()).join();
        tokens.revoke(make("ann", Role.READER).token().number()).join();
        long another = tokens.valid().get(0).number();
        catalog.tokens().revoke(another).join();
        for (String useless : List.of("", "bdm_" + "A".repeat(42), "xyz_" + "A".repeat(43), revoked.secret())) {
            List<String> kept = new ArrayList<>();
            tokens.ensureAdmin(() -> Optional.of(useless), kept::add);
            assertThat(kept).as(useless).hasSize(1);
            assertThat(tokens.callerOf(useless)).as(useless).isEmpty();
            catalog.tokens().revoke(tokens.valid().get(0).number()).join();
        }
    }
}
