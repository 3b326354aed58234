package org.bdm.core.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.netty.handler.ssl.SslProvider;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.core.identity.EndorsedKey;
import org.bdm.core.identity.NodeCredentials;
import org.bdm.core.identity.NodeEndorsement;
import org.bdm.core.identity.NodeKey;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** TLS with nodes that have keys of their own, for which the key of their site vouches. */
class SignedNodeKeyTest {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final NodeKey SERVER_SITE = NodeKey.create(Clock.systemUTC(), RANDOM);
    private static final NodeKey CLIENT_SITE = NodeKey.create(Clock.systemUTC(), RANDOM);

    private static List<X509Certificate> signed(NodeKey site, NodeKey node, Duration ago) {
        Clock then = Clock.offset(Clock.systemUTC(), ago.negated());
        return NodeEndorsement.sign(site, node.certificate().getPublicKey().getEncoded(), then, RANDOM);
    }

    private static EndorsedKey endorsed(NodeKey site, NodeKey node) {
        return new EndorsedKey(node, site.node(), signed(site, node, Duration.ZERO), Clock.systemUTC());
    }

    private static StreamPair port(NodeCredentials own, NodeId accepted, SslProvider provider) {
        StreamSecurity.Tls tls = new StreamSecurity.Tls(own, accepted::equals);
        return new StreamPair(
                TransportKind.best(), new AcceptSettings(Optional.of(tls), false, 64, 16, StreamPair.QUICK), provider);
    }

    /** Credentials that were not checked. */
    private record Shown(NodeKey key, List<X509Certificate> certificates) implements NodeCredentials {
        @Override
        public NodeId pin() {
            return key.node();
        }
    }

    private static void assertRefused(NodeCredentials shown, SslProvider provider) {
        NodeCredentials client = endorsed(CLIENT_SITE, StreamPair.CLIENT_KEY);
        try (StreamPair pair = port(shown, CLIENT_SITE.node(), provider)) {
            assertThatThrownBy(
                            () -> pair.connect(StreamSecurity.tls(client, SERVER_SITE.node()), new RecordingListener()))
                    .isInstanceOfSatisfying(
                            MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PEER_NOT_PINNED));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = SslProvider.class,
            names = {"JDK", "OPENSSL"})
    void bothEndsAreKnownByTheKeysOfTheirSites(SslProvider provider) {
        NodeCredentials server = endorsed(SERVER_SITE, StreamPair.SERVER_KEY);
        NodeCredentials client = endorsed(CLIENT_SITE, StreamPair.CLIENT_KEY);
        try (StreamPair pair = port(server, CLIENT_SITE.node(), provider)) {
            DataStream stream = pair.connect(StreamSecurity.tls(client, SERVER_SITE.node()), new RecordingListener());
            assertThat(stream.peer().provenNode()).contains(SERVER_SITE.node());
            assertThat(pair.accepted().peer().provenNode()).contains(CLIENT_SITE.node());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = SslProvider.class,
            names = {"JDK", "OPENSSL"})
    void portShowsTheRenewedCertificate(SslProvider provider) {
        NodeKey node = StreamPair.SERVER_KEY;
        EndorsedKey server = endorsed(SERVER_SITE, node);
        NodeCredentials client = endorsed(CLIENT_SITE, StreamPair.CLIENT_KEY);
        try (StreamPair pair = port(server, CLIENT_SITE.node(), provider)) {
            PortContext context = new PortContext(new StreamSecurity.Tls(server, CLIENT_SITE.node()::equals), provider);
            var before = context.context();
            assertThat(context.context()).isSameAs(before);
            server.renew(signed(SERVER_SITE, node, Duration.ofHours(1)));
            assertThat(context.context()).isNotSameAs(before).isSameAs(context.context());
            DataStream stream = pair.connect(StreamSecurity.tls(client, SERVER_SITE.node()), new RecordingListener());
            assertThat(stream.peer().provenNode()).contains(SERVER_SITE.node());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = SslProvider.class,
            names = {"JDK", "OPENSSL"})
    void expiredForeignAndForgedCertificatesAreRefused(SslProvider provider) {
        NodeKey node = StreamPair.SERVER_KEY;
        assertRefused(new Shown(node, signed(SERVER_SITE, node, Duration.ofDays(8))), provider);
        assertRefused(new Shown(node, signed(CLIENT_SITE, node, Duration.ZERO)), provider);
        NodeKey stranger = NodeKey.create(Clock.systemUTC(), RANDOM);
        assertRefused(new Shown(stranger, List.of(stranger.certificate(), SERVER_SITE.certificate())), provider);
        assertRefused(node, provider);
    }

    @ParameterizedTest
    @EnumSource(
            value = SslProvider.class,
            names = {"JDK", "OPENSSL"})
    void certificateOfAnotherNodeHelpsNobodyWithoutItsKey(SslProvider provider) {
        NodeKey stranger = NodeKey.create(Clock.systemUTC(), RANDOM);
        NodeCredentials stolen = new Shown(stranger, signed(SERVER_SITE, StreamPair.SERVER_KEY, Duration.ZERO));
        NodeCredentials client = endorsed(CLIENT_SITE, StreamPair.CLIENT_KEY);
        assertThatThrownBy(() -> {
                    try (StreamPair pair = port(stolen, CLIENT_SITE.node(), provider)) {
                        pair.connect(StreamSecurity.tls(client, SERVER_SITE.node()), new RecordingListener());
                    }
                })
                .isNotNull();
    }

    @ParameterizedTest
    @EnumSource(
            value = SslProvider.class,
            names = {"JDK", "OPENSSL"})
    void dialledPortRefusesANodeOfASiteThatIsNotPaired(SslProvider provider) {
        NodeCredentials server = endorsed(SERVER_SITE, StreamPair.SERVER_KEY);
        NodeCredentials client = endorsed(CLIENT_SITE, StreamPair.CLIENT_KEY);
        try (StreamPair pair = port(server, StreamPair.CLIENT_KEY.node(), provider)) {
            RecordingListener told = new RecordingListener();
            try {
                pair.connect(StreamSecurity.tls(client, SERVER_SITE.node()), told);
            } catch (MoverException e) {
                assertThat(e.code()).isEqualTo(ErrorCode.PEER_NOT_PINNED);
            }
            await().until(() -> !pair.refusals.isEmpty());
            assertThat(pair.refusals.get(0).code()).isEqualTo(ErrorCode.PEER_NOT_PINNED);
            assertThat(pair.accepted).isEmpty();
        }
    }
}
