package org.bdm.server.site.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.assertj.core.api.ThrowableAssert;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.StorePath;
import org.bdm.core.testkit.TurnedClock;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.catalog.site.AuditEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two sites get to know each other by an invitation; the call between them is direct. */
class PairingTest {
    private static final SiteName A = new SiteName("a");
    private static final SiteName B = new SiteName("b");

    @TempDir
    Path directory;

    private final TurnedClock clock = new TurnedClock();
    private Site inviting;
    private Site adding;

    /** One side. */
    private final class Site implements PairingCaller, AutoCloseable {
        final SiteName name;
        final NodeId node;
        final CatalogLocation location;
        final LocalExports exports =
                new LocalExports(List.of(new LocalExports.Export(new ExportName("data"), "memory", new MemoryStore())));
        Catalog catalog;
        PeerTrust trust;
        Pairing pairing;
        Site reached;
        boolean loseAnswers;

        Site(String name, char key) {
            this.name = new SiteName(name);
            this.node = new NodeId(String.valueOf(key).repeat(64));
            this.location = TestDatabase.preparedBelow(directory.resolve(name + key), node);
            open();
        }

        void open() {
            catalog = Catalog.open(location, new CatalogSettings(node, clock, reason -> {}));
            trust = new PeerTrust(catalog, name, node, clock);
            OwnSite own = new OwnSite(name, node, name + ".example.org:8471");
            pairing = new Pairing(catalog, exports, trust, this, own, clock, new SecureRandom());
        }

        GrantsOfSites grants() {
            return new GrantsOfSites(catalog, exports, name);
        }

        /** As the data port of the other site does. */
        @Override
        public CompletionStage<Void> show(String dataAddress, NodeId expected, byte[] request) {
            if (!reached.node.equals(expected)) {
                return CompletableFuture.failedStage(
                        new MoverException(ErrorCode.PEER_NOT_PINNED, "another key answered"));
            }
            if (!reached.trust.mayConnect(node)) {
                return CompletableFuture.failedStage(new MoverException(ErrorCode.PEER_NOT_PINNED, "no TLS"));
            }
            CompletableFuture<Void> accepted;
            try {
                accepted = reached.pairing.accept(name, node, request, "192.0.2.9");
            } catch (MoverException e) {
                return CompletableFuture.failedStage(e);
            }
            if (!loseAnswers) return accepted;
            return accepted.thenCompose(
                    done -> CompletableFuture.failedStage(new MoverException(ErrorCode.TIMED_OUT, "no answer")));
        }

        @Override
        public void close() {
            catalog.close();
        }
    }

    @BeforeEach
    void open() {
        inviting = new Site("a", 'a');
        adding = new Site("b", 'b');
        adding.reached = inviting;
    }

    @AfterEach
    void close() {
        inviting.close();
        adding.close();
    }

    private static void assertRefused(ErrorCode code, ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(() -> {
                    try {
                        call.call();
                    } catch (CompletionException e) {
                        throw e.getCause();
                    }
                })
                .isInstanceOfSatisfying(
                        MoverException.class,
                        refusal ->
                                assertThat(refusal.code()).as(refusal.detail()).isEqualTo(code));
    }

    @Test
    void eachPinsTheKeyOfTheOtherAndGrantsWhatWasSaid() {
        String code = inviting.pairing.invite(B, List.of("data/cmip6")).code();
        adding.pairing.add(A, code, List.of());

        assertThat(inviting.trust.siteOf(adding.node)).contains(B);
        assertThat(adding.trust.siteOf(inviting.node)).contains(A);
        assertThat(inviting.grants().readable(B, new ExportName("data"), StorePath.ofUtf8("cmip6/x")))
                .containsExactly(StorePath.ofUtf8("cmip6/x"));
        assertThat(adding.grants().readable(A, new ExportName("data"), StorePath.ROOT))
                .isEmpty();
    }

