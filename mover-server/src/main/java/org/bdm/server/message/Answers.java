package org.bdm.server.message;

import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** Waits for what others complete, but never for ever: a servlet thread is only lent. */
public final class Answers {
    private static final long PATIENCE_SECONDS = 30;
    private static final long SLOW_SECONDS = 3600;

    private Answers() {}

    /** The result of a change in the catalog; OUTCOME_UNKNOWN when it is not confirmed in time. */
    public static <T> T durable(CompletionStage<T> change) {
        return await(
                change,
                PATIENCE_SECONDS,
                ErrorCode.OUTCOME_UNKNOWN,
                "the catalog did not confirm the change within 30 s");
    }

    /** Returns the answer of another site or of a disk; TIMED_OUT if none comes in time. */
    public static <T> T of(CompletionStage<T> question, String asked) {
        return await(question, PATIENCE_SECONDS, ErrorCode.TIMED_OUT, asked + " did not answer within 30 s");
    }

    /** Returns a slow answer, after at most an hour; never on a servlet thread. */
    public static <T> T ofSlow(CompletionStage<T> question, String asked) {
        return await(question, SLOW_SECONDS, ErrorCode.TIMED_OUT, asked + " did not answer within an hour");
    }

    private static <T> T await(CompletionStage<T> stage, long seconds, ErrorCode late, String detail) {
        try {
            return stage.toCompletableFuture().get(seconds, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new MoverException(late, detail, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MoverException(ErrorCode.STOPPING, "the service is stopping", e);
        } catch (ExecutionException e) {
            throw moverException(e.getCause() == null ? e : e.getCause());
        }
    }

    /** The error below wrappers of futures; INTERNAL for what is none of ours. */
    public static MoverException moverException(Throwable error) {
        Throwable cause = error;
        while (cause instanceof CompletionException && cause.getCause() != null) cause = cause.getCause();
        return cause instanceof MoverException known
                ? known
                : new MoverException(
                        ErrorCode.INTERNAL, "a defect: " + cause.getClass().getSimpleName(), cause);
    }
}
