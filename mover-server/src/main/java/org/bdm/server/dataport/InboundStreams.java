package org.bdm.server.dataport;

import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.core.serve.DialledIn;
import org.bdm.core.source.bdm.DialledStreams;
import org.bdm.core.stream.DataStream;
import org.bdm.core.wire.Frame;
import org.bdm.server.access.Pairing;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Streams that come in for something else than being asked for files: sources that dial to wait or to join a session, and strangers that
 * show an invitation.
 */
public final class InboundStreams implements DialledIn {
    private static final Logger LOG = LoggerFactory.getLogger(InboundStreams.class);
    private static final int VERSION = 1;

    private final DialledStreams dialled;
    private final Pairing pairing;
    private final Executor blocking;

    /**
     * With its parts.
     *
     * @param blocking where the catalog is asked
     */
    public InboundStreams(DialledStreams dialled, Pairing pairing, Executor blocking) {
        this.dialled = dialled;
        this.pairing = pairing;
        this.blocking = blocking;
    }

    @Override
    public void accept(DataStream stream, Frame.Hello hello) {
        if (hello.purpose() == Frame.Purpose.PAIR) {
            try {
                blocking.execute(() -> pair(stream, hello));
            } catch (RejectedExecutionException e) {
                stream.close(new MoverException(ErrorCode.STOPPING, "the node is stopping", e));
            }
            return;
        }
        dialled.accept(stream, hello);
    }

    private void pair(DataStream stream, Frame.Hello hello) {
        try {
            NodeId node = stream.peer()
                    .provenNode()
                    .orElseThrow(() ->
                            new MoverException(ErrorCode.NOT_AUTHENTICATED, "an invitation is shown on TLS only"));
            byte[] request = hello.ticket()
                    .orElseThrow(() -> new MoverException(ErrorCode.INVITATION_INVALID, "no invitation was shown"));
            pairing.accept(hello.site(), node, request).join();
            stream.authenticated();
            stream.send(new Frame.Welcome(VERSION, 0, hello.limits(), 0, 0));
        } catch (MoverException e) {
            stream.close(e);
        } catch (CompletionException e) {
            stream.close(
                    e.getCause() instanceof MoverException cause
                            ? cause
                            : new MoverException(ErrorCode.INTERNAL, "the pairing failed", e));
        } catch (RuntimeException e) {
            LOG.error("a pairing with {} met a defect", hello.site(), e);
            stream.close(new MoverException(ErrorCode.INTERNAL, "the pairing failed", e));
        }
    }
}
