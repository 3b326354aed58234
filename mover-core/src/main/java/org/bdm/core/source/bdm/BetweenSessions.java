package org.bdm.core.source.bdm;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.wire.Frame;

/** Judges frames that come on a kept stream after one session and before the other end has read our hello for the next. */
final class BetweenSessions {
    private BetweenSessions() {}

    /** True for what the last session may still tell. It means nothing any more: the next welcome says what holds. */
    static boolean isOfTheLast(Frame frame) {
        return frame instanceof Frame.Load || frame instanceof Frame.Limits;
    }

    /**
     * Takes a frame that came before our hello was sent.
     *
     * @throws MoverException as {@link #end} returns it, unless {@link #isOfTheLast}
     */
    static void take(Frame frame) {
        if (!isOfTheLast(frame)) throw end(frame);
    }

    /** Returns why a stream ends with another frame: GOING_AWAY or CONNECTION_LOST, so that another one is opened. */
    static MoverException end(Frame frame) {
        return new MoverException(
                frame instanceof Frame.Goodbye ? ErrorCode.GOING_AWAY : ErrorCode.CONNECTION_LOST,
                frame.getClass().getSimpleName() + " between two sessions");
    }
}
