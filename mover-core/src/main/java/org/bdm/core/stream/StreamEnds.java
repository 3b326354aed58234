package org.bdm.core.stream;

import io.netty.channel.Channel;
import java.net.InetSocketAddress;
import java.util.Optional;

/** The addresses of both ends of a stream, with their ports. */
public record StreamEnds(InetSocketAddress here, InetSocketAddress there) {
    /** Empty for a channel that is no socket, or is closed. */
    static Optional<StreamEnds> of(Channel channel) {
        boolean isSocket = channel.localAddress() instanceof InetSocketAddress
                && channel.remoteAddress() instanceof InetSocketAddress;
        if (!isSocket) return Optional.empty();
        return Optional.of(new StreamEnds(
                (InetSocketAddress) channel.localAddress(), (InetSocketAddress) channel.remoteAddress()));
    }
}