    @Test
    void anInvitationIsUsedOnce() {
        String code = inviting.pairing.invite(B, List.of("*")).code();
        adding.pairing.add(A, code, List.of());
        try (Site thief = new Site("b", 'c')) {
            thief.reached = inviting;
            assertRefused(ErrorCode.PEER_NOT_PINNED, () -> thief.pairing.add(A, code, List.of()));
            inviting.pairing.invite(new SiteName("d"), List.of("*")); // strangers may finish TLS again
            assertRefused(ErrorCode.INVITATION_INVALID, () -> thief.pairing.add(A, code, List.of()));
        }
        assertThat(inviting.trust.siteOf(adding.node)).contains(B);
    }

    @Test
    void anAnswerThatWasLostIsMadeGoodByRepeating() {
        String code = inviting.pairing.invite(B, List.of("*")).code();
        adding.loseAnswers = true;
        assertRefused(ErrorCode.TIMED_OUT, () -> adding.pairing.add(A, code, List.of()));
        assertThatThrownBy(() -> adding.pairing.add(A, code, List.of())).isInstanceOf(MoverException.class);
        adding.loseAnswers = false;
        assertThat(adding.pairing.add(A, code, List.of()).pin()).isEqualTo(inviting.node);
        assertThat(adding.trust.siteOf(inviting.node)).contains(A);
    }

    @Test
    void anInvitationForAnotherSiteIsRefusedAndStaysOpen() {
        String code = inviting.pairing.invite(B, List.of("*")).code();
        try (Site other = new Site("c", 'c')) {
            other.reached = inviting;
            assertRefused(ErrorCode.INVITATION_INVALID, () -> other.pairing.add(A, code, List.of()));
            assertThat(inviting.trust.siteOf(other.node)).isEmpty();
        }
        adding.pairing.add(A, code, List.of());
        assertThat(inviting.trust.siteOf(adding.node)).contains(B);
    }

    @Test
    void aKeyThatIsPinnedHereForOneSiteIsNotAddedAsAnother() {
        adding.pairing.add(A, inviting.pairing.invite(B, List.of("*")).code(), List.of());
        InvitationCode good =
                InvitationCode.parse(inviting.pairing.invite(B, List.of("*")).code());
        String code = new InvitationCode(new SiteName("c"), good.dataAddress(), good.node(), good.secret()).write();
        assertThatThrownBy(() -> adding.pairing.add(new SiteName("c"), code, List.of()))
                .isInstanceOfSatisfying(
                        MoverException.class,
                        refusal -> assertThat(refusal.detail()).contains("is pinned here for 'a'"));
        assertThat(adding.trust.siteOf(inviting.node)).contains(A);
    }

    @Test
    void whoAddsGrantsWhatItSaysAndNothingElse() {
        adding.pairing.add(A, inviting.pairing.invite(B, List.of()).code(), List.of("data/cmip6", "data/cordex"));
        assertThat(readable(adding, A)).containsExactlyInAnyOrder("cmip6", "cordex");
        assertThat(readable(inviting, B)).isEmpty();
    }

    @Test
    void exportWithoutAPrefixAndAnAsteriskGrantAllOfIt() {
        adding.pairing.add(A, inviting.pairing.invite(B, List.of("data")).code(), List.of("*"));
        assertThat(inviting.grants().readable(B, new ExportName("data"), StorePath.ROOT))
                .containsExactly(StorePath.ROOT);
        assertThat(adding.grants().readable(A, new ExportName("data"), StorePath.ROOT))
                .containsExactly(StorePath.ROOT);
    }

    private static List<String> readable(Site at, SiteName who) {
        return at.grants().readable(who, new ExportName("data"), StorePath.ROOT).stream()
                .map(path -> path.toString().substring(1))
                .toList();
    }

