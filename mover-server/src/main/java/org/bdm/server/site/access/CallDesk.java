package org.bdm.server.site.access;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.SiteName;
import org.bdm.core.serve.CallAnswers;

/** Passes what other sites ask on to the control plane of this process once it has started, and until it stops. Any thread. */
public final class CallDesk implements CallAnswers {
    private volatile CallAnswers answers;

    /**
     * Nobody answers yet.
     *
     * @param hasControl whether this process will have a control plane
     */
    public CallDesk(boolean hasControl) {
        answers = hasControl ? CallDesk::notNow : CallAnswers.NONE;
    }

    /** From now on these are the answers. */
    public void answerWith(CallAnswers given) {
        answers = given;
    }

    /** From now on nobody answers: the control plane stops. */
    public void close() {
        answers = CallDesk::notNow;
    }

    @Override
    public byte[] answer(SiteName from, String name, byte[] body) {
        return answers.answer(from, name, body);
    }

    private static byte[] notNow(SiteName from, String name, byte[] body) {
        throw new MoverException(ErrorCode.STOPPING, "the control plane is starting or stopping");
    }
}
