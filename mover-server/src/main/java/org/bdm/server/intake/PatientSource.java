package org.bdm.server.intake;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.Lease;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.FileId;
import org.bdm.core.id.SiteName;
import org.bdm.core.source.BlockSource;
import org.bdm.core.source.SourceListener;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.Job;
import org.bdm.server.catalog.StateReason;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A source that is asked until it answers: when it cannot be reached the job says so, and it is tried again after a growing time. Belongs to
 * the listing's thread, which waits here.
 */
final class PatientSource implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PatientSource.class);
    private static final Duration RETRY_FIRST = Duration.ofSeconds(1);
    private static final Duration RETRY_LONGEST = Duration.ofSeconds(60);

    private final IntakeParts parts;
    private final Job job;
    private final SiteName site;
    private final ExportName export;
    private final BooleanSupplier mayGoOn;
    private @Nullable BlockSource source;
    private boolean isExplained;

    PatientSource(IntakeParts parts, Job job, SiteName site, ExportName export, BooleanSupplier mayGoOn) {
        this.parts = parts;
        this.job = job;
        this.site = site;
        this.export = export;
        this.mayGoOn = mayGoOn;
    }

    /**
     * Asks, connects first where needed, and waits for the answer; asks again when the error is one that passes.
     *
     * @return empty if the answer is empty, or the listing must stop
     * @throws MoverException an error that does not pass
     */
    <T> Optional<T> await(Function<BlockSource, CompletionStage<Optional<T>>> question) {
        Duration retryAfter = RETRY_FIRST;
        while (mayGoOn.getAsBoolean()) {
            try {
                Optional<T> answer = waitFor(question.apply(connected()).toCompletableFuture());
                if (isExplained) parts.catalog().jobs().explain(job.id(), null);
                isExplained = false;
                return answer;
            } catch (MoverException e) {
                if (!e.kind().isRetryable()) throw e;
                close();
                explainAndWait(e, retryAfter);
                retryAfter = retryAfter.multipliedBy(2).compareTo(RETRY_LONGEST) < 0 ? retryAfter.multipliedBy(2) : RETRY_LONGEST;
            }
        }
        return Optional.empty();
    }

    /** The open source; connects if there is none. */
    BlockSource connected() {
        BlockSource open = source;
        if (open != null) return open;
        BlockSource opened = parts.sources().connect(site, export, job.id(), List.of(StorePath.ROOT));
        source = opened;
        waitFor(opened.open(new NoBlocks()).<Optional<Void>>thenApply(done -> Optional.empty()).toCompletableFuture());
        return opened;
    }

    private <T> Optional<T> waitFor(CompletableFuture<Optional<T>> answer) {
        while (mayGoOn.getAsBoolean()) {
            try {
                return answer.get(1, TimeUnit.SECONDS);
            } catch (TimeoutException stillWaiting) {
                continue; // looks whether the listing must stop, and waits on
            } catch (ExecutionException e) {
                throw ListedRoute.unwrapped(new CompletionException(e.getCause()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new MoverException(ErrorCode.STOPPING, "the listing of " + job.id() + " was interrupted", e);
            }
        }
        return Optional.empty();
    }

    private void explainAndWait(MoverException reason, Duration retryAfter) {
        Instant now = parts.clock().instant();
        Instant next = now.plus(retryAfter);
        LOG.info("source {}/{} of {}: {}; tried again at {}", site, export, job.id(), reason.detail(), next);
        parts.catalog().jobs().explain(job.id(), new StateReason(reason.code().name(), reason.sentence(), now, next));
        isExplained = true;
        waitFor(new CompletableFuture<Optional<Void>>().completeOnTimeout(Optional.empty(), retryAfter.toMillis(), TimeUnit.MILLISECONDS));
    }

    @Override
    public void close() {
        BlockSource open = source;
        source = null;
        if (open != null) open.close();
    }

    /** A listing asks for no bytes; its questions fail by themselves when the source is lost. */
    private static final class NoBlocks implements SourceListener {
        @Override
        public void onBlock(BlockTag tag, Lease lease) {
            lease.release();
        }

        @Override
        public void onZero(FileId file, Epoch epoch, ByteRange range) {
            // nothing was asked for
        }

        @Override
        public void onPack(List<Piece> pieces, PackPayload payload) {
            payload.lease().release();
        }

        @Override
        public void onItemEnded(FileId file, Epoch epoch, FileVersion version, int mode) {
            // nothing was asked for
        }

        @Override
        public void onItemFailed(FileId file, Epoch epoch, MoverException reason) {
            // nothing was asked for
        }

        @Override
        public void onItemLost(FileId file, Epoch epoch) {
            // nothing was asked for
        }

        @Override
        public void onSourceLost(MoverException reason) {
            LOG.debug("the source of a listing is gone: {}", reason.detail());
        }
    }
}
