package org.bdm.core.source.bdm;

import java.util.concurrent.CompletionStage;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.stream.DataStream;
import org.bdm.core.stream.StreamListener;
import org.bdm.core.wire.Frame;

/** Makes streams to one site: by dialling it, or by asking it to dial us. Any thread, never blocks. */
public interface StreamOpener {
    /**
     * A stream without a session, which the caller owns: it sends our hello next. Fails with {@link org.bdm.core.fault.MoverException}.
     *
     * @param session names the session that the stream is for
     * @param listener hears everything from then on; nothing if the stage fails
     */
    CompletionStage<DataStream> open(String session, StreamListener listener);

    /** The other end of a stream that was opened greeted us. Never blocks. */
    default void greeted(DataStream stream, Frame.Welcome welcome) {}

    /**
     * A stream that was opened has ended before the session. Never blocks.
     *
     * @param wasGreeted false if the other end never answered our hello
     * @return whether the next stream is opened elsewhere, where nobody has refused this session yet
     */
    default boolean ended(DataStream stream, boolean wasGreeted) {
        return false;
    }

    /**
     * Takes back a stream whose session is over, with nothing outstanding on it and its rest answered; the other end takes another session
     * on it. It is closed, unless this keeps streams for the next session.
     */
    default void giveBack(DataStream stream) {
        stream.close(new MoverException(ErrorCode.GOING_AWAY, "the source was closed"));
    }
}
