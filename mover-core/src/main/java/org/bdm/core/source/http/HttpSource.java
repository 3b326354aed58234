package org.bdm.core.source.http;

import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.replica.Copy;
import org.bdm.core.replica.DigestVerdict;
import org.bdm.core.source.BlockSource;
import org.bdm.core.source.SourceLimits;
import org.bdm.core.source.SourceListener;
import org.bdm.core.source.WantedFile;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Origin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All copies of all files of a job, at as many data nodes as there are: one source for one session. Which copy is asked, when another is
 * tried, and several at once, is decided here; docs/http-sources.md says how. Any thread.
 *
 * <p>It decides on one event loop; each request runs on the loop of its connection. It opens no connection before something is wanted, and
 * is never lost as a whole: files fail one by one, and those whose copies cannot be reached now fail with a code that is retried.
 */
public final class HttpSource implements BlockSource {
    private static final Logger LOG = LoggerFactory.getLogger(HttpSource.class);

    /** So that fetch asks for 64 MiB at once. */
    private static final long OUTSTANDING_BYTES_MAX = 8 * HttpFile.RANGE_BYTES_MAX;

    private static final int OUTSTANDING_ITEMS_MAX = 1024;

    /** A larger one gains nothing from company. */
    private static final int PACKABLE_BYTES_MAX = 256 << 10;

    private final EventLoop loop;
    private final HttpCore core;
    private final SourceLimits limits;
    private final AtomicInteger itemsAdded = new AtomicInteger(); // between want() and the loop

    /** A source that is not open yet. */
    public HttpSource(HttpSourceParts parts) {
        this.loop = parts.nodes().nextLoop();
        this.core = new HttpCore(parts, loop);
        int blockBytes = parts.receiving().blockBytes();
        int packableBytes = Math.min(PACKABLE_BYTES_MAX, blockBytes);
        this.limits = new SourceLimits(blockBytes, OUTSTANDING_BYTES_MAX, OUTSTANDING_ITEMS_MAX, packableBytes, false);
    }

    @Override
    public SourceLimits limits() {
        return limits;
    }

    @Override
    public CompletionStage<Void> open(SourceListener listener) {
        CompletableFuture<Void> opened = new CompletableFuture<>();
        execute(() -> {
            core.open(listener);
            opened.complete(null);
        });
        return opened.minimalCompletionStage();
    }

    /** Not possible: a path says nothing about where the copies of a file are. */
    @Override
    public CompletionStage<Optional<DirectoryEntry>> status(StorePath path) {
        return ended("a path does not name a copy at a data node");
    }

    /**
     * As {@link BlockSource#statusOf}: of the first copy that answers. A file that was listed without anything that identifies its content
     * keeps its listed time as long as the copy still says what it said while bytes came from it.
     */
    @Override
    public CompletionStage<Optional<DirectoryEntry>> statusOf(
            FileId file, StorePath path, FileVersion expected, List<Copy> copies) {
        CompletableFuture<Optional<DirectoryEntry>> answer = new CompletableFuture<>();
        execute(() -> core.statusOf(new FileStatuses.Asked(file, path, expected, copies, answer)));
        return answer.minimalCompletionStage();
    }

    /** Not possible: data nodes list nothing. */
    @Override
    public CompletionStage<DirectoryPage> list(StorePath directory, Optional<FileName> after, int entriesMax) {
        return ended("data nodes cannot list directories");
    }

    /** Not possible: data nodes compute nothing. */
    @Override
    public CompletionStage<Checksum> digest(
            FileId file, StorePath path, FileVersion expected, ChecksumAlgorithm algorithm) {
        return ended("data nodes cannot compute digests");
    }

    private <T> CompletionStage<T> ended(String why) {
        return CompletableFuture.failedStage(
                core.isEnded()
                        ? new MoverException(ErrorCode.CANCELLED, "the source was closed")
                        : new MoverException(ErrorCode.UNSUPPORTED, why));
    }

    /**
     * As {@link BlockSource#want}.
     *
     * @throws MoverException TOO_MANY_REQUESTS beyond twice {@link SourceLimits#outstandingItemsMax}
     */
    @Override
    public void want(List<WantedFile> files) {
        int itemsMax = 2 * OUTSTANDING_ITEMS_MAX;
        List<WantedFile> wanted = List.copyOf(files);
        if (itemsAdded.addAndGet(wanted.size()) + core.itemsOpen() > itemsMax) {
            itemsAdded.addAndGet(-wanted.size());
            throw new MoverException(
                    ErrorCode.TOO_MANY_REQUESTS, "more than " + itemsMax + " files wait for the source");
        }
        execute(() -> {
            core.want(wanted);
            itemsAdded.addAndGet(-wanted.size());
        });
    }

    @Override
    public DigestVerdict mistrust(FileId file, Epoch epoch, Checksum expected, Checksum found, int triesBefore) {
        return core.mistrust(file, epoch, expected, found, triesBefore);
    }

    @Override
    public boolean mayGoOn(FileId file) {
        return !core.files().isBegunAgain(file);
    }

    @Override
    public Duration stagedFor(FileId file) {
        return core.files().stagedFor(file);
    }

    @Override
    public List<Origin> originsOf(FileId file, Epoch epoch) {
        return core.files().trials().originsOf(file, epoch);
    }

    @Override
    public void cancel(FileId file) {
        execute(() -> core.cancel(file));
    }

    @Override
    public void limitRate(long bytesPerSecondMax) {
        execute(() -> core.limitRate(bytesPerSecondMax));
    }

    /** Requests under way. */
    @Override
    public int streams() {
        return core.running().count();
    }

    @Override
    public long bytesArriving() {
        return core.running().bytesArriving();
    }

    @Override
    public void close() {
        execute(core::close);
    }

    private void execute(Runnable task) {
        try {
            loop.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("the event loops have ended before a source", e);
        }
    }
}
