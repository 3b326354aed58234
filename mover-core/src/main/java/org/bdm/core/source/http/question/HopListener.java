package org.bdm.core.source.http.question;

import io.netty.buffer.ByteBuf;
import org.bdm.core.fault.MoverException;
import org.bdm.core.source.http.node.CopyTrouble;
import org.bdm.core.source.http.node.HttpConnection;

/** Receives the answer at the end of all redirects. On the event loop of the connection; after {@link #onTrouble} nothing more. */
public interface HopListener {
    /** 200, 206 or 416. */
    void onAnswer(HttpConnection connection, Answer answer);

    /** A piece of the body; not retained. */
    void onBody(ByteBuf piece);

    /** The answer is complete. */
    void onEnd();

    /** The connection broke after {@link #onAnswer}. */
    void onBroken(MoverException reason);

    /** There is no such answer. */
    void onTrouble(CopyTrouble trouble);
}
