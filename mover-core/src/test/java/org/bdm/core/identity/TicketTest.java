package org.bdm.core.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.StorePath;
import org.junit.jupiter.api.Test;

class TicketTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
    private static final SiteName OWNER = new SiteName("dkrz");
    private static final SiteName SOURCE = new SiteName("ipsl");
    private static final NodeKey OWNER_KEY = NodeKey.create(Clock.systemUTC(), new SecureRandom());
    private static final NodeKey STRANGER_KEY = NodeKey.create(Clock.systemUTC(), new SecureRandom());
    private static final NodeKey NODE_KEY = NodeKey.create(Clock.systemUTC(), new SecureRandom());
    private static final NodeId DESTINATION_NODE = new NodeId("cd".repeat(32));

    private final Map<NodeId, SiteName> pinned = new HashMap<>(Map.of(OWNER_KEY.node(), OWNER));
    private final PinnedPeers pins = node -> Optional.ofNullable(pinned.get(node));
    private final byte[] signed = new TicketSigner(OWNER_KEY).sign(ticket());

    private static Ticket ticket() {
        return new Ticket(
                OWNER,
                new JobId(4),
                SOURCE,
                OWNER,
                DESTINATION_NODE,
                List.of(new Grant(new ExportName("cmip6"), StorePath.ofUtf8("CMIP/IPSL"), Grant.Verb.READ)),
                NOW,
                NOW.plus(Ticket.LIFETIME_MAX),
                8,
                0,
                "s-1");
    }

    private TicketVerifier verifierAt(Instant now) {
        return new TicketVerifier(SOURCE, pins, Clock.fixed(now, ZoneOffset.UTC));
    }

    @Test
    void aGoodTicketIsReadAsItWasSigned() {
        Ticket read = verifierAt(NOW).verify(signed, "s-1", Optional.of(DESTINATION_NODE));
        assertThat(read).isEqualTo(ticket());
        assertThat(read.allowsRead(new ExportName("cmip6"), StorePath.ofUtf8("CMIP/IPSL/tas.nc")))
                .isTrue();
        assertThat(read.allowsRead(new ExportName("cmip6"), StorePath.ofUtf8("CMIP/MPI")))
                .isFalse();
        assertThat(verifierAt(NOW).verify(signed, "s-1", Optional.empty())).isEqualTo(ticket());
    }

    @Test
    void aTicketHoldsFromItsStartToItsExpiryWithAMinuteForTheClocks() {
        Instant expiry = NOW.plus(Ticket.LIFETIME_MAX);
        verifierAt(NOW.minusSeconds(300)).verify(signed, "s-1", Optional.empty());
        verifierAt(expiry.plusSeconds(300)).verify(signed, "s-1", Optional.empty());
        assertRefused(verifierAt(NOW.minusSeconds(301)), signed, "s-1", ErrorCode.TICKET_EXPIRED);
        assertRefused(verifierAt(expiry.plusSeconds(301)), signed, "s-1", ErrorCode.TICKET_EXPIRED);
    }

    @Test
    void everyAlteredByteIsNoticed() {
        for (int i = 0; i < signed.length; i++) {
            byte[] altered = signed.clone();
            altered[i] ^= 1;
            assertThatThrownBy(() -> verifierAt(NOW).verify(altered, "s-1", Optional.empty()))
                    .as("byte %d", i)
                    .isInstanceOfSatisfying(
                            MoverException.class,
                            e -> assertThat(e.code()).isIn(ErrorCode.TICKET_INVALID, ErrorCode.PEER_NOT_PINNED));
        }
    }

    @Test
    void everyCutTicketIsRefused() {
        for (int length = 0; length < signed.length; length++) {
            assertRefused(verifierAt(NOW), Arrays.copyOf(signed, length), "s-1", ErrorCode.TICKET_INVALID);
        }
        assertRefused(verifierAt(NOW), Arrays.copyOf(signed, signed.length + 1), "s-1", ErrorCode.TICKET_INVALID);
        assertRefused(verifierAt(NOW), new byte[5000], "s-1", ErrorCode.TICKET_INVALID);
    }

    @Test
    void randomBytesAreRefusedWithACode() {
        Random random = new Random(7);
        for (int round = 0; round < 20_000; round++) {
            byte[] broken = signed.clone();
            for (int i = random.nextInt(4); i >= 0; i--)
                broken[random.nextInt(broken.length)] = (byte) random.nextInt();
            try {
                TicketCodec.decode(broken);
            } catch (MoverException e) {
                assertThat(e.code()).isEqualTo(ErrorCode.TICKET_INVALID);
            }
        }
    }

    @Test
    void aTicketSignedByAStrangerIsRefused() {
        byte[] foreign = new TicketSigner(STRANGER_KEY).sign(ticket());
        assertRefused(verifierAt(NOW), foreign, "s-1", ErrorCode.PEER_NOT_PINNED);
    }

    @Test
    void aTicketSignedByAnotherPinnedSiteIsForeign() {
        pinned.put(STRANGER_KEY.node(), new SiteName("ceda"));
        byte[] foreign = new TicketSigner(STRANGER_KEY).sign(ticket());
        assertRefused(verifierAt(NOW), foreign, "s-1", ErrorCode.TICKET_FOREIGN);
    }

    @Test
    void aTicketForAnotherSiteSessionOrNodeIsForeign() {
        assertRefused(verifierAt(NOW), signed, "s-2", ErrorCode.TICKET_FOREIGN);
        TicketVerifier elsewhere = new TicketVerifier(new SiteName("ceda"), pins, Clock.fixed(NOW, ZoneOffset.UTC));
        assertRefused(elsewhere, signed, "s-1", ErrorCode.TICKET_FOREIGN);
        assertThatThrownBy(() -> verifierAt(NOW).verify(signed, "s-1", Optional.of(new NodeId("00".repeat(32)))))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TICKET_FOREIGN));
    }

    @Test
    void aTicketThatLivesTooLongCannotBeMade() {
        Ticket good = ticket();
        assertThatThrownBy(() -> new Ticket(
                        good.issuer(),
                        good.job(),
                        good.source(),
                        good.destination(),
                        good.destinationNode(),
                        good.grants(),
                        NOW,
                        NOW.plus(Ticket.LIFETIME_MAX).plus(Duration.ofSeconds(1)),
                        8,
                        0,
                        "s-1"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static NodeCredentials node(NodeKey site, NodeKey node, Instant signedAt) {
        Clock clock = Clock.fixed(signedAt, ZoneOffset.UTC);
        return new EndorsedKey(
                node,
                site.node(),
                NodeEndorsement.sign(site, node.certificate().getPublicKey().getEncoded(), clock, new SecureRandom()),
                clock);
    }

    @Test
    void aTicketSignedByANodeIsOneOfItsSite() {
        byte[] ofNode = new TicketSigner(node(OWNER_KEY, NODE_KEY, NOW)).sign(ticket());
        assertThat(ofNode).hasSizeLessThan(signed.length + 560);
        assertThat(verifierAt(NOW).verify(ofNode, "s-1", Optional.of(DESTINATION_NODE)))
                .isEqualTo(ticket());
    }

    @Test
    void aTicketOfANodeIsRefusedWhenItsCertificateHasEnded() {
        Instant weekAgo = NOW.minus(NodeEndorsement.LIFETIME);
        byte[] ofNode = new TicketSigner(node(OWNER_KEY, NODE_KEY, weekAgo)).sign(ticket());
        verifierAt(NOW).verify(ofNode, "s-1", Optional.empty());
        assertRefused(verifierAt(NOW.plusSeconds(1)), ofNode, "s-1", ErrorCode.TICKET_INVALID);
    }

    @Test
    void everyAlteredByteOfATicketOfANodeIsNoticed() {
        byte[] ofNode = new TicketSigner(node(OWNER_KEY, NODE_KEY, NOW)).sign(ticket());
        for (int i = 0; i < ofNode.length; i++) {
            byte[] altered = ofNode.clone();
            altered[i] ^= 1;
            assertThatThrownBy(() -> verifierAt(NOW).verify(altered, "s-1", Optional.empty()))
                    .as("byte %d", i)
                    .isInstanceOfSatisfying(
                            MoverException.class,
                            e -> assertThat(e.code()).isIn(ErrorCode.TICKET_INVALID, ErrorCode.PEER_NOT_PINNED));
            assertRefused(verifierAt(NOW), Arrays.copyOf(ofNode, i), "s-1", ErrorCode.TICKET_INVALID);
        }
    }

    @Test
    void aTicketThatClaimsTheKeyOfAnotherSiteIsRefused() {
        byte[] own = new TicketSigner(node(STRANGER_KEY, NODE_KEY, NOW)).sign(ticket());
        assertRefused(verifierAt(NOW), own, "s-1", ErrorCode.PEER_NOT_PINNED);
        byte[] pinnedKey = OWNER_KEY.certificate().getPublicKey().getEncoded();
        System.arraycopy(pinnedKey, 0, own, 7, pinnedKey.length);
        assertRefused(verifierAt(NOW), own, "s-1", ErrorCode.TICKET_INVALID);
    }

    @Test
    void aTicketOfANodeKeepsToTheSizeOfTickets() {
        List<Grant> grants = new ArrayList<>();
        for (int i = 0; i < 15; i++)
            grants.add(new Grant(new ExportName("cmip6"), StorePath.ofUtf8(i + "x".repeat(200)), Grant.Verb.READ));
        Ticket long15 = new Ticket(
                OWNER,
                new JobId(4),
                SOURCE,
                OWNER,
                DESTINATION_NODE,
                grants,
                NOW,
                NOW.plus(Ticket.LIFETIME_MAX),
                8,
                0,
                "s-1");
        byte[] ofNode = new TicketSigner(node(OWNER_KEY, NODE_KEY, NOW)).sign(long15);
        assertThat(ofNode).hasSizeLessThanOrEqualTo(Ticket.SIGNED_BYTES_MAX);
        assertThat(verifierAt(NOW).verify(ofNode, "s-1", Optional.empty())).isEqualTo(long15);
    }

    private static void assertRefused(TicketVerifier verifier, byte[] ticket, String session, ErrorCode code) {
        assertThatThrownBy(() -> verifier.verify(ticket, session, Optional.empty()))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}
