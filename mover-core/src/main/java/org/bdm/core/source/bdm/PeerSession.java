package org.bdm.core.source.bdm;

import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.wire.Features;
import org.bdm.core.wire.Frame;
import org.bdm.core.wire.Frame.OfferedLimits;

/**
 * One session with a peer: who requests, and what.
 *
 * @param own this node
 * @param session name of the session, unique on both nodes: 1 to 64 characters of ASCII; all its streams carry it
 * @param export the export of the other site that is read
 * @param features what the other side must do, of {@link org.bdm.core.wire.Features}
 */
public record PeerSession(OwnNode own, String session, String export, long features) {
    private static final int VERSION = 1;

    /** Our hello on a stream of this session. Beside what the other side must do it may take the next session on the same stream, and tell its data ports. */
    Frame.Hello hello(OfferedLimits offered, byte[] ticket) {
        return new Frame.Hello(
                VERSION,
                VERSION,
                features
                        | Features.NEXT_SESSION
                        | Features.DATA_PORTS
                        | Features.LOADS
                        | Features.DSCP
                        | Features.READERS
                        | Features.IDENTITIES,
                own.site(),
                own.node(),
                own.processInstance(),
                Frame.Purpose.ASK,
                session,
                offered,
                Optional.of(ticket));
    }

    MoverException tooOld() {
        if ((features & Features.CALLS) != 0) {
            return new MoverException(
                    ErrorCode.UNSUPPORTED,
                    "the version of that site takes no jobs from other sites; upgrade it, or submit the job there");
        }
        return new MoverException(
                ErrorCode.UNSUPPORTED,
                "the source's version cannot follow symbolic links; upgrade it, or submit with --symlinks keep or --symlinks skip");
    }

    /** True when the peer that sent the welcome has all required features. */
    boolean isUnderstood(Frame.Welcome welcome) {
        return (welcome.features() & features) == features;
    }
}
