package org.bdm.server.catalog.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.sha256;

import java.time.Duration;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Tokens of people whom an issuer named. */
@ParameterizedClass
@EnumSource(TestDatabase.class)
class IssuedTokensContractTest {
    private static final Duration LIFE = Duration.ofHours(12);

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

    private Token renew(String owner, String role, String secret) {
        return open.catalog
                .issuedTokens()
                .renew(owner, role, open.clock.instant().plus(LIFE), sha256(secret))
                .join();
    }

    private boolean isValid(Token token) {
        return open.catalog.tokens().valid(token.secretSha256()).isPresent();
    }

    @Test
    void personHasOneTokenUntilItExpiresOrIsRevoked() {
        Token first = renew("oidc:ann", "ADMIN", "1");
        open.clock.turn(Duration.ofHours(1));
        Token again = renew("oidc:ann", "READER", "2");
        assertThat(again.number()).isEqualTo(first.number());
        assertThat(again.secretSha256()).isEqualTo(first.secretSha256());
        assertThat(again.role()).isEqualTo("READER");
        assertThat(again.expiresAt()).isEqualTo(open.clock.instant().plus(LIFE));
        assertThat(again.user()).isEqualTo(Token.OF_ISSUER);
        assertThat(again.isOfSessions()).as("it is listed").isFalse();
        assertThat(renew("oidc:bob", "READER", "3").number()).isNotEqualTo(first.number());
        open.catalog.issuedTokens().end("oidc:ann").join();
        assertThat(isValid(again)).isFalse();
        Token third = renew("oidc:ann", "READER", "4");
        assertThat(isValid(third)).isTrue();
        assertThat(open.catalog.tokens().find(again.secretSha256())).as("over").isEmpty();
        open.clock.turn(LIFE);
        assertThat(isValid(third)).isFalse();
        assertThat(renew("oidc:bob", "READER", "5").number()).isGreaterThan(third.number());
        assertThat(open.catalog.tokens().after(0, 100)).hasSize(1);
    }

    @Test
    void logoutAndTokensOfOthersLeaveItAlone() {
        Token ann = renew("oidc:ann", "READER", "1");
        assertThat(open.catalog.tokens().revokeExchanged(ann.number()).join()).isFalse();
        Token made = open.catalog
                .tokens()
                .add(new Token(0, sha256("2"), "SUBMITTER", "oidc:ann", open.clock.instant(), null, null, 0))
                .join();
        open.catalog.issuedTokens().end("oidc:ann").join();
        assertThat(isValid(made)).as("an administrator made it").isTrue();
        assertThat(isValid(ann)).isFalse();
    }
}
