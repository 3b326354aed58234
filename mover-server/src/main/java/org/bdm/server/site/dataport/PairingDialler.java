package org.bdm.server.site.dataport;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.core.identity.NodeCredentials;
import org.bdm.core.serve.ServeOptions;
import org.bdm.core.stream.StreamConnector;
import org.bdm.core.stream.StreamListener;
import org.bdm.core.stream.StreamSecurity;
import org.bdm.core.wire.Frame;
import org.bdm.server.site.access.DataAddress;
import org.bdm.server.site.access.PairingCaller;

/** Dials the data port of an inviting site and shows the invitation, over TLS with the key that the invitation names. */
public final class PairingDialler implements PairingCaller {
    private static final int VERSION = 1;
    private static final long ANSWER_SECONDS_MAX = 20;

    private final StreamConnector connector;
    private final NodeCredentials credentials;
    private final ServeOptions own;

    /** Introduces this node with what {@code own} says. */
    public PairingDialler(StreamConnector connector, NodeCredentials credentials, ServeOptions own) {
        this.connector = connector;
        this.credentials = credentials;
        this.own = own;
    }

    @Override
    public CompletionStage<Void> show(String dataAddress, NodeId node, byte[] request) {
        Answer answer = new Answer();
        connector
                .connect(DataAddress.parse(dataAddress), StreamSecurity.tls(credentials, node), answer)
                .whenComplete((stream, error) -> {
                    if (error != null) answer.failed(error);
                    else if (!answer.done.isDone()) stream.send(hello(request)); // unless nobody waits any more
                    var unused = answer.done.whenComplete((done, why) -> {
                        if (stream != null)
                            stream.close(new MoverException(ErrorCode.GOING_AWAY, "the pairing is over"));
                    });
                });
        return answer.done
                .orTimeout(ANSWER_SECONDS_MAX, TimeUnit.SECONDS)
                .exceptionallyCompose(error -> CompletableFuture.failedStage(
                        error instanceof TimeoutException
                                ? new MoverException(
                                        ErrorCode.TIMED_OUT, dataAddress + " did not answer the invitation")
                                : error));
    }

    private Frame.Hello hello(byte[] request) {
        return new Frame.Hello(
                VERSION,
                VERSION,
                0,
                own.site(),
                own.node(),
                own.processInstance(),
                Frame.Purpose.PAIR,
                "pairing",
                own.limits(),
                Optional.of(request));
    }

    /** Waits for the one answer. Event loop only. */
    private static final class Answer implements StreamListener {
        private final CompletableFuture<Void> done = new CompletableFuture<>();

        void failed(Throwable error) {
            Throwable cause = error.getCause() instanceof MoverException known ? known : error;
            done.completeExceptionally(cause);
        }

        @Override
        public void onFrame(Frame frame) {
            if (frame instanceof Frame.Welcome) {
                done.complete(null);
            } else if (frame instanceof Frame.Failure failure) {
                done.completeExceptionally(
                        new MoverException(failure.code().orElse(ErrorCode.INVITATION_INVALID), failure.detail()));
            }
        }

        @Override
        public void onPayload(Frame frame, Loan payload, int payloadLength) {
            payload.release();
        }

        @Override
        public void onWritable() {
            // one frame was all
        }

        @Override
        public void onClosed(MoverException reason) {
            done.completeExceptionally(reason);
        }
    }
}
