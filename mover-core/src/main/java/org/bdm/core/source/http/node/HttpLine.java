package org.bdm.core.source.http.node;

import io.netty.channel.EventLoop;
import org.jspecify.annotations.Nullable;

/**
 * The place where a request runs: the loop of the connection that it will use.
 *
 * @param idle a connection on that loop which is no longer offered to others; null if one has to be made there
 */
public record HttpLine(EventLoop loop, @Nullable HttpConnection idle) {
    /** On that loop, with whatever connection is there when it is needed. */
    public static HttpLine on(EventLoop loop) {
        return new HttpLine(loop, null);
    }
}