    @Test
    void anInvitationThatWasTakenBackLetsNobodyIn() {
        Pairing.Invited invited = inviting.pairing.invite(B, List.of("*"));
        assertThat(Pairing.madeAt(invited.invitation())).isEqualTo(clock.instant());
        assertThat(inviting.pairing.uninvite(invited.invitation().secretSha256()))
                .isTrue();
        assertThat(inviting.trust.mayConnect(adding.node)).isFalse();
        assertThat(inviting.pairing.uninvite(invited.invitation().secretSha256()))
                .isFalse();
        assertRefused(ErrorCode.PEER_NOT_PINNED, () -> adding.pairing.add(A, invited.code(), List.of()));
    }

    private static List<String> audited(Site site) {
        site.catalog
                .audit()
                .add(new AuditEntry(0, Instant.EPOCH, "test", "", "", "", "", "")) // behind the others
                .join();
        return site.catalog.audit().after(0, 1_000).stream()
                .filter(line -> !line.actor().equals("test"))
                .map(line -> String.join(
                        " ", line.actor(), line.action(), line.object(), line.result(), line.address(), line.detail()))
                .toList();
    }

    @Test
    void pairingAndItsRefusalAreLinesOfTheAuditLog() {
        String code = inviting.pairing.invite(B, List.of("data/cmip6")).code();
        adding.pairing.add(A, code, List.of());
        assertThat(audited(inviting))
                .containsExactly("site b PAIRED b OK 192.0.2.9 key " + adding.node + " may READ data/cmip6");
        inviting.pairing.invite(new SiteName("c"), List.of("*"));
        for (int i = 0; i < 200; i++) {
            assertRefused(
                    ErrorCode.INVITATION_INVALID,
                    () -> inviting.pairing.accept(B, adding.node, new byte[32], "192.0.2.9"));
        }
        assertThat(audited(inviting))
                .hasSize(1 + FailedLogins.PER_MINUTE_MAX + 1)
                .last()
                .asString()
                .startsWith("unknown REFUSED pairing as b INVITATION_INVALID 192.0.2.9 key " + adding.node);
    }

    @Test
    void whoListensHearsOfEveryChangeOfTrust() {
        int[] heard = {0};
        inviting.trust.onChange(() -> heard[0]++);
        inviting.pairing.invite(B, List.of("*"));
        assertThat(heard[0]).isEqualTo(1);
        inviting.pairing.remove(B);
        assertThat(heard[0]).isEqualTo(2);
    }

    @Test
    void aKeyThatIsPinnedForOneSiteCannotBecomeThatOfAnother() {
        adding.pairing.add(A, inviting.pairing.invite(B, List.of("*")).code(), List.of());
        String code = inviting.pairing.invite(new SiteName("c"), List.of("*")).code();
        byte[] request = java.util.Arrays.copyOf(InvitationCode.parse(code).secret(), 40);
        java.util.Arrays.fill(request, 32, 40, (byte) '1');
        byte[] address = "host:12".getBytes(java.nio.charset.StandardCharsets.UTF_8);
        byte[] shown = new byte[32 + address.length];
        System.arraycopy(request, 0, shown, 0, 32);
        System.arraycopy(address, 0, shown, 32, address.length);
        assertRefused(
                ErrorCode.INVITATION_INVALID,
                () -> inviting.pairing
                        .accept(new SiteName("c"), adding.node, shown, "192.0.2.9")
                        .join());
    }

    @Test
    void anExpiredInvitationIsRefused() {
        String code = inviting.pairing.invite(B, List.of("*")).code();
        clock.turn(Duration.ofHours(24).plusSeconds(1));
        assertThat(inviting.trust.mayConnect(adding.node)).isFalse();
        assertRefused(ErrorCode.PEER_NOT_PINNED, () -> adding.pairing.add(A, code, List.of()));
        byte[] shown = java.util.Arrays.copyOf(InvitationCode.parse(code).secret(), 39);
        System.arraycopy("host:12".getBytes(java.nio.charset.StandardCharsets.UTF_8), 0, shown, 32, 7);
        assertRefused(
                ErrorCode.INVITATION_INVALID,
                () -> inviting.pairing
                        .accept(B, adding.node, shown, "192.0.2.9")
                        .join());
    }

