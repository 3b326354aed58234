package org.bdm.core.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.Optional;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.stream.MemoryStreams;
import org.bdm.core.stream.PeerIdentity;
import org.bdm.core.wire.Frame;
import org.bdm.core.wire.Frame.OfferedLimits;
import org.junit.jupiter.api.Test;

class HelloIdentityTest {
    private static final NodeId NODE = new NodeId("a".repeat(64));

    private static Frame.Hello hello(NodeId node) {
        return new Frame.Hello(
                1,
                1,
                0,
                new SiteName("b"),
                node,
                1,
                Frame.Purpose.STANDBY,
                "",
                new OfferedLimits(1 << 20, 1 << 20, 1, 1),
                Optional.empty());
    }

    private static PeerIdentity peer(Optional<NodeId> proven) {
        return new PeerIdentity(
                proven, new InetSocketAddress(InetAddress.getLoopbackAddress(), 8471), proven.isPresent());
    }

    @Test
    void nodeOfTheHelloIsTheKeyOfTheHandshake() {
        HelloIdentity.check(hello(NODE), peer(Optional.of(NODE)));
        assertThatThrownBy(() -> HelloIdentity.check(hello(NODE), peer(Optional.of(new NodeId("b".repeat(64))))))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PEER_NOT_PINNED));
    }

    @Test
    void streamWhoseHelloNamesAnotherNodeThanTheHandshakeEndsBeforeItsTicketIsLookedAt() {
        BlockCache cache = new BlockCache(8, 256 << 10);
        CacheShare share = cache.share(new CacheQuota("all", 0, 8));
        try (ServingSite site = new ServingSite(new MemoryStore(), share, ServingSite.LIMITS, Clock.systemUTC());
                MemoryStreams streams = new MemoryStreams(site::accept, 1, 0)) {
            streams.prove(AskingPeer.NODE, ServingSite.NODE);
            new AskingPeer(streams, share).greeted("b");
            streams.prove(NODE, ServingSite.NODE);
            AskingPeer impostor = new AskingPeer(streams, share);
            impostor.hello("b", 0, ServingSite.TICKET);
            AskingPeer.until(() -> !impostor.closed.isEmpty() || !impostor.frames.isEmpty());
            assertThat(impostor.frames).isEmpty();
            assertThat(impostor.closed).extracting(MoverException::code).containsExactly(ErrorCode.PEER_NOT_PINNED);
        }
    }

    @Test
    void nodeOfAPlainHelloIsOnlyAClaim() {
        HelloIdentity.check(hello(NODE), peer(Optional.empty()));
    }
}
