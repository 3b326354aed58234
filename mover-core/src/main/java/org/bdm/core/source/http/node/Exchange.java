package org.bdm.core.source.http.node;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpResponse;
import org.bdm.core.fault.MoverException;

/** One request and what is answered to it, on the event loop of its connection. Ends with exactly one of the last two. */
public interface Exchange {
    /** Status and fields. Not told of interim answers (1xx). */
    void onHead(HttpConnection connection, HttpResponse head);

    /** A piece of the body; not retained for the exchange. */
    void onBody(HttpConnection connection, ByteBuf piece);

    /** The answer is complete; the connection is not this exchange's any more when this returns. */
    void onEnd(HttpConnection connection);

    /** No more comes: the connection is closed. */
    void onBroken(HttpConnection connection, MoverException reason);
}