    @Test
    void anInvitationOutlivesARestartOfTheInvitingSite() {
        String code = inviting.pairing.invite(B, List.of("*")).code();
        inviting.close();
        inviting.open();
        adding.pairing.add(A, code, List.of());
        assertThat(inviting.trust.siteOf(adding.node)).contains(B);
    }

    @Test
    void strangersAreShutOutAgainOnceTheInvitationIsUsed() {
        NodeId stranger = new NodeId("f".repeat(64));
        assertThat(inviting.trust.mayConnect(stranger)).isFalse();
        String code = inviting.pairing.invite(B, List.of("*")).code();
        assertThat(inviting.trust.mayConnect(stranger)).isTrue();
        adding.pairing.add(A, code, List.of());
        assertThat(inviting.trust.mayConnect(stranger)).isFalse();
    }

    @Test
    void anAlteredCodeIsRefused() {
        String code = inviting.pairing.invite(B, List.of("*")).code();
        InvitationCode read = InvitationCode.parse(code);
        byte[] secret = read.secret().clone();
        secret[0] ^= 1;
        String otherSecret = new InvitationCode(read.site(), read.dataAddress(), read.node(), secret).write();
        String otherKey =
                new InvitationCode(read.site(), read.dataAddress(), new NodeId("e".repeat(64)), read.secret()).write();
        assertRefused(ErrorCode.INVITATION_INVALID, () -> adding.pairing.add(A, otherSecret, List.of()));
        assertRefused(ErrorCode.PEER_NOT_PINNED, () -> adding.pairing.add(A, otherKey, List.of()));
        assertRefused(ErrorCode.INVITATION_INVALID, () -> adding.pairing.add(A, code.substring(0, 60), List.of()));
        assertRefused(ErrorCode.INVITATION_INVALID, () -> adding.pairing.add(new SiteName("z"), code, List.of()));
        String garbage = "bdm1_" + Base64.getUrlEncoder().encodeToString(new byte[] {1, 2, 3});
        assertRefused(ErrorCode.INVITATION_INVALID, () -> adding.pairing.add(A, garbage, List.of()));
        assertThat(adding.trust.siteOf(inviting.node)).isEmpty();
    }

    @Test
    void aShownRequestInTheWrongFormIsRefused() {
        assertRefused(
                ErrorCode.INVITATION_INVALID, () -> inviting.pairing.accept(B, adding.node, new byte[32], "192.0.2.9"));
        assertRefused(
                ErrorCode.INVITATION_INVALID,
                () -> inviting.pairing.accept(B, adding.node, new byte[2000], "192.0.2.9"));
        assertRefused(
                ErrorCode.INVALID_REQUEST, () -> inviting.pairing.accept(B, adding.node, new byte[40], "192.0.2.9"));
    }

    @Test
    void aRemovedSiteIsNoLongerTrustedAndMayReadNothing() {
        adding.pairing.add(A, inviting.pairing.invite(B, List.of("*")).code(), List.of());
        assertThat(inviting.pairing.remove(B)).isTrue();
        assertThat(inviting.trust.mayConnect(adding.node)).isFalse();
        assertThat(inviting.trust.siteOf(adding.node)).isEmpty();
        assertThat(inviting.grants().readable(B, new ExportName("data"), StorePath.ROOT))
                .isEmpty();
        assertThat(inviting.pairing.remove(B)).isFalse();
    }

    @Test
    void invitingAnUnknownExportOrOneselfIsRefused() {
        assertRefused(ErrorCode.UNKNOWN_EXPORT, () -> inviting.pairing.invite(B, List.of("nothing")));
        assertRefused(ErrorCode.INVALID_REQUEST, () -> inviting.pairing.invite(A, List.of("*")));
        assertRefused(ErrorCode.INVALID_REQUEST, () -> inviting.pairing.invite(B, List.of("no such/name")));
    }
}
