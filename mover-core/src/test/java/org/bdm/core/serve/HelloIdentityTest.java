package org.bdm.core.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
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
    void nodeOfAPlainHelloIsOnlyAClaim() {
        HelloIdentity.check(hello(NODE), peer(Optional.empty()));
    }
}
