package org.bdm.core.stream;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

/** Implementations of sockets. */
public enum TransportKind {
    /** Linux epoll: reads and writes direct buffers without a copy, knows all socket options. */
    EPOLL {
        @Override
        IoHandlerFactory ioHandlerFactory() {
            return EpollIoHandler.newFactory();
        }

        @Override
        Class<? extends SocketChannel> channelType() {
            return EpollSocketChannel.class;
        }

        @Override
        Class<? extends ServerSocketChannel> serverChannelType() {
            return EpollServerSocketChannel.class;
        }
    },
    /** The JDK's selector: everywhere. */
    NIO {
        @Override
        IoHandlerFactory ioHandlerFactory() {
            return NioIoHandler.newFactory();
        }

        @Override
        Class<? extends SocketChannel> channelType() {
            return NioSocketChannel.class;
        }

        @Override
        Class<? extends ServerSocketChannel> serverChannelType() {
            return NioServerSocketChannel.class;
        }
    };

    /** epoll where it is available, else NIO. */
    public static TransportKind best() {
        return Epoll.isAvailable() ? EPOLL : NIO;
    }

    abstract IoHandlerFactory ioHandlerFactory();

    abstract Class<? extends SocketChannel> channelType();

    abstract Class<? extends ServerSocketChannel> serverChannelType();
}
