package org.bdm.core.stream;

import io.netty.channel.Channel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.epoll.EpollTcpInfo;
import java.io.UncheckedIOException;

/**
 * The kernel's view of what this end sends on one connection.
 *
 * @param roundTripMicros smoothed; 0 if unknown
 * @param segmentBytes largest payload of one segment; 0 if unknown
 * @param segmentsResent since the connection began
 */
public record PathState(long roundTripMicros, long segmentBytes, long segmentsResent) {
    /** Nothing is known: of sockets that do not tell. */
    public static final PathState UNKNOWN = new PathState(0, 0, 0);

    static PathState of(Channel channel) {
        if (!(channel instanceof EpollSocketChannel socket) || !socket.isOpen()) return UNKNOWN;
        try {
            EpollTcpInfo info = new EpollTcpInfo();
            socket.tcpInfo(info);
            return new PathState(info.rtt(), info.sndMss(), info.totalRetrans());
        } catch (UncheckedIOException | io.netty.channel.ChannelException e) {
            return UNKNOWN; // closed meanwhile
        }
    }

    /** About how many segments so many bytes are; 0 if unknown. */
    public long segmentsOf(long bytes) {
        return segmentBytes <= 0 ? 0 : (bytes + segmentBytes - 1) / segmentBytes;
    }
}
