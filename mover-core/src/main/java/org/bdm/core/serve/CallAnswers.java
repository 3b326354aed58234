package org.bdm.core.serve;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.SiteName;

/** Answers what a paired site asks of the control plane of this one over a data port. Called on a thread that may block. */
@FunctionalInterface
public interface CallAnswers {
    /** A node without a control plane. */
    CallAnswers NONE = (from, name, body) -> {
        throw new MoverException(ErrorCode.UNSUPPORTED, "this node takes no jobs; call a node with the role control");
    };

    /**
     * Returns the answer, at most {@link org.bdm.core.wire.WireLimits#CALL_BODY_BYTES_MAX} bytes.
     *
     * @param from the site that signed the ticket of the stream
     * @param name what is asked for
     * @throws MoverException why it is refused; its detail is shown to the site
     */
    byte[] answer(SiteName from, String name, byte[] body);
}
