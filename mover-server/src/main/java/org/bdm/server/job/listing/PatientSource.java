package org.bdm.server.job.listing;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.SiteName;
import org.bdm.core.source.BlockSource;
import org.bdm.core.source.QuestionsOnly;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.site.access.LinkReading;
import org.jspecify.annotations.Nullable;

/**
 * A source that is asked until it answers: when it cannot be reached the job says so, and it is tried again after a growing time. What can
 * never be reached (unknown site or export, no right, wrong key) is remembered, and not tried again. Belongs to the listing's thread, which
 * waits here.
 */
final class PatientSource implements AutoCloseable {
    private static final Duration RETRY_FIRST = Duration.ofSeconds(1);
    private static final Duration RETRY_LONGEST = Duration.ofSeconds(15);
    private static final int DOUBLINGS_MAX = 4;
    private static final int TRIES_MAX = 5;
    private static final long LOOK_MILLIS = 100;

    private final IntakeParts parts;
    private final Job job;
    private final SiteName site;
    private final ExportName export;
    private final LinkReading links;
    private final BooleanSupplier mayGoOn;
    private final ExplainedPause pause;
    private @Nullable BlockSource source;
    private @Nullable MoverException refusal;
    private @Nullable MoverException lastLoss;
    private int losses; // since the last answer

    PatientSource(
            IntakeParts parts, Job job, SiteName site, ExportName export, LinkReading links, BooleanSupplier mayGoOn) {
        this.parts = parts;
        this.job = job;
        this.site = site;
        this.export = export;
        this.links = links;
        this.mayGoOn = mayGoOn;
        this.pause = new ExplainedPause(parts, job, mayGoOn);
    }

    /** The answer to a question: a value, nothing, or an error about what was asked for. */
    record Reply<T>(Optional<T> value, @Nullable MoverException error) {}

    /** Asks, connects first where needed, and waits for the answer; asks again when the source was lost. Null if the listing must stop. */
    <T> @Nullable Reply<T> ask(Function<BlockSource, CompletionStage<Optional<T>>> question) {
        int tries = 0;
        while (true) {
            BlockSource open = connected();
            if (open == null) return refusal == null ? null : new Reply<>(Optional.empty(), refusal);
            Reply<T> reply = waitFor(question.apply(open).toCompletableFuture());
            MoverException error = reply == null ? null : reply.error();
            if (error == null) {
                if (reply != null) answered();
                return reply;
            }
            if (isLoss(error)) {
                lost(open, error);
            } else if (isWorthAsking(error, ++tries)) {
                if (!pause.pause(retryAfter(tries))) return null;
            } else {
                return reply;
            }
        }
    }

    /** Too many open files there is no answer about what was asked for. */
    private static boolean isWorthAsking(MoverException error, int tries) {
        return error.code() == ErrorCode.TOO_MANY_OPEN_FILES || (error.kind().isRetryable() && tries < TRIES_MAX);
    }

    /** The open source; connects if there is none, as often as it takes. Null if the listing must stop, or if there is a {@link #refusal}. */
    @Nullable BlockSource connected() {
        while (refusal == null && mayGoOn.getAsBoolean()) {
            BlockSource open = source;
            if (open != null) return open;
            if (lastLoss != null && !explainAndPause(lastLoss)) return null;
            MoverException failure = connect();
            if (failure != null) lost(failure);
        }
        return null;
    }

    /** The open source; null if there is none now. Does not wait. */
    @Nullable BlockSource openNow() {
        return source;
    }

    /** Why this source will never answer; null while that is not known. */
    @Nullable MoverException refusal() {
        return refusal;
    }

    private @Nullable MoverException connect() {
        try {
            BlockSource opened = parts.sources().connect(site, export, job.id(), List.of(StorePath.ROOT), links);
            source = opened;
            Reply<Void> reply = waitFor(opened.open(new QuestionsOnly())
                    .<Optional<Void>>thenApply(done -> Optional.empty())
                    .toCompletableFuture());
            return reply == null ? null : reply.error();
        } catch (MoverException e) {
            return e;
        }
    }

    /** The source answered: it is there. */
    void answered() {
        losses = 0;
        lastLoss = null;
        pause.end();
    }

    /** True if an error says that the source is gone, rather than something about what was asked for. */
    static boolean isLoss(MoverException error) {
        return switch (error.code()) {
            case PEER_UNREACHABLE,
                    CONNECTION_LOST,
                    GOING_AWAY,
                    TICKET_EXPIRED,
                    TOO_MANY_CONNECTIONS,
                    CATALOG_UNAVAILABLE,
                    STOPPING,
                    CANCELLED -> true; // CANCELLED: asked of a source that had ended already
            default -> false;
        };
    }

    /** This source was lost. Many questions tell so at once: only the first of them closes it. */
    void lost(BlockSource of, MoverException reason) {
        if (of == source) lost(reason);
    }

    private void lost(MoverException reason) {
        close();
        boolean mayPass = reason.kind().isRetryable() || isLoss(reason);
        if (!mayPass) refusal = reason;
        lastLoss = reason;
        losses++;
    }

    private Duration retryAfter(int tries) {
        Duration pause = RETRY_FIRST.multipliedBy(1L << Math.min(tries - 1, DOUBLINGS_MAX));
        return pause.compareTo(RETRY_LONGEST) < 0 ? pause : RETRY_LONGEST;
    }

    /** Null if the listing must stop. */
    private <T> @Nullable Reply<T> waitFor(CompletableFuture<Optional<T>> answer) {
        while (mayGoOn.getAsBoolean()) {
            try {
                return new Reply<>(answer.get(LOOK_MILLIS, TimeUnit.MILLISECONDS), null);
            } catch (TimeoutException stillWaiting) {
                continue; // looks whether the listing must stop, and waits on
            } catch (ExecutionException e) {
                return new Reply<>(Optional.empty(), TreeWalk.moverException(e.getCause() == null ? e : e.getCause()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new MoverException(ErrorCode.STOPPING, "the listing of " + job.id() + " was interrupted", e);
            }
        }
        return null;
    }

    private boolean explainAndPause(MoverException reason) {
        return pause.explained("source " + site + "/" + export, reason, retryAfter(losses));
    }

    @Override
    public void close() {
        BlockSource open = source;
        source = null;
        if (open != null) open.close();
    }
}
