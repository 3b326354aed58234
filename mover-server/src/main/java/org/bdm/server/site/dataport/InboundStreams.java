package org.bdm.server.site.dataport;

import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.core.serve.DialledIn;
import org.bdm.core.source.bdm.DialledStreams;
import org.bdm.core.stream.DataStream;
import org.bdm.core.wire.Frame;
import org.bdm.server.site.access.Pairing;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Streams that come in for something else than being asked for files: sources that dial to wait or to join a session, and strangers that
 * show an invitation.
 */
public final class InboundStreams implements DialledIn {
    private static final Logger LOG = LoggerFactory.getLogger(InboundStreams.class);
    private static final int VERSION = 1;
    private static final int PAIRINGS_AT_ONCE_MAX = 16;

    private final DialledStreams dialled;
    private final Pairing pairing;
    private final Executor blocking;
    private final Semaphore pairings = new Semaphore(PAIRINGS_AT_ONCE_MAX);

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
        if (hello.purpose() == Frame.Purpose.PAIR) pairInTurn(stream, hello);
        else dialled.accept(stream, hello);
    }

    /** Few at a time: whoever dials while an invitation is open can send this, without being known. */
    private void pairInTurn(DataStream stream, Frame.Hello hello) {
        if (!pairings.tryAcquire()) {
            stream.close(new MoverException(
                    ErrorCode.TOO_MANY_REQUESTS, PAIRINGS_AT_ONCE_MAX + " invitations are being looked at"));
            return;
        }
        try {
            blocking.execute(() -> {
                try {
                    pair(stream, hello);
                } finally {
                    pairings.release();
                }
            });
        } catch (RejectedExecutionException e) {
            pairings.release();
            stream.close(new MoverException(ErrorCode.STOPPING, "the node is stopping", e));
        }
    }

    private void pair(DataStream stream, Frame.Hello hello) {
        try {
            NodeId node = stream.peer()
                    .provenNode()
                    .orElseThrow(() ->
                            new MoverException(ErrorCode.NOT_AUTHENTICATED, "an invitation is shown on TLS only"));
            byte[] request = hello.ticket()
                    .orElseThrow(() -> new MoverException(ErrorCode.INVITATION_INVALID, "no invitation was shown"));
            String from = stream.peer().address().getAddress().getHostAddress();
            pairing.accept(hello.site(), node, request, from).join();
            stream.authenticated();
            stream.send(new Frame.Welcome(VERSION, 0, hello.limits(), 0, 0));
        } catch (MoverException e) {
            stream.close(e);
        } catch (CompletionException e) {
            stream.close(
                    e.getCause() instanceof MoverException cause
                            ? cause
                            : new MoverException(ErrorCode.INTERNAL, "the pairing failed", e));
        } catch (RuntimeException | Error e) {
            LOG.error("pairing with {} failed", hello.site(), e);
            stream.close(new MoverException(ErrorCode.INTERNAL, "the pairing failed", e));
        }
    }
}
