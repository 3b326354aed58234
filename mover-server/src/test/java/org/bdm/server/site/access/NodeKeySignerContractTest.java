package org.bdm.server.site.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.identity.EndorsedKey;
import org.bdm.core.identity.NodeEndorsement;
import org.bdm.core.identity.NodeKey;
import org.bdm.core.testkit.TurnedClock;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.catalog.db.LeaseClock;
import org.bdm.server.catalog.db.ServingNode;
import org.bdm.server.catalog.node.NodeKeys;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Signatures for nodes that do not have the key of the site, and their renewal. */
@ParameterizedClass
@EnumSource(TestDatabase.class)
class NodeKeySignerContractTest {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Instant BEGIN = Instant.parse("2026-11-24T10:00:00Z");
    private static final NodeKey SITE = NodeKey.create(Clock.fixed(BEGIN, ZoneOffset.UTC), RANDOM);
    private static final NodeKey NODE = NodeKey.create(Clock.fixed(BEGIN, ZoneOffset.UTC), RANDOM);
    private static final NodeKey STRANGER = NodeKey.create(Clock.fixed(BEGIN, ZoneOffset.UTC), RANDOM);

    @Parameter
    TestDatabase database;

    private final TurnedClock clock = new TurnedClock(BEGIN);
    private CatalogLocation location;
    private Catalog catalog;
    private NodeKeys keys;
    private NodeKeySigner signer;
    private NodeKeyRequest request;

    @BeforeEach
    void open() {
        location = database.prepared(SITE.node());
        open(NODE);
    }

    private void open(NodeKey node) {
        ServingNode serving = new ServingNode(node.node(), SITE.node(), "a test");
        catalog = Catalog.open(
                location,
                new CatalogSettings(
                        serving, true, clock, LeaseClock.ofProcess(clock), CatalogSettings.PATIENCE, reason -> {}));
        keys = catalog.nodeKeys();
        signer = new NodeKeySigner(keys, SITE, clock, RANDOM);
        request = new NodeKeyRequest(keys, clock);
    }

    @AfterEach
    void close() {
        catalog.close();
    }

    private EndorsedKey signed() {
        return (EndorsedKey) request.credentials(NODE, Duration.ZERO);
    }

    private void assertUnsigned() {
        assertThatThrownBy(this::signed)
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.HOME_INCOMPLETE))
                .hasMessageContaining("no node of the site signed the key of this one");
    }

    @Test
    void keyOfTheSiteNeedsNoSignature() {
        assertThat(request.credentials(SITE, Duration.ZERO)).isSameAs(SITE);
        assertThat(keys.asked(clock.instant())).isEmpty();
    }

    @Test
    void keyIsAskedForAndSigned() {
        assertUnsigned();
        signer.pass();
        EndorsedKey own = signed();
        assertThat(own.pin()).isEqualTo(SITE.node());
        assertThat(own.key()).isSameAs(NODE);
        assertThat(own.until()).isEqualTo(clock.instant().plus(NodeEndorsement.LIFETIME));
    }

    @Test
    void certificateIsMadeAnewAtHalfOfItsTimeAndShownByTheRunningNode() {
        assertUnsigned();
        signer.pass();
        EndorsedKey own = signed();
        Instant first = own.until();
        clock.turn(Duration.ofDays(3));
        signer.pass();
        request.renew(own);
        assertThat(own.until()).isEqualTo(first);
        clock.turn(Duration.ofDays(1));
        signer.pass();
        request.renew(own);
        assertThat(own.until()).isEqualTo(clock.instant().plus(NodeEndorsement.LIFETIME));
    }

    @Test
    void certificateThatHasEndedIsAskedForAnew() {
        assertUnsigned();
        signer.pass();
        clock.turn(NodeEndorsement.LIFETIME.plusSeconds(1));
        assertUnsigned();
        signer.pass();
        assertThat(signed().until()).isEqualTo(clock.instant().plus(NodeEndorsement.LIFETIME));
    }

    @Test
    void certificateOfAFormerKeyOfTheSiteIsAskedForAnew() {
        assertUnsigned();
        new NodeKeySigner(keys, STRANGER, clock, RANDOM).pass();
        assertUnsigned();
        signer.pass();
        assertThat(signed().pin()).isEqualTo(SITE.node());
    }

    @Test
    void keyOfAnotherNodeIsNotSigned() {
        keys.ask(STRANGER.certificate().getPublicKey().getEncoded());
        signer.pass();
        assertThat(keys.own()).isEmpty();
        assertThat(keys.asked(clock.instant())).as("not tried each second").isEmpty();
        keys.ask(new byte[] {1, 2, 3});
        signer.pass();
        assertThat(keys.own()).isEmpty();
    }

    @Test
    void keyOfARemovedNodeIsNotSignedAgain() {
        assertUnsigned();
        signer.pass();
        long number = catalog.nodes().own();
        catalog.close();
        open(SITE);
        clock.turn(Duration.ofDays(4));
        assertThat(keys.asked(clock.instant().plus(Duration.ofDays(7)))).hasSize(1);
        catalog.nodes().remove(number);
        assertThat(keys.asked(clock.instant().plus(Duration.ofDays(7)))).isEmpty();
    }
}
