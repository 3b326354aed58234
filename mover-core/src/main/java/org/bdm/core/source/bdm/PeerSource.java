package org.bdm.core.source.bdm;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Dscp;
import org.bdm.core.id.FileId;
import org.bdm.core.id.Scitag;
import org.bdm.core.loop.SerialLoop;
import org.bdm.core.source.BlockSource;
import org.bdm.core.source.SourceLimits;
import org.bdm.core.source.SourceListener;
import org.bdm.core.source.SourceLoad;
import org.bdm.core.source.StreamRange;
import org.bdm.core.source.WantedFile;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.core.stream.DataStream;
import org.bdm.core.wire.WireLimits;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One export of another mover, asked over several streams. Wants wait here while all credit of the streams is used. A lost stream is opened
 * again; the source gives up when none was open for a while, or when the peer refuses for good. Any thread.
 */
public final class PeerSource implements BlockSource {
    private static final Logger LOG = LoggerFactory.getLogger(PeerSource.class);

    private final SerialLoop loop;
    private final PeerCore core;
    private final StreamRange range;
    private final AtomicInteger itemsAdded = new AtomicInteger(); // between want() and the loop

    /**
     * A source that is not open yet.
     *
     * @param cache what the receiving side may hold; every stream reserves one block of it
     */
    public PeerSource(
            PeerSession session,
            PeerOptions options,
            StreamOpener opener,
            TicketSupplier tickets,
            CacheShare cache,
            SourceRuntime runtime) {
        this.loop = new SerialLoop(runtime.threads(), () -> {}, this::onDefect);
        this.range = options.streamRange();
        this.core = new PeerCore(session, options, opener, tickets, cache, runtime, loop);
    }

    private void onDefect(Throwable defect) {
        LOG.error("a step of a source failed", defect);
        core.end(new MoverException(ErrorCode.INTERNAL, "a step of the source failed: " + defect, defect), true);
    }

    @Override
    public SourceLimits limits() {
        SourceLimits limits = core.limits();
        if (limits == null) throw new IllegalStateException("the source is not open");
        return limits;
    }

    @Override
    public CompletionStage<Void> open(SourceListener listener) {
        loop.post(() -> core.open(listener));
        return core.opened().minimalCompletionStage();
    }

    @Override
    public CompletionStage<Optional<DirectoryEntry>> status(StorePath path) {
        return ask(core.questions().status(path));
    }

    @Override
    public CompletionStage<DirectoryPage> list(StorePath directory, Optional<FileName> after, int entriesMax) {
        return ask(core.questions().list(directory, after, entriesMax));
    }

    @Override
    public CompletionStage<Checksum> digest(
            FileId file, StorePath path, FileVersion expected, ChecksumAlgorithm algorithm) {
        return ask(core.questions().digest(file, path, expected, algorithm));
    }

    /**
     * Asks the control plane of the site. As other questions it is asked again when its stream is lost: what is asked for must bear that.
     *
     * @return the answer; fails with UNSUPPORTED unless the session was opened for calls
     */
    public CompletionStage<byte[]> call(String name, byte[] body) {
        return ask(core.questions().call(name, body));
    }

    /**
     * As {@link BlockSource#want}.
     *
     * @throws MoverException TOO_MANY_REQUESTS beyond twice {@link SourceLimits#outstandingItemsMax}
     */
    @Override
    public void want(List<WantedFile> files) {
        int itemsMax = 2 * limits().outstandingItemsMax();
        List<WantedFile> wanted = List.copyOf(files);
        if (itemsAdded.addAndGet(wanted.size()) + core.itemsOpen() > itemsMax) {
            itemsAdded.addAndGet(-wanted.size());
            throw new MoverException(
                    ErrorCode.TOO_MANY_REQUESTS, "more than " + itemsMax + " files wait for the source");
        }
        loop.post(() -> {
            core.want(wanted);
            itemsAdded.addAndGet(-wanted.size());
        });
    }

    @Override
    public void cancel(FileId file) {
        loop.post(() -> core.cancel(file));
    }

    @Override
    public void limitRate(long bytesPerSecondMax) {
        loop.post(() -> core.slots().limitRate(bytesPerSecondMax));
    }

    @Override
    public void useDscp(Dscp dscp, Runnable onOneSided) {
        loop.post(() -> core.slots().useDscp(dscp, onOneSided));
    }

    @Override
    public void useScitag(Scitag scitag) {
        loop.post(() -> core.slots().useScitag(scitag));
    }

    @Override
    public int streams() {
        return core.openNow().size();
    }

    @Override
    public long bytesArriving() {
        long bytes = 0;
        for (Connection open : core.openNow()) {
            DataStream stream = open.stream();
            if (stream != null) bytes += stream.bytesArriving();
        }
        return bytes;
    }

    @Override
    public Optional<SourceLoad> load() {
        return core.loads().sum();
    }

    @Override
    public StreamRange streamRange() {
        return range;
    }

    @Override
    public void useStreams(int streams) {
        int within = Math.max(1, Math.min(PeerOptions.STREAMS_MAX, streams));
        loop.post(() -> core.useStreams(within));
    }

    @Override
    public int readersMost() {
        return core.slots().readersMost();
    }

    @Override
    public void useReaders(int readers) {
        int within = Math.max(1, Math.min(WireLimits.READERS_MAX, readers));
        loop.post(() -> core.slots().useReaders(within));
    }

    @Override
    public void close() {
        loop.post(() -> core.end(new MoverException(ErrorCode.CANCELLED, "the source was closed"), false));
    }

    private <T> CompletionStage<T> ask(Question<T> question) {
        loop.post(() -> core.ask(question));
        CompletableFuture<T> answer = question.answer;
        return answer.minimalCompletionStage();
    }
}
